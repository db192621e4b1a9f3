/**
 * Pictures that the gallery lacks: of drawings that came through the API, and of those whose page ended before it had made
 * theirs; and pictures that show less than what is drawn. Made one at a time while nobody does anything, without a
 * studio. Loaded when the gallery has been seen.
 */
import { effect } from '@preact/signals';
import type { DrawingEntry, Stroke } from '../../../core/drawing/types.ts';
import { strokesBounds } from '../../../ink/geometry/bounds.ts';
import { thumbnail } from '../../../ink/output/thumbnail.ts';
import { newId } from '../../platform/new-id.ts';
import {
  readPictured,
  readThumbsStale,
  type ThumbRecord,
  writePictured,
  writeThumbStale,
} from '../../studio/document/drawing-memory.ts';
import { drawingsApi } from '../../studio/document/drawings-port.ts';
import { penDown, unsavedDrawings } from '../../studio/saving/busy.ts';
import { syncState } from '../../sync/sync-link.ts';
import { writing } from '../list/changes.ts';
import { type DrawingList, drawingList, notePicture } from '../list/drawings.ts';

/** ms since the last change of a drawing: whoever draws on it, here or through the API, makes its picture too. */
const REST = 3_000;
/** ms between two looks at whether the page is idle, where the browser does not say. */
const LOOK = 500;

/** Revs whose picture was made, or cannot be: none is tried twice while the page lives. By drawing. */
const tried = new Map<string, number>();

/** Makes what is missing, and goes on as drawings come, until `stop`. */
export async function keepPictures(stop: AbortSignal): Promise<void> {
  const [pictured, stale] = await Promise.all([readPictured(), readThumbsStale()]);
  let wake = () => {};
  const news = (ms?: number) =>
    new Promise<void>((resolve) => {
      const timer = ms === undefined ? undefined : setTimeout(resolve, ms);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const end = effect(() => {
    if (drawingList('all').value && unsavedDrawings.value) wake();
  });
  stop.addEventListener('abort', () => {
    end();
    wake();
  });
  while (!stop.aborted) {
    const wanted = wantedOf(drawingList('all').value, pictured, stale);
    const next = wanted.find(isResting);
    if (!next) {
      await news(wanted.length > 0 ? REST : undefined);
    } else if (!(await isIdle())) {
      await news(LOOK);
    } else if (!stop.aborted) {
      const made = await makePicture(next, stop).catch(() => undefined);
      if (stop.aborted || (!made && penDown.value)) continue;
      tried.set(next.id, next.rev);
      if (!made) continue;
      pictured.set(next.id, made);
      stale.delete(next.id);
      void writePictured(new Map([[next.id, made]]));
      void writeThumbStale(next.id, false);
    }
  }
}

/** Drawings whose picture is missing or older than they are; what is seen for the first time is taken to be right. */
function wantedOf(
  { entries, away }: Pick<DrawingList, 'entries' | 'away'>,
  pictured: Map<string, ThumbRecord>,
  stale: ReadonlySet<string>,
): DrawingEntry[] {
  const first = new Map<string, ThumbRecord>();
  const wanted = entries.filter((entry) => {
    const { id, rev, thumb, strokeCount } = entry;
    if (tried.get(id) === rev || unsavedDrawings.value.has(id)) return false;
    if (thumb === '' && !away.has(id)) return strokeCount > 0;
    if (stale.has(id)) return true;
    // Whether it is right shows when it has been read.
    if (away.has(id)) return false;
    const known = pictured.get(id);
    if (known?.rev === rev) return false;
    const print = printOf(thumb);
    // It was changed, and the picture was not.
    if (known?.print === print) return true;
    first.set(id, { rev, print });
    return false;
  });
  for (const [id, one] of first) pictured.set(id, one);
  if (first.size > 0) void writePictured(first);
  return wanted;
}

/** What tells two pictures apart: at the end of a PNG stands the check sum of its pixels. */
function printOf(thumb: string): string {
  return `${thumb.length} ${thumb.slice(-32)}`;
}

function isResting({ updatedAt }: DrawingEntry): boolean {
  return Math.abs(Date.now() - Date.parse(updatedAt)) >= REST;
}

/** @returns undefined when it cannot be made or stored now; what was changed meanwhile is asked for again */
async function makePicture(entry: DrawingEntry, stop: AbortSignal): Promise<ThumbRecord | undefined> {
  const { id } = entry;
  const go = () => {
    stop.throwIfAborted();
    // A hand comes first: it is made when it rests.
    if (penDown.value) throw new Error('a hand draws');
  };
  const answer = await drawingsApi.read(id, {
    onDocument: async () => go(),
    onStrokes(strokes: readonly Stroke[]) {
      go();
      // What each covers is reckoned now, rather than of all at once.
      strokesBounds(strokes);
    },
  });
  if (!answer.ok || answer.value.trashed) return undefined;
  const { strokes, rev, thumb: stored } = answer.value;
  const thumb = await thumbnail(strokes, go);
  if (thumb === undefined) return undefined;
  if (thumb === stored) return { rev, print: printOf(thumb) };
  go();
  const patched = await drawingsApi.patch(id, {
    rev,
    key: newId(),
    operations: [{ op: 'replace', path: '/thumb', value: thumb }],
  });
  if (!patched.ok) return undefined;
  notePicture(id, thumb, patched.value);
  return { rev: patched.value, print: printOf(thumb) };
}

/** Resolves when the page has a moment: is there nothing else that it should do? */
async function isIdle(): Promise<boolean> {
  await new Promise<void>((resolve) => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(() => resolve());
    else setTimeout(resolve, LOOK);
  });
  const { value: sync } = syncState;
  return document.visibilityState === 'visible' && !penDown.value && writing.value === 0 && !sync?.progress;
}
