/** The guard of the sync status. Not in sync-status.ts, because only the page needs it. */
import type { DrawingTrouble, SyncNotice } from './drawings-state.ts';
import { finite, type Guard, list, oneOf, or, orNull, shape, text } from './guards.ts';
import { NAMED_MAX, type Progress, type SyncStatus, TROUBLES } from './sync-status.ts';

const flag = oneOf(true, false);
const id = text(64);
const title = text(1000);
const isPair: Guard<readonly [string, number]> = (value): value is readonly [string, number] =>
  Array.isArray(value) && value.length === 2 && id(value[0]) && finite(value[1]);
const isTrouble = shape<DrawingTrouble>({
  drawing: id,
  kind: oneOf('parked', 'failed'),
  reason: oneOf('invalid', 'too_large', 'missing', 'not_taken', 'server_older', 'server_error', 'unreadable'),
});
const isNotice: Guard<SyncNotice> = or(
  shape({ kind: oneOf('kept_both', 'restored', 'not_deleted', 'came_back'), drawing: id }),
  or(
    shape({ kind: oneOf('title'), drawing: id, title }),
    shape({ kind: oneOf('kept_copy'), drawing: id, copy: id, title }),
  ),
);

/** Checks a status, because the worker may be of another build than the page. */
export const isSyncStatus: Guard<SyncStatus> = shape<SyncStatus>({
  on: flag,
  paused: flag,
  photos: oneOf(true, false, undefined),
  running: flag,
  progress: orNull(shape<Progress>({ done: finite, total: finite })),
  more: flag,
  lastSuccess: orNull(finite),
  retryAt: orNull(finite),
  trouble: orNull(oneOf(...TROUBLES)),
  waiting: shape<SyncStatus['waiting']>({ drawings: finite, changes: finite, of: list(isPair, NAMED_MAX) }),
  troubles: list(isTrouble, NAMED_MAX),
  notices: list(isNotice, NAMED_MAX),
});
