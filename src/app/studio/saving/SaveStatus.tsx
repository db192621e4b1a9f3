import { useEffect, useState } from 'preact/hooks';
import { backupWords, isSettled } from '../../sync/backup.ts';
import { useBackup } from '../../sync/use-backup.ts';
import { Icon } from '../../ui/Icon.tsx';
import { saving as words } from '../../words/en/saving.ts';
import { type SaveState, saveWords } from './save-state.ts';

/** ms that saving may take before it is shown: mostly it is over before one could read it. */
const NOTICEABLE = 600;

/** What is shown: it lags behind while saving is too short to be noticed. */
function useShown(state: SaveState): SaveState {
  const [shown, setShown] = useState(state);
  const lags = state.kind === 'saving' && (shown.kind === 'saved' || shown.kind === 'blank');
  useEffect(() => {
    if (!lags) {
      setShown(state);
      return;
    }
    const timer = setTimeout(() => setShown(state), NOTICEABLE);
    return () => clearTimeout(timer);
  }, [lags, state]);
  return lags ? shown : state;
}

interface SaveStatusProps {
  readonly state: SaveState;
  /** Of the drawing. */
  readonly id: string;
}

/**
 * Where what was drawn is, in words: on this device, and on the server where there is one. The live region says the truth
 * at each moment; what is seen beside it holds still through a quick save.
 */
export function SaveStatus({ state, id }: SaveStatusProps) {
  const shown = useShown(state);
  const isSaved = state.kind === 'saved';
  const backup = useBackup(!isSaved && state.kind !== 'blank', id);
  const told = isSaved ? backupWords(backup) : '';
  return (
    <div class={`save-status ${shown.kind}`}>
      <span class="save-shown" aria-hidden="true">
        {shown.kind === 'saved' && <Icon name={isSettled(backup) ? 'check' : 'clock'} />}
        {['trying', 'refused', 'outgrown'].includes(shown.kind) && <Icon name="warning" />}
        <span data-words={told || saveWords(shown)} />
      </span>
      <span class="unseen" role="status">
        {told ? words.savedAnd(told) : saveWords(state)}
      </span>
    </div>
  );
}
