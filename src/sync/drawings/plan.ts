/**
 * What is to be done with a drawing, by what it is here and on the server and what both last agreed on. It looks at
 * nothing but its arguments; whoever does what it says does it compare-and-set, and plans again when anything moved.
 */

/** A version of a drawing, told apart from others of it. */
export interface Side {
  readonly title: string;
  /** Equal where the strokes are: their canonical text, or anything that stands for it. */
  readonly strokes: string;
  readonly trashed: boolean;
}

/** Deleted for good. */
export type Purged = 'purged';

export type Plan =
  /** Both sides are alike. */
  | 'noop'
  /** The server's is to be this device's. */
  | 'pull'
  /** Neither side's is: the merged one is to be this device's, and planned again on top of the server's. */
  | 'merge'
  // The rest is to be asked of the server, one request after the other.
  | 'create'
  | 'createThenTrash'
  | 'push'
  | 'pushThenTrash'
  | 'restore'
  | 'restoreThenPush'
  | 'restorePushTrash'
  | 'trash'
  /** It goes here, too. */
  | 'purge'
  /** It goes there, too: at once, or by way of the trash. */
  | 'purgeThere'
  | 'trashThenPurge';

/** Who changed title or strokes since the base. `same`: whatever happened, they are alike. */
type Changed = 'same' | 'here' | 'there' | 'both';

/**
 * @param base what both sides last agreed on; undefined where nothing is known of that
 * @param local undefined where this device has no such drawing
 * @param remote undefined where the server has none
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

/** It stays where somebody changed it meanwhile, or took it out of the trash, or may have. */
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

/** Does somebody want it who did not delete it? */
function isTakenUp(base: Side, side: Side): boolean {
  return !sameContent(base, side) || (base.trashed && !side.trashed);
}

/**
 * Is it in the trash in the end? Who moved it decides; but an edit on one side beats the trash of the other, and where
 * it is not known what happened, it stays out: also where both sides have it there, and not the same, since whoever put
 * it there may not have seen all of it.
 */
export function isTrashed(base: Side | undefined, local: Side, remote: Side): boolean {
  if (base === undefined) return local.trashed && remote.trashed && sameContent(local, remote);
  if (local.trashed === remote.trashed) return local.trashed;
  if (base.trashed) return false;
  return sameContent(base, local.trashed ? remote : local);
}

/** Did an edit bring back what the other side had put in the trash? */
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
  return a.title === b.title && a.strokes === b.strokes;
}
