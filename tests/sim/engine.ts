/**
 * The engine of sync as the simulator uses it: the real one, or a naive one to prove that losses are caught.
 */
import type { Sync, SyncOptions } from '../../src/sync/drawings/ports.ts';

export type Engine = Pick<Sync, 'run' | 'state'>;
export type MakeEngine = (options: SyncOptions) => Engine;
