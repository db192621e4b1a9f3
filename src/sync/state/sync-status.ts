/** How the device and its server stand to each other: what the worker tells the pages. */
import type { DrawingsState } from '../drawings/ports.ts';

/** The BroadcastChannel on which the worker tells it. */
export const SYNC_CHANNEL = 'sync';
/** Drawings named at most, of each kind: what is told is told often. */
export const NAMED_MAX = 1000;

/** Why a run did not end well, or a token was not taken. */
export const TROUBLES = [
  /** No network, or nothing answers there. */
  'unreachable',
  /** It has too much to do, or is broken for the moment. */
  'busy',
  /** It counts wrong tokens, and there were too many. */
  'limited',
  'wrong_token',
  /** It was started without one. */
  'no_token_there',
  /** Something answers, but it is no Pleinair. */
  'not_pleinair',
  'server_older',
  'server_newer',
  'server_full',
  /** The storage of this device does not answer. */
  'storage',
  'device_full',
  /** A mistake in the app. */
  'defect',
] as const;
export type Trouble = (typeof TROUBLES)[number];

export interface Progress {
  readonly done: number;
  readonly total: number;
}

export interface SyncStatus {
  /** Has Settings a token? */
  readonly on: boolean;
  /** Stopped by the person, until they go on. */
  readonly paused: boolean;
  readonly running: boolean;
  readonly progress: Progress | null;
  /** The time of a slice was over: there is more to do at once. */
  readonly more: boolean;
  /** ms since the epoch, by this device's clock, as is the next. */
  readonly lastSuccess: number | null;
  /** When it is tried again by itself; null where that would not help. */
  readonly retryAt: number | null;
  readonly trouble: Trouble | null;
  /** Drawings that the server does not have as they are here; `of` names some of them, and their changes. */
  readonly waiting: {
    readonly drawings: number;
    readonly changes: number;
    readonly of: DrawingsState['waiting'];
  };
  readonly troubles: DrawingsState['troubles'];
  readonly notices: DrawingsState['notices'];
}

export const SYNC_IS_OFF: SyncStatus = {
  on: false,
  paused: false,
  running: false,
  progress: null,
  more: false,
  lastSuccess: null,
  retryAt: null,
  trouble: null,
  waiting: { drawings: 0, changes: 0, of: [] },
  troubles: [],
  notices: [],
};
