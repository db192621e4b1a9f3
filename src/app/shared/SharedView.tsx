import '../studio/controls/header-menu.css';
import '../gallery/actions/export-dialog.css';
import './shared.css';
import { effect, signal } from '@preact/signals';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { writeCopy } from '../gallery/actions/duplicate.ts';
import { titleWords } from '../gallery/list/arrange.ts';
import { onPaper } from '../paper/on-paper.ts';
import { lookedAt } from '../platform/looked-at.ts';
import { newId } from '../platform/new-id.ts';
import { online } from '../platform/online.ts';
import { drawingAddress, navigate } from '../router.ts';
import { reuseStrokes } from '../studio/document/content.ts';
import { drawingsApi } from '../studio/document/drawings-port.ts';
import { ExportSheet } from '../studio/export/ExportMenu.tsx';
import { followStream } from '../sync/live-stream.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Page } from '../ui/Page.tsx';
import { toast } from '../ui/toasts.ts';
import { shared as words } from '../words/en/shared.ts';
import { relativeTime } from '../words/format.ts';
import { ReadOnlyPaper } from './ReadOnlyPaper.tsx';
import { readShared, type SharedDrawing, type Shown } from './shared-drawing.ts';
import { afterSilence, createReader, type SharedReader } from './shared-reader.ts';

/** The page of a link: the drawing that somebody shares. */
export default function SharedView({ secret }: { readonly secret: string }) {
  const { shown, look } = useShared(secret);
  if (shown !== undefined && shown.kind !== 'drawing') return <Nothing kind={shown.kind} onRetry={look} />;
  const drawing = shown?.drawing;
  return (
    <Page
      title={drawing ? titleWords(drawing.title) : words.opening}
      note={<p class="page-note soft">{words.note}</p>}
      action={drawing && <Actions drawing={drawing} />}
    >
      {shown?.keptAt !== undefined && (
        <Notice icon="offline" title={words.kept(relativeTime(shown.keptAt, Date.now()))} />
      )}
      <Paper drawing={drawing} />
    </Page>
  );
}

/** Longest pause, ms, before a watched page asks for its stream again: somebody is looking at it. */
const PAUSE_MAX = 4_000;

/** The drawing of a link as it is now, for as long as somebody looks. */
function useShared(secret: string): { readonly shown: Shown | undefined; readonly look: () => void } {
  const [shown, setShown] = useState<Shown>();
  const reader = useRef<SharedReader>(undefined);
  useEffect(() => {
    const own = createReader(
      () => readShared(secret),
      (next) => setShown((before) => later(before, next)),
    );
    reader.current = own;
    const again = () => document.visibilityState === 'visible' && own.look();
    addEventListener('online', again);
    document.addEventListener('visibilitychange', again);
    own.look();
    return () => {
      own.close();
      removeEventListener('online', again);
      document.removeEventListener('visibilitychange', again);
    };
  }, [secret]);
  // A link that ended tells no news. If it works again, because the drawing came back from the trash, a stream begins.
  const isGone = shown?.kind === 'gone' || shown?.kind === 'ended';
  useEffect(() => {
    if (isGone) return;
    return effect(() => {
      if (!online.value || !lookedAt.value) return;
      const controller = new AbortController();
      const tickets = `/api/v1/shared/${encodeURIComponent(secret)}/live-tickets`;
      const look = () => reader.current?.look();
      // A look says whether the server can be reached, and shows what it missed.
      const onOpen = afterSilence(look, controller.signal);
      const onNews = (state: string) => reader.current?.onNews(state);
      void followStream({ tickets, onNews, onOpen, onGone: look, pauseMax: PAUSE_MAX }, controller.signal);
      return () => controller.abort();
    });
  }, [secret, isGone]);
  return { shown, look: () => reader.current?.look() };
}

const isShown = (shown: Shown | undefined) => shown?.kind === 'drawing' || shown?.kind === 'ended';

