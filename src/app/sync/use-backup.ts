import { useEffect, useRef, useState } from 'preact/hooks';
import type { SyncStatus } from '../../sync/state/sync-status.ts';
import { syncState } from './sync-link.ts';
import { backupWords, drawingWords, isSettled } from './words.ts';

/** ms that a backup may take before it is said that there is none yet: mostly it is there before one could read it. */
const NOTICEABLE = 5_000;

/**
 * What the server has, in words that hold still through a quick sync; `""` while nothing true can be said.
 * @param saving what the worker told before the save that is under way says nothing about it
 * @param id of a drawing; without one, of all
 */
export function useBackupWords(saving: boolean, id?: string): string {
  const told = syncState.value;
  const stale = useRef<SyncStatus>(undefined);
  if (saving) stale.current = told;
  const words = id === undefined ? backupWords(told) : drawingWords(told, id);
  const waits = !isSettled(words);
  const [late, setLate] = useState(false);
  useEffect(() => {
    setLate(false);
    if (!waits) return;
    const timer = setTimeout(() => setLate(true), NOTICEABLE);
    return () => clearTimeout(timer);
  }, [waits]);
  if (saving || told === stale.current) return '';
  return waits && !late ? '' : words;
}
