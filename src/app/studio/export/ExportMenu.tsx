import './export.css';
import { useEffect, useId, useState } from 'preact/hooks';
import { download } from '../../platform/download.ts';
import { Button } from '../../ui/Button.tsx';
import { toast } from '../../ui/toasts.ts';
import { HeadMenu } from '../controls/HeadMenu.tsx';
import { closePanel } from '../controls/panels.ts';
import { StudioIcon } from '../controls/StudioIcon.tsx';
import type { Unsaved } from '../saving/busy.ts';
import type { Session } from '../session/session.ts';
import {
  choice,
  emptyFile,
  FileMaker,
  type Format,
  type MadeFile,
  making,
  type Paper,
  SCALES,
  sizeOf,
} from './export.ts';

const FORMATS: readonly { readonly format: Format; readonly label: string; readonly note: string }[] = [
  { format: 'png', label: 'Picture', note: 'PNG' },
  { format: 'svg', label: 'Vector', note: 'SVG, a path for each stroke' },
  { format: 'json', label: 'Drawing', note: 'JSON, every stroke as it is' },
  { format: 'excalidraw', label: 'Excalidraw', note: 'Opens in Excalidraw' },
];

const PAPERS: readonly { readonly paper: Paper; readonly label: string }[] = [
  { paper: 'paper', label: 'Paper' },
  { paper: 'dark', label: 'Dark' },
  { paper: 'transparent', label: 'None' },
];

/** A drawing that is taken out of the app. */
export type Exported = Pick<Unsaved, 'strokes' | 'title' | 'createdAt' | 'changedAt'>;

let stop = new AbortController();

/** Makes the file that is chosen and hands it on, then calls `onDone`. What goes wrong is said. */
async function give(
  maker: FileMaker,
  { strokes, title, createdAt, changedAt }: Exported,
  hand: (made: Promise<MadeFile>) => Promise<string>,
  onDone: () => void,
): Promise<void> {
  stop = new AbortController();
  const content = { strokes: strokes.value, title: title.value, createdAt, updatedAt: changedAt };
  const made = maker.make(content, choice.value, stop.signal);
  try {
    const done = await hand(made);
    onDone();
    const { leftOut } = await made;
    if (done || leftOut) toast([done, leftOut].filter(Boolean).join(' '));
  } catch (error) {
    await made.catch(() => undefined);
    if (stop.signal.aborted || (error instanceof DOMException && error.name === 'AbortError')) return;
    const words = error instanceof Error ? error.message : '';
    const isBlocked = error instanceof DOMException && error.name === 'NotAllowedError';
    toast(
      isBlocked
        ? 'The browser did not allow it. Press once more, or save it as a file.'
        : `Not exported. ${words}`,
    );
  }
}

async function save(made: Promise<MadeFile>): Promise<string> {
  const { file } = await made;
  download(file, file.name);
  return '';
}

/** The promise is given to the browser as it is: some allow copying only within the press itself. */
async function copy(made: Promise<MadeFile>): Promise<string> {
  const isPicture = choice.value.format === 'png';
  const blob = made.then(async ({ file }) =>
    isPicture ? file : new Blob([await file.text()], { type: 'text/plain' }),
  );
  await navigator.clipboard.write([new ClipboardItem({ [isPicture ? 'image/png' : 'text/plain']: blob })]);
  return isPicture ? 'The picture is copied.' : 'The file’s text is copied.';
}

async function share(made: Promise<MadeFile>): Promise<string> {
  const { file } = await made;
  await navigator.share({ files: [file], title: file.name });
  return '';
}

function canCopy(): boolean {
  return typeof ClipboardItem !== 'undefined' && navigator.clipboard?.write !== undefined;
}

function canShare(format: Format): boolean {
  return navigator.canShare?.({ files: [emptyFile(format)] }) ?? false;
}

/** Takes the drawing out of the app: as which file, how large, on what paper, and where to. */
export function ExportMenu({ session }: { readonly session: Session }) {
  return (
    <HeadMenu name="export" label="Export" icon={<StudioIcon name="export" />} wordy>
      <ExportSheet drawing={session} onDone={closePanel} />
    </HeadMenu>
  );
}

