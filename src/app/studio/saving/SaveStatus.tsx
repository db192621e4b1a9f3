import type { ReadonlySignal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import type { SyncStatus } from '../../../sync/state/sync-status.ts';
import { backupWords, isSettled } from '../../sync/backup.ts';
import { syncState } from '../../sync/sync-link.ts';
import { useBackup } from '../../sync/use-backup.ts';
import { Icon } from '../../ui/Icon.tsx';
import { saving as words } from '../../words/en/saving.ts';
import { studio } from '../../words/en/studio/studio.ts';
import { type SaveState, saveWords } from './save-state.ts';

/** ms after which saving is shown. Most saves end before anybody could read it. */
const SHOW_AFTER = 600;

/** The state to show, without short saves. */
function useShown(state: SaveState): SaveState {
  const [shown, setShown] = useState(state);
  const lags = state.kind === 'saving' && (shown.kind === 'saved' || shown.kind === 'blank');
  useEffect(() => {
    if (!lags) {
      setShown(state);
      return;
    }
    const timer = setTimeout(() => setShown(state), SHOW_AFTER);
    return () => clearTimeout(timer);
  }, [lags, state]);
  return lags ? shown : state;
}

/** True if the backup goes on only after a person has done something, which Settings names. */
function hasStopped(state: SyncStatus | undefined): boolean {
  if (!state?.on || state.paused || state.trouble === null) return false;
  return state.retryAt === null || state.trouble === 'server_full';
}

interface SaveStatusProps {
  /** A signal, so that a save renders this alone. */
  readonly state: ReadonlySignal<SaveState>;
  /** Id of the drawing. */
  readonly id: string;
}

/**
 * The state of saving and backup in words. Screen readers hear every state at once; the visible text does not
 * change during a quick save.
 */
export function SaveStatus({ state: { value: state }, id }: SaveStatusProps) {
  const shown = useShown(state);
  const isSaved = state.kind === 'saved';
  const backup = useBackup(!isSaved && state.kind !== 'blank', id);
  const isStopped = isSaved && hasStopped(syncState.value);
  const told = isStopped ? studio.backupStopped : isSaved ? backupWords(backup) : '';
  return (
    <div class={`save-status ${shown.kind}`}>
      {isStopped ? (
        <a class="save-shown" href="/settings">
          <Icon name="warning" />
          {told}
        </a>
      ) : (
        <span class="save-shown" aria-hidden="true">
          {shown.kind === 'saved' && <Icon name={isSettled(backup) ? 'check' : 'clock'} />}
          {['trying', 'refused', 'outgrown', 'deleted'].includes(shown.kind) && <Icon name="warning" />}
          {shown.kind === 'trashed' && <Icon name="trash" />}
          <span data-words={told || saveWords(shown)} />
        </span>
      )}
      <span class="unseen" role="status">
        {told ? words.savedAnd(told) : saveWords(state)}
      </span>
    </div>
  );
}
