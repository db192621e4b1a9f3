/** What a person does to drawings in the gallery: shown at once, saved through the API, taken back in words when it fails. */
import { effect, signal } from '@preact/signals';
import type { DrawingEntry } from '../../../core/drawing/types.ts';
import { api } from '../../client/client.ts';
import { newId } from '../../platform/new-id.ts';
import { troubledDrawings, unsavedDrawings } from '../../studio/saving/busy.ts';
import { dismissToast, toast } from '../../ui/toasts.ts';
import { gallery as words } from '../../words/en/gallery/gallery.ts';
import { saving } from '../../words/en/saving.ts';
import { problemWords } from '../../words/problems.ts';
import { shortTitle } from './arrange.ts';
import { drawingList, refresh, refreshAll, type Tab } from './drawings.ts';
import { unsavedWords, whenSaved } from './unsaved.ts';

/** How much is being saved just now. */
export const writing = signal(0);
const unsaved = signal('');
effect(() => {
  // What was refused because a drawing was not saved is no news once it is.
  if (troubledDrawings.value.length === 0) unsaved.value = '';
});
/** What is being done, when it takes long enough to be told. */
export const doing = signal('');

/** What has become of the person's changes, in words; the live region of the gallery. `tab`: the list that is shown. */
export function saveWords(tab: Tab): string {
  if (isSaved(tab)) return saving.saved;
  if (unsavedWords.value) return unsavedWords.value;
  if (unsaved.value) return unsaved.value;
  if (writing.value > 0 || unsavedDrawings.value.size > 0) return doing.value || saving.saving;
  return drawingList(tab).value.phase === 'failed' ? words.notOpened : words.opening;
}

/** Is all durable that a tab shows? */
export function isSaved(tab: Tab): boolean {
  if (unsavedWords.value || unsaved.value || writing.value > 0 || unsavedDrawings.value.size > 0)
    return false;
  return drawingList(tab).value.phase === 'ready';
}

/** Ids that are on their way from one list to the other: they are shown in neither until all is done. */
export const leaving = signal<ReadonlySet<string>>(new Set());

export function leave(ids: Iterable<string>): void {
  leaving.value = new Set([...leaving.value, ...ids]);
}

function settle(ids: Iterable<string>): void {
  const next = new Set(leaving.value);
  for (const id of ids) next.delete(id);
  leaving.value = next;
}

/** Work on drawings that are on their way: counted as being saved, and shown where they are when it is over. */
export async function carry<T>(ids: readonly string[], work: () => Promise<T>): Promise<T> {
  writing.value++;
  leave(ids);
  try {
    return await work();
  } finally {
    await Promise.all([refresh('all'), drawingList('trash').value.phase !== 'loading' && refresh('trash')]);
    settle(ids);
    writing.value--;
  }
}

/** Says what went wrong until something goes right. */
export function noteOutcome(text: string): void {
  unsaved.value = text;
  if (text) toast(text);
}

/** Runs a change that shows itself at once. True when it is saved. */
export async function change(failed: string, work: () => Promise<void>): Promise<boolean> {
  writing.value++;
  try {
    await work();
    noteOutcome('');
    return true;
  } catch (error) {
    noteOutcome(`${failed} ${problemWords(error)}`);
    return false;
  } finally {
    writing.value--;
    refreshAll();
  }
}

interface Sent {
  readonly error?: unknown;
  readonly response: Response;
}

/**
 * Moves a drawing between the lists. On a full device what could be undone of drawings is let go of first.
 * @throws with a sentence for the person
 */
async function sendMove(send: () => Promise<Sent>): Promise<void> {
  let { error, response } = await send();
  if (response.status === 507) {
    const { makeRoom } = await import('../../studio/document/drawing-memory.ts');
    if (await makeRoom('')) ({ error, response } = await send());
    if (response.status === 507) {
      throw new Error(words.deviceFull);
    }
  }
  if (!response.ok) throw new Error(problemWords(error, response));
}

/** @throws with a sentence for the person */
export async function sendTrash(id: string): Promise<void> {
  await whenSaved(id);
  await sendMove(() => api.DELETE('/api/v1/drawings/{id}', { params: { path: { id } } }));
}

/** @throws with a sentence for the person */
export async function sendRestore(id: string): Promise<void> {
  const header = { Prefer: 'return=minimal' } as const;
  await sendMove(() => api.PUT('/api/v1/drawings/{id}/restore', { params: { path: { id }, header } }));
}

/** The toast that offers to undo the trashing of a drawing, by the drawing's id. */
const undoOffers = new Map<string, number>();

/** Takes away the offer to undo the trashing of these: they are back. */
export function withdrawOffers(ids: Iterable<string>): void {
  for (const id of ids) {
    dismissToast(undoOffers.get(id));
    undoOffers.delete(id);
  }
}

/** Offers to undo the trashing of these, together. */
export function offerUndo(text: string, ids: readonly string[], run: () => void): void {
  const key = toast(text, { label: words.undo, run });
  for (const id of ids) undoOffers.set(id, key);
}

/** Moves a drawing to the trash, and offers to undo it. */
export async function trashDrawing(entry: DrawingEntry): Promise<void> {
  const done = await carry([entry.id], () =>
    change(words.notTrashed(1, shortTitle(entry)), () => sendTrash(entry.id)),
  );
  if (!done) return;
  offerUndo(words.trashed(1, shortTitle(entry)), [entry.id], () => {
    void restoreDrawing(entry, { quietly: true });
  });
}

/** Takes a drawing back out of the trash. */
export async function restoreDrawing(entry: DrawingEntry, { quietly = false } = {}): Promise<void> {
  withdrawOffers([entry.id]);
  const done = await carry([entry.id], () =>
    change(words.notRestored(1, shortTitle(entry)), () => sendRestore(entry.id)),
  );
  if (done && !quietly) toast(words.restored(1, shortTitle(entry)));
}

/** Gives a drawing another title, at most 200 code points. Strokes drawn meanwhile do not stand in its way. */
export async function renameDrawing(entry: DrawingEntry, title: string): Promise<void> {
  const open = unsavedDrawings.value.get(entry.id);
  if (open?.isRead) {
    // It is saved with what waits.
    open.rename(title);
    return;
  }
  const list = drawingList('all');
  const show = (shown: string) => {
    list.value = {
      ...list.value,
      entries: list.value.entries.map((one) => (one.id === entry.id ? { ...one, title: shown } : one)),
    };
  };
  const done = await change(words.notRenamed(shortTitle(entry)), async () => {
    show(title);
    let rev = entry.rev;
    for (let attempt = 1; ; attempt++) {
      const { error, response } = await api.PATCH('/api/v1/drawings/{id}', {
        params: { path: { id: entry.id }, header: { 'If-Match': `"${rev}"`, 'Idempotency-Key': newId() } },
        body: [
          { op: 'test', path: '/title', value: entry.title },
          { op: 'replace', path: '/title', value: title },
        ],
        headers: { 'Content-Type': 'application/json-patch+json' },
      });
      if (response.ok) return;
      const current = Number(/\d+/.exec(response.headers.get('ETag') ?? '')?.[0]);
      const moved = response.status === 409 && error?.error.code === 'conflict' && current !== rev;
      if (!moved || !Number.isInteger(current) || attempt === 3)
        throw new Error(problemWords(error, response));
      rev = current;
    }
  });
  if (!done) show(entry.title);
}