interface ExportSheetProps {
  readonly drawing: Exported;
  /** It was handed on. */
  readonly onDone: () => void;
  /** Offered where nothing else closes it. */
  readonly onCancel?: () => void;
}

/** As which file, how large, on what paper, and where to. */
export function ExportSheet({ drawing, onDone, onCancel }: ExportSheetProps) {
  // The file that was made last goes with the panel.
  const [maker] = useState(() => new FileMaker());
  useEffect(() => () => maker.release(), [maker]);
  const { format } = choice.value;
  const isEmpty = drawing.strokes.value.length === 0;
  return (
    <>
      <ExportChoices />
      <p class="export-note small soft" aria-live="polite">
        {isEmpty ? 'There is nothing to export yet: draw something first.' : noteOf(drawing)}
      </p>
      {making.value === undefined ? (
        <div class="export-actions">
          {onCancel && (
            <Button tone="quiet" onClick={onCancel}>
              Cancel
            </Button>
          )}
          {canShare(format) && (
            <Button disabled={isEmpty} onClick={() => void give(maker, drawing, share, onDone)}>
              Share
            </Button>
          )}
          {canCopy() && (
            <Button disabled={isEmpty} onClick={() => void give(maker, drawing, copy, onDone)}>
              Copy
            </Button>
          )}
          <Button tone="accent" disabled={isEmpty} onClick={() => void give(maker, drawing, save, onDone)}>
            Save
          </Button>
        </div>
      ) : (
        <div class="export-actions">
          <progress aria-label="Making the file" max={1} value={making.value} />
          <Button onClick={() => stop.abort()}>Cancel</Button>
        </div>
      )}
    </>
  );
}

/** As which file, how large, and on what paper; remembered for the next one. */
export function ExportChoices() {
  const { format, scale, paper } = choice.value;
  const onPaper = format === 'png' || format === 'svg';
  return (
    <>
      <fieldset class="export-formats">
        <legend class="unseen">Format</legend>
        {FORMATS.map((one) => (
          <label key={one.format} class="menu-item">
            <input
              type="radio"
              name="export-format"
              checked={one.format === format}
              onChange={() => {
                choice.value = { ...choice.value, format: one.format };
              }}
            />
            <span>
              {one.label}
              <span class="small soft">{one.note}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {format === 'png' && (
        <Segments
          legend="Size"
          options={SCALES.map((value) => ({ value, label: `${value}×` }))}
          chosen={scale}
          onPick={(value) => {
            choice.value = { ...choice.value, scale: value };
          }}
        />
      )}
      {onPaper && (
        <Segments
          legend="Background"
          options={PAPERS.map(({ paper: value, label }) => ({ value, label }))}
          chosen={paper}
          onPick={(value) => {
            choice.value = { ...choice.value, paper: value };
          }}
        />
      )}
    </>
  );
}

/** What one gets, before one has it. */
function noteOf(session: Exported): string {
  const { format, scale } = choice.value;
  const strokes = session.strokes.value;
  if (format === 'png') {
    const size = sizeOf(strokes, scale);
    if (!size) return '';
    const pixels = `${size.width.toLocaleString('en-SG')} × ${size.height.toLocaleString('en-SG')} pixels`;
    if (!size.isSmaller) return `${pixels}.`;
    const most = Math.floor(size.scale * 10) / 10;
    return `${pixels}: ${most}×, since browsers draw no larger picture. SVG has no such limit.`;
  }
  if (format === 'json') return 'To keep, or to import again: nothing is lost.';
  if (format === 'excalidraw') return 'Strokes that erase cannot go there.';
  return 'Opens in any drawing program.';
}

interface SegmentsProps<T extends string | number> {
  readonly legend: string;
  readonly options: readonly { readonly value: T; readonly label: string }[];
  readonly chosen: T;
  readonly onPick: (value: T) => void;
}

/** One of a few short words. */
function Segments<T extends string | number>({ legend, options, chosen, onPick }: SegmentsProps<T>) {
  const name = useId();
  return (
    <fieldset class="export-segments">
      <legend class="small">{legend}</legend>
      <div>
        {options.map(({ value, label }) => (
          <label key={value}>
            <input
              type="radio"
              name={name}
              class="laid-over"
              checked={value === chosen}
              onChange={() => onPick(value)}
            />
            <span>{label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
