/**
 * The decision of sync for one drawing, from its state here, on the server, and in the base (the last state
 * that both sides agreed on). A pure function of its arguments. The caller writes with compare-and-set, and
 * plans again if anything changed.
 */

import { sameMembers } from '../../core/drawing/members/member-kinds.ts';
import type { OptionalMembers } from '../../core/drawing/types.ts';

/** One version of a drawing, in a form for comparison. */
export interface Side extends OptionalMembers {
  readonly title: string;
  /** Equal if the strokes are equal: their canonical text, or anything that represents it. */
  readonly strokes: string;
  readonly trashed: boolean;
}

/** A permanently deleted drawing. */
export type Purged = 'purged';

export type Plan =
  /** Both sides are equal. */
  | 'noop'
  /** This device takes the server's version. */
  | 'pull'
  /** This device takes the merged version. Then it is planned again on top of the server's. */
  | 'merge'
  // The following are requests to the server, one after the other.
  | 'create'
  | 'createThenTrash'
  | 'push'
  | 'pushThenTrash'
  | 'restore'
  | 'restoreThenPush'
  | 'restorePushTrash'
  | 'trash'
  /** Delete it permanently here too. */
  | 'purge'
  /** Delete it permanently on the server too: directly, or after moving it to the trash. */
  | 'purgeThere'
  | 'trashThenPurge';

/** The side that changed title, optional members or strokes since the base. `same`: both sides are equal, whatever changed. */
type Changed = 'same' | 'here' | 'there' | 'both';

/**
 * @param base last state that both sides agreed on; undefined if unknown
 * @param local undefined if this device has no such drawing
 * @param remote undefined if the server has none
 */
export function plan(
  base: Side | undefined,
  local: Side | Purged | undefined,
  remote: Side | Purged | undefined,
): Plan {
  if (remote === 'purged') return planPurgedThere(base, local);
  if (local === 'purged') return planPurgedHere(base, remote);
  if (local === undefined) return remote === undefined ? 'noop' : 'pull';
  if (remote === undefined) return local.trashed ? 'createThenTrash' : 'create';
  const changed = changedSide(base, local, remote);
  const trashed = isTrashed(base, local, remote);
  switch (changed) {
    case 'both':
      return 'merge';
    case 'there':
      return trashed === remote.trashed ? 'pull' : 'merge';
    case 'here':
      if (trashed !== local.trashed) return 'merge';
      if (remote.trashed) return trashed ? 'restorePushTrash' : 'restoreThenPush';
      return trashed ? 'pushThenTrash' : 'push';
    case 'same':
      if (trashed !== local.trashed) return 'pull';
      if (trashed === remote.trashed) return 'noop';
      return trashed ? 'trash' : 'restore';
  }
}

/**
 * The plan for a drawing that the server deleted. It stays if somebody changed it meanwhile or took it out of
 * the trash, or if that is unknown.
 */
function planPurgedThere(base: Side | undefined, local: Side | Purged | undefined): Plan {
  if (local === undefined || local === 'purged') return 'noop';
  if (base !== undefined && !isTakenUp(base, local)) return 'purge';
  return local.trashed ? 'createThenTrash' : 'create';
}

function planPurgedHere(base: Side | undefined, remote: Side | undefined): Plan {
  if (remote === undefined) return 'noop';
  if (base === undefined || isTakenUp(base, remote)) return 'pull';
  return remote.trashed ? 'purgeThere' : 'trashThenPurge';
}

/** True if a side changed the drawing or took it out of the trash since the base, so it should stay. */
function isTakenUp(base: Side, side: Side): boolean {
  return !sameContent(base, side) || (base.trashed && !side.trashed);
}

/**
 * True if the drawing ends up in the trash. The side that moved it decides, with two exceptions. An edit on
 * one side wins over the trash of the other. Without a base it stays out of the trash, even if both sides
 * trashed it in different versions: whoever trashed it may not have seen all of it.
 */
export function isTrashed(base: Side | undefined, local: Side, remote: Side): boolean {
  if (base === undefined) return local.trashed && remote.trashed && sameContent(local, remote);
  if (local.trashed === remote.trashed) return local.trashed;
  if (base.trashed) return false;
  return sameContent(base, local.trashed ? remote : local);
}

/** True if an edit brings back a drawing that the other side trashed. */
export function isBroughtBack(base: Side | undefined, local: Side, remote: Side): boolean {
  const isOneTrashed = local.trashed !== remote.trashed;
  return isOneTrashed && base?.trashed === false && !isTrashed(base, local, remote);
}

function changedSide(base: Side | undefined, local: Side, remote: Side): Changed {
  if (sameContent(local, remote)) return 'same';
  if (base === undefined) return 'both';
  if (sameContent(base, local)) return 'there';
  return sameContent(base, remote) ? 'here' : 'both';
}

export function sameContent(a: Side, b: Side): boolean {
  return a.title === b.title && sameMembers(a, b) && a.strokes === b.strokes;
}
