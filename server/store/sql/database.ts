import type { Store } from '../../../src/api/ports.ts';
import type { Shares } from '../../../src/api/shares/share-ports.ts';
import type { People } from './people.ts';

/** A database: the stores of all spaces. */
export interface Database {
  /** The store of a space, the same one each time. Its `close` closes the database. */
  storeOf(space: string): Store;
  /** Who may open which space. */
  readonly people: People;
  /** The links that show drawings. */
  readonly shares: Shares;
  /** True if writes work at the moment. */
  writable(): Promise<boolean>;
  close(): Promise<void>;
}
