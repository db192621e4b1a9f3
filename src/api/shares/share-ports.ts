/** What the links that show a drawing need of their host. Only servers have them: a device reaches nobody. */
import type { DrawingPorts, DrawingRow, Quota } from '../ports.ts';

/** A link that shows one drawing to whoever has its address. */
export interface Share {
  /** Lower-case hex SHA-256 of the secret in the address, which is kept nowhere. */
  readonly hash: string;
  /** Names it for its owner. It opens nothing. */
  readonly id: string;
  readonly space: string;
  readonly drawing: string;
  readonly createdAt: string;
  /** From when on it shows nothing; null for never. */
  readonly expiresAt: string | null;
  /** When somebody looked last, to ten minutes; null if nobody has. */
  readonly lastSeenAt: string | null;
}

/** Reads of one space in one transaction. */
export interface ShareReadTx {
  drawing(id: string): Promise<DrawingRow | undefined>;
  /** The space's links, also those that have expired, in the order in which they were made. */
  list(): Promise<Share[]>;
}

export interface ShareTx extends ShareReadTx {
  /** Adds a link of this space to a drawing that is there. */
  add(share: Share): Promise<void>;
  delete(id: string): Promise<void>;
}

/** The links of all spaces. The links of a drawing go with it when it is deleted for good. */
export interface Shares {
  /** The link with this digest, also one that has expired. */
  find(hash: string): Promise<Share | undefined>;
  read<T>(space: string, work: (tx: ShareReadTx) => Promise<T>): Promise<T>;
  /** `work` may run again, so it must be repeatable. */
  write<T>(space: string, work: (tx: ShareTx) => Promise<T>): Promise<T>;
  /** Notes when somebody looked; does nothing if the link is gone. */
  seen(hash: string, at: string): Promise<void>;
}

/** What the routes of shares need. */
export interface SharePorts extends DrawingPorts {
  readonly shares: Shares;
  /** Counts requests with a link for each network address. */
  readonly shareQuota: Quota;
  /** The address that people use, without a slash at its end; undefined if the operator has not set it. */
  readonly shareOrigin: string | undefined;
}
