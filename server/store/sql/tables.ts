/** The tables of the server's store, as the queries see them. */
import type { Generated } from 'kysely';

/** The space of what everybody shares: the air and the catalogue. It has no drawings, and nobody can be let into it. */
export const SERVER_SPACE = 'server';

/**
 * The tables as Kysely sees them. All columns are integers or text, but for the bytes of photos; JSON and flags are stored
 * as those.
 */
export interface Tables {
  spaces: SpacesTable;
  drawings: DrawingsTable;
  thumbs: { space: string; drawing: string; thumb: string };
  chunks: { space: string; id: string; text: string };
  idempotency_keys: KeysTable;
  purges: PurgesTable;
  versions: VersionsTable;
  photos: PhotosTable;
  named_values: { space: string; name: string; text: string };
  people: PeopleTable;
  tokens: TokensTable;
  shares: SharesTable;
  codes: CodesTable;
  live_tickets: LiveTicketsTable;
  alerts: AlertsTable;
  /** Everybody's. `at` is the hour in ms since the epoch, `figure` a StoredHour as JSON. */
  hours: { metric: string; at: number; figure: string };
}

export interface SpacesTable {
  id: string;
  epoch: string;
  counter: number;
  /** The value of `counter` for which the next three are right: what the space holds, see `SpaceUse`. */
  counted_at: Generated<number>;
  drawings: Generated<number>;
  trashed: Generated<number>;
  bytes: Generated<number>;
  /** The most that it may hold, see `SpaceLimits`. */
  drawings_max: number | null;
  bytes_max: number | null;
  /** Set while the space is being removed, to a text of its own: then no token opens it, and nothing is written. */
  closed: string | null;
}

export interface DrawingsTable {
  space: string;
  id: string;
  rev: number;
  seq: number;
  title: string;
  stroke_count: number;
  /** See `DrawingRow`. */
  size: number | null;
  /** JSON of the chunk references. */
  chunks: string;
  /** JSON; null for white. */
  paper: string | null;
  layers: string | null;
  underlay: string | null;
  /** JSON of `KeptMark`; null while it is not known. */
  kept: string | null;
  /** 0 or 1. */
  trashed: number;
  created_at: string;
  updated_at: string;
  key_count: number;
}

export interface KeysTable {
  space: string;
  drawing: string;
  slot: number;
  key: string;
  hash: string;
  rev: number;
  title: string;
  stroke_count: number;
  updated_at: string;
}

export interface PurgesTable {
  space: string;
  id: string;
  seq: number;
  rev: number;
  /** JSON of a list. */
  keys: string;
}

/** Earlier versions of drawings. */
export interface VersionsTable {
  space: string;
  drawing: string;
  rev: number;
  updated_at: string;
  /** JSON of `VersionRow`. */
  version: string;
}

/** Photos to draw from. They go with their drawing, also if a process of the version before deletes it. */
export interface PhotosTable {
  space: string;
  drawing: string;
  sha256: string;
  type: string;
  size: number;
  bytes: Uint8Array;
}

export interface PeopleTable {
  space: string;
  name: string;
  /** The name as it is compared, see `fold`; an older version stored another form. */
  name_folded: string;
  created_at: string;
}

export interface TokensTable {
  /** Lower-case hex SHA-256 of the token. */
  hash: string;
  id: string;
  space: string;
  /** Name of the device, for the list of tokens. */
  device: string;
  created_at: string;
  /** The last day on which it was used, `2026-11-23`. */
  used_on: string | null;
}

export interface SharesTable {
  /** Lower-case hex SHA-256 of the secret in the link. */
  hash: string;
  id: string;
  space: string;
  drawing: string;
  created_at: string;
  expires_at: string | null;
  last_seen_at: string | null;
}

export interface LiveTicketsTable {
  /** Lower-case hex SHA-256 of the ticket. */
  hash: string;
  /** The space that its stream is about. */
  space: string;
  /** The digest of a link: its stream is about that one's drawing alone. */
  share: string | null;
  expires_at: string;
  /** See `storedMaker`. */
  made_by: string | null;
}

export interface CodesTable {
  /** Lower-case hex SHA-256 of the code. */
  hash: string;
  /** The space that it opens. */
  space: string;
  expires_at: string;
  /** See `storedMaker`. */
  made_by: string | null;
}

/** Who gets alerts: nobody's space, and no name. See `Subscription`. */
export interface AlertsTable {
  id: string;
  endpoint: string;
  p256dh: string;
  auth: string;
  /** JSON of what is wanted. */
  wanted: string;
  /** JSON of the state of the rules. */
  state: string;
  /** 1 once its push service has accepted a push, else 0. */
  reached: Generated<number>;
}
