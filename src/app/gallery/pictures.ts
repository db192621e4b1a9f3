/**
 * Makes thumbnails that are missing or out of date: of drawings stored through the API, or whose page was
 * closed too early. Works on one at a time while the page is idle, without a studio. Loaded after the gallery
 * is shown. Of drawings in the trash they stay on this page, because the API changes nothing there.
 */
import { effect } from '@preact/signals';
import type { DrawingEntry, Stroke } from '../../core/drawing/types.ts';
import { strokesBounds } from '../../ink/geometry/bounds.ts';
import { thumbnail } from '../../ink/output/thumbnail.ts';
import { newId } from '../platform/new-id.ts';
import {
  readPictured,
  readThumbsStale,
  writePictured,
  writeThumbStale,
} from '../studio/document/drawing-memory.ts';
import { drawingsApi } from '../studio/document/drawings-port.ts';
import type { ThumbRecord } from '../studio/document/memory-database.ts';
import { penDown, unsavedDrawings } from '../studio/saving/busy.ts';
import { syncState } from '../sync/sync-link.ts';
import { writing } from './list/changes.ts';
import { type DrawingList, drawingList, notePicture } from './list/drawings.ts';

/** ms after the last change of a drawing. Before that, the page that changes it may still make its thumbnail. */
const SETTLE_MS = 3_000;
/** ms between two checks whether the page is idle, in browsers without requestIdleCallback. */
const IDLE_CHECK_MS = 500;

/** Revisions that were tried, by drawing, so that none is tried twice. */
const tried = new Map<string, number>();

/** Makes missing thumbnails, also of drawings that come later, until `stop` is aborted. */
export async function keepPictures(stop: AbortSignal): Promise<void> {
  const [pictured, stale] = await Promise.all([readPictured(), readThumbsStale()]);
  let wake = () => {};
  const wait = (ms?: number) =>
    new Promise<void>((resolve) => {
      const timer = ms === undefined ? undefined : setTimeout(resolve, ms);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const end = effect(() => {
    if (drawingList('all').value && drawingList('trash').value && unsavedDrawings.value) wake();
  });
  stop.addEventListener('abort', () => {
    end();
    wake();
  });
  while (!stop.aborted) {
    const wanted = [
      ...wantedOf(drawingList('all').value, pictured, stale),
      ...drawingList('trash').value.entries.filter((entry) => isMissing(drawingList('trash').value, entry)),
    ];
    const next = wanted.find(isResting);
    if (!next) {
      await wait(wanted.length > 0 ? SETTLE_MS : undefined);
    } else if (!(await isIdle())) {
      await wait(IDLE_CHECK_MS);
    } else if (!stop.aborted) {
      const made = await makePicture(next, stop).catch(() => undefined);
      if (stop.aborted || (!made && penDown.value)) continue;
      tried.set(next.id, next.rev);
      if (!made || next.trashed) continue;
      pictured.set(next.id, made);
      stale.delete(next.id);
      void writePictured(new Map([[next.id, made]]));
      void writeThumbStale(next.id, false);
    }
  }
}

/** Drawings whose thumbnail is missing or out of date. A thumbnail without a record is taken to be current. */
function wantedOf(
  list: DrawingList,
  pictured: Map<string, ThumbRecord>,
  stale: ReadonlySet<string>,
): DrawingEntry[] {
  const { entries, away } = list;
  const first = new Map<string, ThumbRecord>();
  const wanted = entries.filter((entry) => {
    const { id, rev, thumb } = entry;
    if (tried.get(id) === rev || unsavedDrawings.value.has(id)) return false;
    if (thumb === '' && !away.has(id)) return isMissing(list, entry);
    if (stale.has(id)) return true;
    // Checked when the thumbnail is loaded.
    if (away.has(id)) return false;
    const known = pictured.get(id);
    if (known?.rev === rev) return false;
    const print = printOf(thumb);
    // The drawing has changed, and the thumbnail has not.
    if (known?.print === print) return true;
    first.set(id, { rev, print });
    return false;
  });
  for (const [id, one] of first) pictured.set(id, one);
  if (first.size > 0) void writePictured(first);
  return wanted;
}

/** True if a drawing has strokes and no thumbnail, and none was tried. */
function isMissing({ away }: DrawingList, { id, rev, thumb, strokeCount }: DrawingEntry): boolean {
  return thumb === '' && !away.has(id) && strokeCount > 0 && tried.get(id) !== rev;
}

/** A fingerprint of a thumbnail. The end of a PNG contains a checksum of its pixels. */
function printOf(thumb: string): string {
  return `${thumb.length} ${thumb.slice(-32)}`;
}

function isResting({ updatedAt }: DrawingEntry): boolean {
  return Math.abs(Date.now() - Date.parse(updatedAt)) >= SETTLE_MS;
}

/**
 * Makes and stores the thumbnail of a drawing.
 * @returns undefined if that is not possible now; a drawing that changed meanwhile is tried again
 */
async function makePicture(entry: DrawingEntry, stop: AbortSignal): Promise<ThumbRecord | undefined> {
  const { id, trashed } = entry;
  const go = () => {
    stop.throwIfAborted();
    // Drawing comes first. The thumbnail is tried again later.
    if (penDown.value) throw new Error('somebody draws');
  };
  const result = await drawingsApi.read(id, {
    onDocument: async () => go(),
    onStrokes(strokes: readonly Stroke[]) {
      go();
      // Computes the bounds of each part now, instead of all at once later.
      strokesBounds(strokes);
    },
  });
  if (!result.ok || result.value.trashed !== trashed) return undefined;
  const { strokes, layers, rev, thumb: stored } = result.value;
  const thumb = await thumbnail(strokes, layers, go);
  if (thumb === undefined) return undefined;
  if (thumb === stored) return { rev, print: printOf(thumb) };
  go();
  if (trashed) {
    notePicture('trash', id, thumb, rev);
    return { rev, print: printOf(thumb) };
  }
  const patched = await drawingsApi.patch(id, {
    rev,
    key: newId(),
    operations: [{ op: 'replace', path: '/thumb', value: thumb }],
  });
  if (!patched.ok) return undefined;
  notePicture('all', id, thumb, patched.value);
  return { rev: patched.value, print: printOf(thumb) };
}

/** Waits for an idle moment. Resolves with true if the page has nothing more important to do. */
async function isIdle(): Promise<boolean> {
  await new Promise<void>((resolve) => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(() => resolve());
    else setTimeout(resolve, IDLE_CHECK_MS);
  });
  const { value: sync } = syncState;
  return document.visibilityState === 'visible' && !penDown.value && writing.value === 0 && !sync?.progress;
}
