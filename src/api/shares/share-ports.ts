/** What links need from their host. Only servers have links: nobody can reach a device. */
import type { DrawingPorts, DrawingRow, Quota } from '../ports.ts';

/** A link that shows one drawing to whoever has its address. */
export interface Share {
  /** Lower-case hex SHA-256 of the secret in the address. The secret is not stored. */
  readonly hash: string;
  /** Its name for its owner. It opens nothing. */
  readonly id: string;
  readonly space: string;
  readonly drawing: string;
  readonly createdAt: string;
  /** When it ends; null for never. */
  readonly expiresAt: string | null;
  /** When it was last opened, to ten minutes; null if it never was. */
  readonly lastSeenAt: string | null;
}

/** Reads of one space in one transaction. */
export interface ShareReadTx {
  drawing(id: string): Promise<DrawingRow | undefined>;
  /** The links of the space, oldest first, expired ones included. */
  list(): Promise<Share[]>;
}

export interface ShareTx extends ShareReadTx {
  /** Adds a link to an existing drawing of this space. */
  add(share: Share): Promise<void>;
  delete(id: string): Promise<void>;
}

/** The links of all spaces. Deleting a drawing for good deletes its links. */
export interface Shares {
  /**
   * The link with this digest, even if it has expired; undefined also if its drawing is in the trash, in one query,
   * so that the time tells nobody which of the links that show nothing exists.
   */
  find(hash: string): Promise<Share | undefined>;
  read<T>(space: string, work: (tx: ShareReadTx) => Promise<T>): Promise<T>;
  /** `work` may run again, so it must be repeatable. */
  write<T>(space: string, work: (tx: ShareTx) => Promise<T>): Promise<T>;
  /** Sets `lastSeenAt`; does nothing if there is no such link. */
  seen(hash: string, at: string): Promise<void>;
}

/** What the routes of links need. */
export interface SharePorts extends DrawingPorts {
  readonly shares: Shares;
  /** Counts requests with a link for each network address. */
  readonly shareQuota: Quota;
  /** The address that people use, without a slash at its end; undefined if the operator has not set it. */
  readonly shareOrigin: string | undefined;
}
