import './trashed.css';
import { useEffect, useState } from 'preact/hooks';
import type { Drawing, DrawingEntry } from '../../../core/drawing/types.ts';
import { onPaper } from '../../paper/on-paper.ts';
import { drawingAddress, navigate, TRASH_ADDRESS } from '../../router.ts';
import { ReadOnlyPaper } from '../../shared/ReadOnlyPaper.tsx';
import { drawingsApi } from '../../studio/document/drawings-port.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Page } from '../../ui/Page.tsx';
import { gallery } from '../../words/en/gallery/gallery.ts';
import { trash as words } from '../../words/en/gallery/trash.ts';
import { saving } from '../../words/en/saving.ts';
import { codeWords, problemWords } from '../../words/problems.ts';
import { titleWords } from '../list/arrange.ts';
import { restoreDrawing, saveWords } from '../list/changes.ts';
import { dialog } from '../list/gallery-state.ts';
import { askPurge } from './purge.tsx';

type State = { readonly drawing: Drawing } | { readonly problem: string } | undefined;

/** The view of a drawing in the trash, which cannot be changed. */
export default function TrashedView({ id }: { readonly id: string }) {
  const [state, setState] = useState<State>();
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let shown = true;
    const show = (next: State) => shown && setState(next);
    drawingsApi.read(id).then(
      (result) => {
        if (!result.ok) show({ problem: codeWords(result.code) ?? result.message });
        else if (result.value.trashed) show({ drawing: result.value });
        else if (shown) navigate(drawingAddress(id), { replace: true });
      },
      (error: unknown) => show({ problem: problemWords(error) }),
    );
    return () => {
      shown = false;
      dialog.value = undefined;
    };
  }, [id, attempt]);
  useEffect(() => {
    // Another page or sync may restore or delete the drawing.
    const channel = new BroadcastChannel('drawings');
    channel.onmessage = ({ data }) => data?.id === id && setAttempt((count) => count + 1);
    return () => channel.close();
  }, [id]);
  const drawing = state && 'drawing' in state ? state.drawing : undefined;
  const entry = drawing && entryOf(drawing);
  return (
    <Page
      title={titleOf(state)}
      note={
        <div class="page-note">
          <a class="trashed-back" href={TRASH_ADDRESS}>
            <Icon name="back" />
            {gallery.tabs.trash}
          </a>
          <p role="status" class="unseen">
            {saveWords('trash')}
          </p>
        </div>
      }
      action={
        entry && (
          <div class="page-actions">
            <Button tone="accent" icon="restore" onClick={() => void restoreDrawing(entry)}>
              {gallery.restore}
            </Button>
            <Button
              tone="danger"
              icon="trash"
              onClick={() => askPurge([entry], () => navigate(TRASH_ADDRESS))}
            >
              {gallery.purge}
            </Button>
          </div>
        )
      }
    >
      {state && 'problem' in state ? (
        <p>{state.problem}</p>
      ) : (
        <div class="read-only-paper dashed" {...onPaper(drawing?.paper)} aria-busy={drawing === undefined}>
          {drawing && (
            <ReadOnlyPaper
              strokes={drawing.strokes}
              layers={drawing.layers}
              paper={drawing.paper}
              label={words.picture(drawing.strokes.length)}
            />
          )}
          {drawing?.strokes.length === 0 && <p class="read-only-words">{saving.blank}</p>}
        </div>
      )}
      {dialog.value}
    </Page>
  );
}

function titleOf(state: State): string {
  if (state === undefined) return gallery.opening;
  return 'drawing' in state ? titleWords(state.drawing.title) : words.notFound;
}

function entryOf({ strokes, ...drawing }: Drawing): DrawingEntry {
  return { ...drawing, strokeCount: strokes.length };
}
