import { useEffect } from 'preact/hooks';
import type { SyncStatus } from '../../../sync/state/sync-status.ts';
import { titleWords } from '../../gallery/list/arrange.ts';
import { drawingList, refresh } from '../../gallery/list/drawings.ts';
import { drawingAddress } from '../../router.ts';
import { notices as words } from '../../words/en/sync/notices.ts';
import { drawingTrouble } from './sync-words.ts';

/** Most drawings that are listed. */
const LISTED_MAX = 10;

/** The drawings that sync had to leave out: which, why, and what is safe. */
export function DrawingTroubles({ troubles }: Pick<SyncStatus, 'troubles'>) {
  const some = troubles.length > 0;
  useEffect(() => {
    if (some && drawingList('all').value.phase === 'loading') void refresh('all');
  }, [some]);
  if (!some) return null;
  const { phase, complete, entries: known } = drawingList('all').value;
  const entries = new Map(known.map((entry) => [entry.id, entry]));
  const isReading = !complete && phase !== 'failed';
  return (
    <div>
      <p>{words.leftOut(troubles.length)}</p>
      <ul class="sync-troubles">
        {troubles.slice(0, LISTED_MAX).map((trouble) => {
          const entry = entries.get(trouble.drawing);
          return (
            <li key={trouble.drawing}>
              {entry ? (
                <a href={drawingAddress(entry.id)} dir="auto">
                  {titleWords(entry.title)}
                </a>
              ) : (
                <span aria-busy={isReading}>{isReading ? '\u00a0' : words.notHere}</span>
              )}
              <p class="small">{drawingTrouble(trouble)}</p>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
