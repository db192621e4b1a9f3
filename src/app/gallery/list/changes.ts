/**
 * Changes that a person makes in the gallery: shown at once, saved through the API, reverted with a message on
 * failure.
 */
import { effect, signal } from '@preact/signals';
import type { DrawingEntry } from '../../../core/drawing/types.ts';
import { api } from '../../client/client.ts';
import { troubledDrawings, unsavedDrawings } from '../../studio/saving/busy.ts';
import { type Toast, toast, toastWhile } from '../../ui/toasts.ts';
import { gallery as words } from '../../words/en/gallery/gallery.ts';
import { saving } from '../../words/en/saving.ts';
import { problemWords } from '../../words/problems.ts';
import { shortTitle } from './arrange.ts';
import { deleted, drawingList, refresh, refreshAll, type Tab } from './drawings.ts';
import { unsavedWords, whenSaved } from './unsaved.ts';

/** Number of changes being saved. */
export const writing = signal(0);
/** Why the last change failed; `""` if it did not. */
const failure = signal('');
effect(() => {
  // A change that failed because a drawing was unsaved is no longer reported once it is saved.
  if (troubledDrawings.value.length === 0) failure.value = '';
});
/** Text about a long change, while it runs. */
export const doing = signal('');

/** The state of the person's changes in words, for the live region of the gallery. */
export function saveWords(tab: Tab): string {
  if (isSaved(tab)) return saving.saved;
  if (unsavedWords.value) return unsavedWords.value;
  if (failure.value) return failure.value;
  if (writing.value > 0 || unsavedDrawings.value.size > 0) return doing.value || saving.saving;
  return drawingList(tab).value.phase === 'failed' ? words.notOpened : words.opening;
}

/** True if everything that a tab shows is stored. */
export function isSaved(tab: Tab): boolean {
  if (unsavedWords.value || failure.value || writing.value > 0 || unsavedDrawings.value.size > 0)
    return false;
  return drawingList(tab).value.phase === 'ready';
}

/** Ids of drawings that are being moved between the lists. Neither list shows them meanwhile. */
export const moving = signal<ReadonlySet<string>>(new Set());

/** Hides drawings from both lists while they are moved. */
function hide(ids: Iterable<string>): void {
  moving.value = new Set([...moving.value, ...ids]);
}

function reveal(ids: Iterable<string>): void {
  const next = new Set(moving.value);
  for (const id of ids) next.delete(id);
  moving.value = next;
}

/** Runs work that moves drawings between the lists. Afterwards both lists are refreshed and show them again. */
export async function moveBetweenLists<T>(ids: readonly string[], work: () => Promise<T>): Promise<T> {
  writing.value++;
  hide(ids);
  try {
    return await work();
  } finally {
    await Promise.all([refresh('all'), drawingList('trash').value.phase !== 'loading' && refresh('trash')]);
    reveal(ids);
    writing.value--;
  }
}

/** The action of a message. */
export type Offer = NonNullable<Toast['action']>;

/** Shows why a change failed, until another one succeeds. `""` for success. */
export function noteOutcome(text: string, offer?: Offer): void {
  // Empty in between, so that an earlier message goes, also if it has the same text.
  failure.value = '';
  failure.value = text;
  if (text) toastWhile(() => failure.value === text, text, offer);
}

/** A full device, in a sentence for the person. */
export class DeviceFull extends Error {
  constructor() {
    super(words.deviceFull);
  }
}

/**
 * Runs a change that is already shown.
 * @param failed sentence for a failure
 * @param whenFull offered if the device is full
 * @returns true if it was saved
 */
export async function change(failed: string, work: () => Promise<void>, whenFull?: Offer): Promise<boolean> {
  writing.value++;
  try {
    await work();
    noteOutcome('');
    return true;
  } catch (error) {
    noteOutcome(`${failed} ${problemWords(error)}`, error instanceof DeviceFull ? whenFull : undefined);
    return false;
  } finally {
    writing.value--;
    refreshAll();
  }
}

interface ApiResult {
  readonly error?: unknown;
  readonly response: Response;
}

/**
 * Sends a request. If the device is full, deletes what can be made again and sends it again; then the same with
 * stored undo steps.
 * @throws DeviceFull if the device is full all the same
 */
export async function sendWithRoom<T extends ApiResult>(send: () => Promise<T>): Promise<T> {
  let result = await send();
  for (let more = 2; more > 0 && result.response.status === 507; more--) {
    const { makeRoom } = await import('../../studio/document/drawing-memory.ts');
    await makeRoom('');
    // Also if there was nothing to delete: browsers tidy their files then, which frees some space, too.
    result = await send();
  }
  if (result.response.status === 507) throw new DeviceFull();
  return result;
}

/**
 * Sends a request that moves a drawing between the lists.
 * @throws DeviceFull, or another Error with a sentence for the person
 */
async function sendMove(send: () => Promise<ApiResult>): Promise<void> {
  const { error, response } = await sendWithRoom(send);
  if (!response.ok) throw new Error(problemWords(error, response));
}

/**
 * Moves a drawing to the trash, after its unsaved strokes are stored.
 * @throws DeviceFull, or another Error with a sentence for the person
 */
export async function sendTrash(id: string): Promise<void> {
  await whenSaved(id);
  await sendMove(() => api.DELETE('/api/v1/drawings/{id}', { params: { path: { id } } }));
}

/**
 * Restores a drawing from the trash.
 * @throws an Error with a sentence for the person
 */
export async function sendRestore(id: string): Promise<void> {
  const header = { Prefer: 'return=minimal' } as const;
  await sendMove(() => api.PUT('/api/v1/drawings/{id}/restore', { params: { path: { id }, header } }));
}

/**
 * Offers to undo the move of these drawings to the trash, in one message, until one of them is moved, restored or
 * deleted, wherever that happens.
 * @param entries as they were before
 */
export function offerUndo(text: string, entries: readonly DrawingEntry[], run: () => void): void {
  const revs = new Map(entries.map(({ id, rev }) => [id, rev]));
  const areTrashed = () =>
    !drawingList('all').value.entries.some(({ id, rev }) => rev > (revs.get(id) ?? rev)) &&
    ![...revs.keys()].some((id) => moving.value.has(id) || deleted.value.has(id));
  toastWhile(areTrashed, text, { label: words.undo, run });
}

/**
 * Moves a drawing to the trash and offers to undo that.
 * @param whenFull offered if the device is too full even for that
 */
export async function trashDrawing(entry: DrawingEntry, whenFull: Offer): Promise<void> {
  const done = await moveBetweenLists([entry.id], () =>
    change(words.notTrashed(1, shortTitle(entry)), () => sendTrash(entry.id), whenFull),
  );
  if (!done) return;
  offerUndo(words.trashed(1, shortTitle(entry)), [entry], () => {
    void restoreDrawing(entry, { quietly: true });
  });
}

/**
 * Restores a drawing from the trash.
 * @param quietly true to show no message of success
 */
export async function restoreDrawing(entry: DrawingEntry, { quietly = false } = {}): Promise<void> {
  const done = await moveBetweenLists([entry.id], () =>
    change(words.notRestored(1, shortTitle(entry)), () => sendRestore(entry.id)),
  );
  if (done && !quietly) toast(words.restored(1, shortTitle(entry)));
}
