/** Many drawings to the trash or back at once: one message, one Undo, and what did not go said. Loaded when it is needed. */
import type { DrawingEntry } from '../../../core/drawing/types.ts';
import { toast } from '../../ui/toasts.ts';
import { gallery } from '../../words/en/gallery/gallery.ts';
import { trash } from '../../words/en/gallery/trash.ts';
import { problemWords } from '../../words/problems.ts';
import { shortTitle } from './arrange.ts';
import { carry, doing, noteOutcome, offerUndo, sendRestore, sendTrash, withdrawOffers } from './changes.ts';
import { progress } from './gallery-state.ts';

/** Requests under way at the same time: the worker's store writes one after the other. */
const TOGETHER = 4;

type Entries = readonly DrawingEntry[];

interface Outcome {
  readonly done: Entries;
  readonly left: Entries;
  /** Why the first of those that are left did not go. */
  readonly problem: string;
}

/** How many, and what the first is called: one is named, more are counted. At least one. */
export function named(entries: Entries): [count: number, title: string] {
  return [entries.length, entries[0] ? shortTitle(entries[0]) : ''];
}

/** Sends one request for each, some at a time; one that fails does not stop the others. */
async function each(entries: Entries, send: (id: string, rev: number) => Promise<void>): Promise<Outcome> {
  const waiting = [...entries];
  const done: DrawingEntry[] = [];
  const left: DrawingEntry[] = [];
  let problem = '';
  const work = async () => {
    for (let entry = waiting.shift(); entry; entry = waiting.shift()) {
      try {
        await send(entry.id, entry.rev);
        done.push(entry);
      } catch (error) {
        left.push(entry);
        problem ||= problemWords(error);
      }
      progress.value = { done: done.length + left.length, all: entries.length };
    }
  };
  await Promise.all(Array.from({ length: TOGETHER }, work));
  return { done, left, problem };
}

/** Runs a request for each, as work on all of them. */
export async function move(
  entries: Entries,
  words: string,
  send: (id: string, rev: number) => Promise<void>,
): Promise<Outcome> {
  doing.value = words;
  progress.value = { done: 0, all: entries.length };
  try {
    return await carry(
      entries.map(({ id }) => id),
      () => each(entries, send),
    );
  } finally {
    doing.value = '';
    progress.value = undefined;
  }
}

/** Moves drawings to the trash, and offers to undo that for all of them. */
export async function trashMany(entries: Entries): Promise<void> {
  const words = trash.trashing(entries.length);
  const { done, left, problem } = await move(entries, words, sendTrash);
  noteOutcome(left.length ? `${gallery.notTrashed(...named(left))} ${problem}` : '');
  if (done.length === 0) return;
  offerUndo(
    gallery.trashed(...named(done)),
    done.map(({ id }) => id),
    () => void restoreMany(done, { quietly: true }),
  );
}

/** Takes drawings back out of the trash. */
export async function restoreMany(entries: Entries, { quietly = false } = {}): Promise<void> {
  withdrawOffers(entries.map(({ id }) => id));
  const words = trash.restoring(entries.length);
  const { done, left, problem } = await move(entries, words, sendRestore);
  noteOutcome(left.length ? `${gallery.notRestored(...named(left))} ${problem}` : '');
  if (done.length > 0 && !quietly) toast(gallery.restored(...named(done)));
}
