import '../../studio/controls/header-menu.css';
import './export-dialog.css';
import { signal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import type { DrawingEntry } from '../../../core/drawing/types.ts';
import { holdUpdates } from '../../client/worker-bridge.ts';
import { pickTarget } from '../../settings/archive/save-target.ts';
import { ExportChoices, type Exported, ExportSheet } from '../../studio/export/ExportMenu.tsx';
import { choice, making } from '../../studio/export/export.ts';
import { unsavedDrawings } from '../../studio/saving/busy.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { toast } from '../../ui/toasts.ts';
import { copies as words } from '../../words/en/gallery/copies.ts';
import { gallery } from '../../words/en/gallery/gallery.ts';
import { problemWords } from '../../words/problems.ts';
import { shortTitle } from '../list/arrange.ts';
import { dialog } from '../list/gallery-state.ts';
import { contentOf } from './duplicate.ts';
import { exportMany } from './export-many.ts';

interface ExportDialogProps {
  readonly entries: readonly DrawingEntry[];
  readonly onClose: () => void;
}

/** Opens the export dialog. */
export function askExport(entries: readonly DrawingEntry[]): void {
  const close = () => {
    dialog.value = undefined;
  };
  dialog.value = <ExportDialog entries={entries} onClose={close} />;
}

/** Exports one drawing as a file, or several as a zip file. */
function ExportDialog({ entries, onClose }: ExportDialogProps) {
  const [first, ...others] = entries;
  if (!first) return null;
  return (
    <Dialog title={words.export(entries.length, shortTitle(first))} onClose={onClose}>
      <div class="export export-dialog">
        {others.length === 0 ? (
          <One entry={first} onClose={onClose} />
        ) : (
          <Many entries={entries} onClose={onClose} />
        )}
      </div>
    </Dialog>
  );
}

function One({ entry, onClose }: { readonly entry: DrawingEntry; readonly onClose: () => void }) {
  const open = unsavedDrawings.value.get(entry.id);
  const [drawing, setDrawing] = useState<Exported | undefined>(open?.isRead ? open : undefined);
  const [problem, setProblem] = useState('');
  useEffect(() => {
    if (drawing) return;
    contentOf(entry).then(
      ({ title, paper, layers, strokes, createdAt, updatedAt }) =>
        setDrawing({
          title: signal(title),
          paper: signal(paper),
          layers: signal(layers),
          strokes: signal(strokes),
          createdAt,
          changedAt: updatedAt,
        }),
      (error: unknown) => setProblem(problemWords(error)),
    );
  }, [entry, drawing]);
  if (problem)
    return (
      <>
        <p>{problem}</p>
        <div class="export-actions">
          <Button onClick={onClose}>{words.close}</Button>
        </div>
      </>
    );
  if (!drawing) return <p class="soft">{gallery.opening}</p>;
  return <ExportSheet drawing={drawing} onDone={onClose} onCancel={onClose} />;
}

function Many({ entries, onClose }: ExportDialogProps) {
  const [done, setDone] = useState<number>();
  const [stop] = useState(() => new AbortController());
  const [problem, setProblem] = useState('');
  useEffect(() => {
    const release = holdUpdates(() => done !== undefined);
    return () => release();
  }, [done]);
  // Closing the dialog cancels the export.
  useEffect(() => () => stop.abort(), [stop]);
  const save = async () => {
    try {
      const target = await pickTarget('pleinair-drawings');
      if (!target) return;
      setProblem('');
      setDone(0);
      // Nobody was asked here about what is printed on their papers.
      const chosen = { ...choice.value, lines: false };
      const result = await exportMany(entries, chosen, target, stop.signal, setDone);
      onClose();
      toast([words.exported(result.done), ...result.left].join(' '));
    } catch (error) {
      if (stop.signal.aborted) return;
      setDone(undefined);
      setProblem(`${words.noFileSaved} ${problemWords(error)}`);
    }
  };
  return (
    <>
      <ExportChoices />
      <p class="export-note small soft" aria-live="polite">
        {problem || words.oneZip}
      </p>
      <div class="export-actions">
        {done === undefined ? (
          <>
            <Button tone="quiet" onClick={onClose}>
              {gallery.cancel}
            </Button>
            <Button tone="accent" onClick={() => void save()}>
              {gallery.save}
            </Button>
          </>
        ) : (
          <>
            <progress aria-label={gallery.progress} max={entries.length} value={done + (making.value ?? 0)} />
            <span class="small numerals">
              {words.exporting(Math.min(done + 1, entries.length), entries.length)}
            </span>
            <Button
              onClick={() => {
                stop.abort();
                onClose();
                toast(words.cancelled);
              }}
            >
              {gallery.cancel}
            </Button>
          </>
        )}
      </div>
    </>
  );
}
