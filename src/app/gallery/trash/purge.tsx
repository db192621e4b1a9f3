/** Deleting for good: the question, and what is done when the answer is yes. Loaded when somebody asks for it. */
import type { DrawingEntry } from '../../../core/drawing/types.ts';
import { api } from '../../client/client.ts';
import { syncState } from '../../sync/sync-link.ts';
import { toast } from '../../ui/toasts.ts';
import { problemWords } from '../../words/problems.ts';
import { carry, doing, noteOutcome, quoted, withdrawOffers } from '../list/changes.ts';
import { trashSeen } from '../list/drawings.ts';
import { dialog, endSelecting } from '../list/gallery-state.ts';
import { countWords, move, subject, verb } from '../list/many.ts';
import { Question } from './Question.tsx';

/** Names how many. */
function ask(title: string, onYes: () => void, about = ''): void {
  const close = () => {
    dialog.value = undefined;
  };
  dialog.value = (
    <Question title={title} yes="Delete for good" onYes={onYes} onClose={close}>
      {about} You cannot undo this.
      {syncState.value?.on && ' With backup on, the server and your other devices delete it, too.'}
    </Question>
  );
}

/**
 * Asks, and deletes these when the answer is yes.
 * @param onYes what else happens then, at once
 */
export function askPurge(entries: readonly DrawingEntry[], onYes = () => {}): void {
  const [first] = entries;
  if (first === undefined) return;
  const which = entries.length === 1 ? quoted(first) : countWords(entries.length);
  ask(`Delete ${which} for good?`, () => {
    endSelecting();
    onYes();
    void purgeMany(entries);
  });
}

/** Asks with the number of all that is in the trash just then, and deletes these and no others. */
export async function askEmpty(): Promise<void> {
  try {
    const { entries, cursor } = await trashSeen();
    if (entries.length === 0) return;
    const many = countWords(entries.length);
    const all = entries.length === 1 ? 'the one drawing' : `all ${many}`;
    const empty = () => {
      endSelecting();
      void emptyUpTo(entries, cursor);
    };
    ask('Empty the trash?', empty, `This deletes ${all} in the trash for good.`);
  } catch (error) {
    noteOutcome(`The trash was not emptied. ${problemWords(error)}`);
  }
}

/**
 * Deletes one, as it was seen.
 * @throws with a sentence for the person
 */
export async function sendPurge(id: string, rev: number): Promise<void> {
  const { error, response } = await api.DELETE('/api/v1/trash/{id}', {
    params: { path: { id }, header: { 'If-Match': `"${rev}"` } },
  });
  // Somebody else was first.
  if (!response.ok && response.status !== 404) throw new Error(problemWords(error, response));
}

async function purgeMany(entries: readonly DrawingEntry[]): Promise<void> {
  withdrawOffers(entries.map(({ id }) => id));
  const words = `Deleting ${countWords(entries.length)}…`;
  const { done, left, problem } = await move(entries, words, sendPurge);
  noteOutcome(left.length ? `${subject(left)} ${verb(left)} not deleted. ${problem}` : '');
  if (done.length > 0) toast(`${subject(done)} ${verb(done)} deleted for good.`);
}

async function emptyUpTo(entries: readonly DrawingEntry[], cursor: string): Promise<void> {
  const ids = entries.map(({ id }) => id);
  withdrawOffers(ids);
  doing.value = `Deleting ${countWords(entries.length)}…`;
  try {
    await carry(ids, async () => {
      const { error, response } = await api.DELETE('/api/v1/trash', { params: { query: { cursor } } });
      if (!response.ok) throw new Error(problemWords(error, response));
    });
    noteOutcome('');
    toast('The trash is empty.');
  } catch (error) {
    noteOutcome(`The trash is not empty. ${problemWords(error)}`);
  } finally {
    doing.value = '';
  }
}
