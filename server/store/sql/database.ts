import type { Tickets } from '../../../src/api/live/live.ts';
import type { Store } from '../../../src/api/ports.ts';
import type { Shares } from '../../../src/api/shares/share-ports.ts';
import type { StoredAlerts } from './alerts/subscriptions.ts';
import type { Commits } from './live/commits.ts';
import type { People } from './people.ts';

/** Connections of this process to a database, and the transactions that wait for one. */
export interface PoolUse {
  readonly max: number;
  readonly busy: number;
  readonly idle: number;
  readonly waiting: number;
}

/** A database with the stores of all spaces. */
export interface Database {
  /** Returns the store of a space, the same one each time. Its `close` closes the database. */
  storeOf(space: string): Store;
  /** Who may open which space. */
  readonly people: People;
  /** The links that show drawings. */
  readonly shares: Shares;
  /** Tickets for streams. */
  readonly tickets: Tickets;
  /** Who gets alerts. */
  readonly alerts: StoredAlerts;
  /** Tells of changes, for streams. */
  readonly commits: Commits;
  /** Absent for a database in a file. */
  pool?(): PoolUse;
  /** True if writes work now. */
  writable(): Promise<boolean>;
  /** True if writes are permitted. The disk may be full: then drawings can be read and deleted all the same. */
  permitsWrites(): Promise<boolean>;
  close(): Promise<void>;
}
