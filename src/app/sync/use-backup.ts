import { useEffect, useRef, useState } from 'preact/hooks';
import type { SyncStatus } from '../../sync/state/sync-status.ts';
import { type Backup, backupOf, backupOfAll, isSettled, UNKNOWN } from './backup.ts';
import { syncState } from './sync-link.ts';

/** ms that a backup may take before it is said that there is none yet: mostly it is there before one could read it. */
const NOTICEABLE = 5_000;

/**
 * What the server has; holds still through a quick sync, and is unknown while nothing true can be said.
 * @param saving what the worker told before the save that is under way says nothing about it
 * @param id of a drawing; without one, of all
 */
export function useBackup(saving: boolean, id?: string): Backup {
  const told = syncState.value;
  const stale = useRef<SyncStatus>(undefined);
  if (saving) stale.current = told;
  const backup = id === undefined ? backupOfAll(told) : backupOf(told, id);
  const waits = !isSettled(backup);
  const [late, setLate] = useState(false);
  useEffect(() => {
    setLate(false);
    if (!waits) return;
    const timer = setTimeout(() => setLate(true), NOTICEABLE);
    return () => clearTimeout(timer);
  }, [waits]);
  if (saving || told === stale.current) return UNKNOWN;
  return waits && !late ? UNKNOWN : backup;
}
