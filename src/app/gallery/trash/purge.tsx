/** Deletes drawings for good, after a question. Loaded when needed. */
import type { DrawingEntry } from '../../../core/drawing/types.ts';
import { api } from '../../client/client.ts';
import { syncState } from '../../sync/sync-link.ts';
import { toast } from '../../ui/toasts.ts';
import { gallery } from '../../words/en/gallery/gallery.ts';
import { trash as words } from '../../words/en/gallery/trash.ts';
import { problemWords } from '../../words/problems.ts';
import { doing, moveBetweenLists, noteOutcome } from '../list/changes.ts';
import { noteDeleted, trashSnapshot } from '../list/drawings.ts';
import { dialog, endSelecting } from '../list/gallery-state.ts';
import { countAndTitle, move } from '../list/many.ts';
import { Question } from './Question.tsx';

/** Shows the question. */
function ask(title: string, onYes: () => void, about = ''): void {
  const close = () => {
    dialog.value = undefined;
  };
  dialog.value = (
    <Question title={title} yes={gallery.purge} onYes={onYes} onClose={close}>
      {about} {words.noUndo} {syncState.value?.on && words.everywhere}
    </Question>
  );
}

/**
 * Asks, then deletes drawings for good.
 * @param onYes called at once when the person confirms
 */
export function askPurge(entries: readonly DrawingEntry[], onYes = () => {}): void {
  if (entries.length === 0) return;
  ask(words.purge(...countAndTitle(entries)), () => {
    endSelecting();
    onYes();
    void purgeMany(entries, (id, rev) => sendPurge(id, rev));
  });
}

/** Asks, then deletes drawings for good that are not in the trash, as they are now. */
export function askPurgeUntrashed(entries: readonly DrawingEntry[]): void {
  ask(words.purge(...countAndTitle(entries)), () => {
    void purgeMany(entries, (id, rev) => sendPurge(id, rev, { untrashed: 'true' }));
  });
}

/** Asks, then deletes all drawings that were in the trash when the question was asked, and no later ones. */
export async function askEmpty(): Promise<void> {
  try {
    const { entries, cursor } = await trashSnapshot();
    if (entries.length === 0) return;
    const empty = () => {
      endSelecting();
      void emptyUpTo(entries, cursor);
    };
    ask(words.empty, empty, words.emptyText(entries.length));
  } catch (error) {
    noteOutcome(`${words.notEmptied} ${problemWords(error)}`);
  }
}

/**
 * Deletes a drawing for good, unless it has changed since revision `rev`.
 * @throws an Error with a sentence for the person
 */
async function sendPurge(id: string, rev: number, query: { untrashed?: 'true' } = {}): Promise<void> {
  const { error, response } = await api.DELETE('/api/v1/trash/{id}', {
    params: { path: { id }, query, header: { 'If-Match': `"${rev}"` } },
  });
  // 404: already deleted elsewhere.
  if (!response.ok && response.status !== 404) throw new Error(problemWords(error, response));
}

async function purgeMany(
  entries: readonly DrawingEntry[],
  send: (id: string, rev: number) => Promise<void>,
): Promise<void> {
  const { done, left, problem } = await move(entries, words.purging(entries.length), send);
  noteDeleted(done);
  noteOutcome(left.length ? `${words.notPurged(...countAndTitle(left))} ${problem}` : '');
  if (done.length > 0) toast(words.purged(...countAndTitle(done)));
}

async function emptyUpTo(entries: readonly DrawingEntry[], cursor: string): Promise<void> {
  const ids = entries.map(({ id }) => id);
  doing.value = words.purging(entries.length);
  try {
    await moveBetweenLists(ids, async () => {
      const { error, response } = await api.DELETE('/api/v1/trash', { params: { query: { cursor } } });
      if (!response.ok) throw new Error(problemWords(error, response));
    });
    noteDeleted(entries);
    noteOutcome('');
    toast(words.emptied);
  } catch (error) {
    noteOutcome(`${words.notEmptied} ${problemWords(error)}`);
  } finally {
    doing.value = '';
  }
}
