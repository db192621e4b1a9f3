/** Many drawings to the trash or back at once: one message, one Undo, and what did not go said. Loaded when it is needed. */
import type { DrawingEntry } from '../../../core/drawing/types.ts';
import { toast } from '../../ui/toasts.ts';
import { problemWords } from '../../words/problems.ts';
import {
  carry,
  doing,
  noteOutcome,
  offerUndo,
  quoted,
  sendRestore,
  sendTrash,
  withdrawOffers,
} from './changes.ts';
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

export function countWords(count: number): string {
  return count === 1 ? '1 drawing' : `${count.toLocaleString('en-SG')} drawings`;
}

export function subject(entries: Entries): string {
  return entries.length === 1 && entries[0] ? quoted(entries[0]) : countWords(entries.length);
}

export function verb(entries: Entries): string {
  return entries.length === 1 ? 'is' : 'are';
}

function past(entries: Entries): string {
  return entries.length === 1 ? 'was' : 'were';
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
  const words = `Moving ${countWords(entries.length)} to the trash…`;
  const { done, left, problem } = await move(entries, words, sendTrash);
  noteOutcome(left.length ? `${subject(left)} ${past(left)} not moved to the trash. ${problem}` : '');
  if (done.length === 0) return;
  offerUndo(
    `${subject(done)} ${verb(done)} in the trash.`,
    done.map(({ id }) => id),
    () => void restoreMany(done, { quietly: true }),
  );
}

/** Takes drawings back out of the trash. */
export async function restoreMany(entries: Entries, { quietly = false } = {}): Promise<void> {
  withdrawOffers(entries.map(({ id }) => id));
  const words = `Taking ${countWords(entries.length)} back…`;
  const { done, left, problem } = await move(entries, words, sendRestore);
  noteOutcome(left.length ? `${subject(left)} ${past(left)} not restored. ${problem}` : '');
  if (done.length > 0 && !quietly) toast(`${subject(done)} ${verb(done)} back among your drawings.`);
}
