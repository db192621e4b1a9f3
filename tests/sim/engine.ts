/** What the simulator needs of an engine of sync: the real one, or a naive one to see that its losses are caught. */
import type { Sync, SyncOptions } from '../../src/sync/drawings/ports.ts';

export type Engine = Pick<Sync, 'run' | 'state'>;
export type MakeEngine = (options: SyncOptions) => Engine;
