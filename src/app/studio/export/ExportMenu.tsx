import './export.css';
import { useEffect, useId, useState } from 'preact/hooks';
import type { Underlay } from '../../../core/drawing/types.ts';
import { lazyView } from '../../lazy.tsx';
import { printedOn } from '../../paper/printed.ts';
import { download } from '../../platform/download.ts';
import { Button } from '../../ui/Button.tsx';
import { toast } from '../../ui/toasts.ts';
import { exporting as words } from '../../words/en/exporting.ts';
import { HeaderMenu } from '../controls/HeaderMenu.tsx';
import { closePanel, closePanelByKey } from '../controls/panels.ts';
import { StudioIcon } from '../controls/StudioIcon.tsx';
import type { Unsaved } from '../saving/busy.ts';
import type { Session } from '../session/session.ts';
import {
  choice,
  emptyFile,
  FileMaker,
  type Format,
  GROUNDS,
  type Ground,
  groundsOf,
  type MadeFile,
  making,
  NotExported,
  type PhotoUnder,
  SCALES,
  sizeOf,
  takesPhoto,
} from './export.ts';

const ShareDialog = lazyView<{ id: string; isBlank: boolean; hasHidden: boolean; onClose: () => void }>(
  () => import('../../shared/ShareDialog.tsx'),
);

const FORMATS: readonly Format[] = ['png', 'svg', 'json', 'excalidraw'];

/** The drawing to export. */
export type Exported = Pick<Unsaved, 'strokes' | 'title' | 'paper' | 'layers' | 'createdAt' | 'changedAt'>;

let stop = new AbortController();

/** Makes the chosen file, passes it on, then calls `onDone`. Shows a message if that fails. */
async function give(
  maker: FileMaker,
  { strokes, title, paper, layers, createdAt, changedAt }: Exported,
  photo: PhotoUnder | undefined,
  hand: (made: Promise<MadeFile>) => Promise<string>,
  onDone: () => void,
): Promise<void> {
  stop = new AbortController();
  const content = {
    strokes: strokes.value,
    title: title.value,
    paper: paper.value,
    layers: layers.value,
    createdAt,
    updatedAt: changedAt,
    photo,
  };
  const made = maker.make(content, choice.value, stop.signal);
  try {
    const done = await hand(made);
    onDone();
    const { leftOut } = await made;
    if (done || leftOut) toast([done, leftOut].filter(Boolean).join(' '));
  } catch (error) {
    await made.catch(() => undefined);
    if (stop.signal.aborted || (error instanceof DOMException && error.name === 'AbortError')) return;
    const isBlocked = error instanceof DOMException && error.name === 'NotAllowedError';
    if (isBlocked) toast(words.blocked);
    else toast(error instanceof NotExported ? error.message : words.failed);
  }
}

async function save(made: Promise<MadeFile>): Promise<string> {
  const { file } = await made;
  download(file, file.name);
  return '';
}

/**
 * Copies to the clipboard. The browser gets the promise itself, because some allow copying only during a click.
 */
