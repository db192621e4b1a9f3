import { useEffect, useRef, useState } from 'preact/hooks';
import type { SyncStatus } from '../../sync/state/sync-status.ts';
import { type Backup, backupOf, backupOfAll, isSettled, UNKNOWN } from './backup.ts';
import { syncState } from './sync-link.ts';

/** ms after which a waiting backup is shown. Most are done before anybody could read it. */
const SHOW_AFTER = 5_000;

/**
 * The state of the backup, for a component. It does not change during a quick sync, and is unknown while a save
 * runs.
 * @param saving true while a save runs: the worker's last state is older than it
 * @param id of a drawing; without it, the state of all drawings
 */
export function useBackup(saving: boolean, id?: string): Backup {
  const state = syncState.value;
  const stale = useRef<SyncStatus>(undefined);
  if (saving) stale.current = state;
  const backup = id === undefined ? backupOfAll(state) : backupOf(state, id);
  const waits = !isSettled(backup);
  const [late, setLate] = useState(false);
  const wasKnown = useRef(false);
  useEffect(() => {
    // What has waited since before this page was loaded is told at once.
    const isOld = waits && !wasKnown.current;
    wasKnown.current = state !== undefined;
    setLate(isOld);
    if (!waits || isOld) return;
    const timer = setTimeout(() => setLate(true), SHOW_AFTER);
    return () => clearTimeout(timer);
  }, [waits, state === undefined]);
  if (saving || state === stale.current) return UNKNOWN;
  return waits && !late ? UNKNOWN : backup;
}
