/** Moves many drawings to the trash or back, with one message and one undo. Loaded when needed. */
import type { DrawingEntry } from '../../../core/drawing/types.ts';
import { toast } from '../../ui/toasts.ts';
import { gallery } from '../../words/en/gallery/gallery.ts';
import { trash } from '../../words/en/gallery/trash.ts';
import { problemWords } from '../../words/problems.ts';
import { shortTitle } from './arrange.ts';
import {
  DeviceFull,
  doing,
  moveBetweenLists,
  noteOutcome,
  type Offer,
  offerUndo,
  sendRestore,
  sendTrash,
} from './changes.ts';
import { progress } from './gallery-state.ts';

/** Most requests at the same time. The store executes writes one after the other. */
const CONCURRENT_MAX = 4;

type Entries = readonly DrawingEntry[];

interface Outcome {
  readonly done: Entries;
  readonly left: Entries;
  /** Reason of the first failure. */
  readonly problem: string;
  /** Those of `left` for which the device was full. */
  readonly full: Entries;
}

/** Parameters for messages: the number of drawings, and the title of the first. */
export function countAndTitle(entries: Entries): [count: number, title: string] {
  return [entries.length, entries[0] ? shortTitle(entries[0]) : ''];
}

/** Sends a request for each drawing, four at a time. A failure does not stop the others. */
async function sendAll(entries: Entries, send: (id: string, rev: number) => Promise<void>): Promise<Outcome> {
  const waiting = [...entries];
  const done: DrawingEntry[] = [];
  const left: DrawingEntry[] = [];
  const full: DrawingEntry[] = [];
  let problem = '';
  const work = async () => {
    for (let entry = waiting.shift(); entry; entry = waiting.shift()) {
      try {
        await send(entry.id, entry.rev);
        done.push(entry);
      } catch (error) {
        left.push(entry);
        if (error instanceof DeviceFull) full.push(entry);
        problem ||= problemWords(error);
      }
      progress.value = { done: done.length + left.length, all: entries.length };
    }
  };
  await Promise.all(Array.from({ length: CONCURRENT_MAX }, work));
  return { done, left, problem, full };
}

/**
 * Sends a request for each drawing, with progress and status.
 * @param words status while this runs
 */
export async function move(
  entries: Entries,
  words: string,
  send: (id: string, rev: number) => Promise<void>,
): Promise<Outcome> {
  doing.value = words;
  progress.value = { done: 0, all: entries.length };
  try {
    return await moveBetweenLists(
      entries.map(({ id }) => id),
      () => sendAll(entries, send),
    );
  } finally {
    doing.value = '';
    progress.value = undefined;
  }
}

/**
 * Moves drawings to the trash and offers to undo that for all of them.
 * @param whenFull offers something for those for which the device is too full even for that
 */
export async function trashMany(entries: Entries, whenFull: (full: Entries) => Offer): Promise<void> {
  const words = trash.trashing(entries.length);
  const { done, left, problem, full } = await move(entries, words, sendTrash);
  const offer = full.length > 0 ? whenFull(full) : undefined;
  noteOutcome(left.length ? `${gallery.notTrashed(...countAndTitle(left))} ${problem}` : '', offer);
  if (done.length === 0) return;
  offerUndo(gallery.trashed(...countAndTitle(done)), done, () => void restoreMany(done, { quietly: true }));
}

/**
 * Restores drawings from the trash.
 * @param quietly true to show no message of success
 */
export async function restoreMany(entries: Entries, { quietly = false } = {}): Promise<void> {
  const words = trash.restoring(entries.length);
  const { done, left, problem } = await move(entries, words, sendRestore);
  noteOutcome(left.length ? `${gallery.notRestored(...countAndTitle(left))} ${problem}` : '');
  if (done.length > 0 && !quietly) toast(gallery.restored(...countAndTitle(done)));
}