async function copy(made: Promise<MadeFile>): Promise<string> {
  const isPicture = choice.value.format === 'png';
  const blob = made.then(async ({ file }) =>
    isPicture ? file : new Blob([await file.text()], { type: 'text/plain' }),
  );
  await navigator.clipboard.write([new ClipboardItem({ [isPicture ? 'image/png' : 'text/plain']: blob })]);
  return isPicture ? words.pictureCopied : words.textCopied;
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

/** The export menu of the header. */
export function ExportMenu({ session }: { readonly session: Session }) {
  const [sharing, setSharing] = useState(false);
  const share = () => {
    // The button of the panel gets the focus, and gets it back from the dialog.
    closePanelByKey();
    setSharing(true);
  };
  return (
    <>
      <HeaderMenu name="export" label={words.export} icon={<StudioIcon name="export" />} withLabel>
        <ExportSheet drawing={session} photo={photoUnder(session)} onDone={closePanel} />
        <button type="button" class="menu-item export-link" onClick={share}>
          <span>
            {words.shareLink}
            <span class="small soft">{words.shareLinkNote}</span>
          </span>
        </button>
      </HeaderMenu>
      {sharing && (
        <ShareDialog
          id={session.id}
          isBlank={session.strokes.value.length === 0}
          hasHidden={session.layers.value?.some(({ visible }) => !visible) === true}
          onClose={() => setSharing(false)}
        />
      )}
    </>
  );
}

/** The photo of an open drawing, unless it is hidden. */
function photoUnder(session: Session): PhotoUnder | undefined {
  const place = session.underlay.value;
  if (!place?.visible) return undefined;
  return {
    place,
    read: async () => {
      const { photoOf } = await import('../underlay/photo.ts');
      const { value } = photoOf(session).shown;
      return value.kind === 'ready' ? value.photo : undefined;
    },
  };
}

interface ExportSheetProps {
  readonly drawing: Exported;
  /** The photo that one sees under it now. */
  readonly photo?: PhotoUnder | undefined;
  /** Called when the file was passed on. */
  readonly onDone: () => void;
  /** Shows a cancel button, for a dialog. */
  readonly onCancel?: () => void;
}

/** The export panel: format, size, paper, and where the file goes. */
export function ExportSheet({ drawing, photo, onDone, onCancel }: ExportSheetProps) {
  // The last file is released with the panel.
  const [maker] = useState(() => new FileMaker());
  useEffect(() => () => maker.release(), [maker]);
  const { format } = choice.value;
  const isEmpty = drawing.strokes.value.length === 0 && !photoIn(photo);
  const printed = printedOn(drawing.paper.value);
  return (
    <>
      <ExportChoices grounds={groundsOf(drawing.paper.value)} />
      {photo && takesPhoto(format) && <Included what="photo" label={words.withPhoto} />}
      {printed && takesPhoto(format) && <Included what="lines" label={words.withLines[printed]} />}
      <p class="export-note small soft" aria-live="polite">
        {isEmpty ? words.nothing : noteOf(drawing, photo)}
      </p>
      {making.value === undefined ? (
        <div class="export-actions">
          {onCancel && (
            <Button tone="quiet" onClick={onCancel}>
              {words.cancel}
            </Button>
          )}
          {canShare(format) && (
            <Button disabled={isEmpty} onClick={() => void give(maker, drawing, photo, share, onDone)}>
              {words.share}
            </Button>
          )}
          {canCopy() && (
            <Button disabled={isEmpty} onClick={() => void give(maker, drawing, photo, copy, onDone)}>
              {words.copy}
            </Button>
          )}
          <Button
            tone="accent"
            disabled={isEmpty}
            onClick={() => void give(maker, drawing, photo, save, onDone)}
          >
            {words.save}
          </Button>
        </div>
      ) : (
        <div class="export-actions">
          <progress aria-label={words.making} max={1} value={making.value} />
          <Button onClick={() => stop.abort()}>{words.cancel}</Button>
        </div>
      )}
    </>
  );
}

/** A switch for what lies under the ink: whether it is in the file. */
function Included({ what, label }: { readonly what: 'photo' | 'lines'; readonly label: string }) {
  const on = choice.value[what];
  return (
    <label class="export-under">
      <input
        type="checkbox"
        role="switch"
        checked={on}
        aria-checked={on}
        onChange={({ currentTarget }) => {
          choice.value = { ...choice.value, [what]: currentTarget.checked };
        }}
      />
      {label}
    </label>
  );
}

/** The choices of format, size and paper, kept for the next export. */
export function ExportChoices({ grounds = GROUNDS }: { readonly grounds?: readonly Ground[] }) {
  const { format, scale, ground } = choice.value;
  const onPaper = format === 'png' || format === 'svg';
  return (
    <>
      <fieldset class="export-formats">
        <legend class="unseen">{words.format}</legend>
        {FORMATS.map((one) => (
          <label key={one} class="menu-item">
            <input
              type="radio"
              name="export-format"
              checked={one === format}
              onChange={() => {
                choice.value = { ...choice.value, format: one };
              }}
            />
            <span>
              {words.formats[one].label}
              <span class="small soft">{words.formats[one].note}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {format === 'png' && (
        <Segments
          legend={words.size}
          options={SCALES.map((value) => ({ value, label: words.scale(value) }))}
          chosen={scale}
          onPick={(value) => {
            choice.value = { ...choice.value, scale: value };
          }}
        />
      )}
      {onPaper && (
        <Segments
          legend={words.background}
          options={grounds.map((value) => ({ value, label: words.grounds[value] }))}
          // Chosen for another drawing, the paper of this one is what it has.
          chosen={grounds.includes(ground) ? ground : 'paper'}
          onPick={(value) => {
            choice.value = { ...choice.value, ground: value };
          }}
        />
      )}
    </>
  );
}

/** Where the photo lies that will be in the file; undefined if none will. */
function photoIn(photo: PhotoUnder | undefined): Underlay | undefined {
  return choice.value.photo && takesPhoto(choice.value.format) ? photo?.place : undefined;
}

/** A description of the file before the export. */
function noteOf(session: Exported, photo: PhotoUnder | undefined): string {
  const { format, scale } = choice.value;
  const strokes = session.strokes.value;
  if (format === 'png') {
    const size = sizeOf(strokes, scale, photoIn(photo));
    if (!size) return '';
    const { width, height, isSmaller } = size;
    if (!isSmaller) return words.pixels(width, height);
    return words.fewerPixels(width, height, Math.floor(size.scale * 10) / 10);
  }
  if (format === 'json') return photo ? words.jsonNoPhoto : words.jsonNote;
  if (format === 'excalidraw')
    return strokes.some(({ tool }) => tool === 'eraser') ? words.excalidrawNote : '';
  return words.svgNote;
}

interface SegmentsProps<T extends string | number> {
  readonly legend: string;
  readonly options: readonly { readonly value: T; readonly label: string }[];
  readonly chosen: T;
  readonly onPick: (value: T) => void;
}

/** A segmented control. */
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