/** The next state. An unchanged drawing stays the same object, so that nothing is drawn again. */
function later(before: Shown | undefined, next: Shown): Shown {
  if (next.kind === 'gone') return isShown(before) ? { kind: 'ended' } : next;
  if (before?.kind !== 'drawing') return next;
  if (next.kind === 'unreachable') return { ...before, keptAt: before.keptAt ?? new Date().toISOString() };
  if (next.kind !== 'drawing') return before;
  if (next.tag !== null && next.tag === before.tag) return { ...next, drawing: before.drawing };
  const strokes = reuseStrokes(next.drawing.strokes, before.drawing.strokes);
  return { ...next, drawing: { ...next.drawing, strokes } };
}

function Nothing({
  kind,
  onRetry,
}: {
  readonly kind: Exclude<Shown['kind'], 'drawing'>;
  readonly onRetry: () => void;
}) {
  const isGone = kind === 'gone' || kind === 'ended';
  const texts: Readonly<Record<typeof kind, readonly [title: string, text: string]>> = {
    gone: [words.gone, words.goneText],
    ended: [words.hasEnded, words.hasEndedText],
    limited: [words.unreachable, words.limited],
    unreachable: [words.unreachable, words.unreachableText],
  };
  const [title, text] = texts[kind];
  return (
    <Page title={title}>
      <div class="prose">
        <p>{text}</p>
      </div>
      <p class="page-elsewhere">
        <Button tone={isGone ? 'plain' : 'accent'} icon="refresh" onClick={onRetry}>
          {words.retry}
        </Button>
      </p>
    </Page>
  );
}

function Paper({ drawing }: { readonly drawing: SharedDrawing | undefined }) {
  const showAll = useRef(() => {});
  const isBlank = drawing?.strokes.length === 0;
  return (
    <div class="read-only-paper shared-paper" {...onPaper(drawing?.paper)} aria-busy={drawing === undefined}>
      {drawing && (
        <ReadOnlyPaper
          strokes={drawing.strokes}
          layers={drawing.layers}
          paper={drawing.paper}
          label={words.picture(drawing.strokes.length)}
          onReady={(next) => {
            showAll.current = next;
          }}
        />
      )}
      {isBlank && <p class="read-only-words">{words.blank}</p>}
      {drawing && !isBlank && (
        <div class="shared-fit">
          <Button onClick={() => showAll.current()}>{words.fit}</Button>
        </div>
      )}
    </div>
  );
}

function Actions({ drawing }: { readonly drawing: SharedDrawing }) {
  const [exports, setExports] = useState(false);
  const [saving, setSaving] = useState(false);
  // One id, so that a copy which is saved again after an error is the same drawing.
  const [id] = useState(newId);
  const { title, paper, layers, strokes, createdAt, updatedAt } = drawing;
  const exported = useMemo(
    () => ({
      title: signal(title),
      paper: signal(paper),
      layers: signal(layers),
      strokes: signal(strokes),
      createdAt,
      changedAt: updatedAt,
    }),
    [drawing],
  );
  const save = async () => {
    setSaving(true);
    try {
      await writeCopy(drawingsApi, { title, paper, layers, strokes, thumb: '' }, id, () => {});
      toast(words.saved);
      navigate(drawingAddress(id));
    } catch {
      toast(words.notSaved);
      setSaving(false);
    }
  };
  return (
    <div class="page-actions">
      <Button icon="export" disabled={strokes.length === 0} onClick={() => setExports(true)}>
        {words.export}
      </Button>
      <Button tone="accent" icon="plus" disabled={saving || strokes.length === 0} onClick={() => void save()}>
        {words.save}
      </Button>
      {exports && (
        <Dialog title={words.export} onClose={() => setExports(false)}>
          <div class="export export-dialog">
            <ExportSheet
              drawing={exported}
              onDone={() => setExports(false)}
              onCancel={() => setExports(false)}
            />
          </div>
        </Dialog>
      )}
    </div>
  );
}
