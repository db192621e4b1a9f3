/** Where the photo of a drawing lies, under its strokes. The photo itself is no part of the drawing: photos.ts. */
import { COORDINATE_MAX, SHA256_PATTERN, UNDERLAY_SCALE_MAX, UNDERLAY_SIDE_MAX } from '../limits.ts';
import type { Problem, Underlay } from '../types.ts';
import { checkObject, FLAG, OPACITY, type Rule, type Rules, textOf, within } from './rules.ts';

const COORDINATE = within(-COORDINATE_MAX, COORDINATE_MAX);
const SIDE: Rule = {
  isSound: (v) => Number.isInteger(v) && Number(v) > 0 && Number(v) <= UNDERLAY_SIDE_MAX,
  must: `must be an integer from 1 to ${UNDERLAY_SIDE_MAX}`,
};

const RULES: Rules = new Map<string, Rule>([
  ['x', COORDINATE],
  ['y', COORDINATE],
  ['scale', within(1 / UNDERLAY_SCALE_MAX, UNDERLAY_SCALE_MAX)],
  ['angle', within(-180, 180)],
  ['opacity', OPACITY],
  ['visible', FLAG],
  ['locked', FLAG],
  ['width', SIDE],
  ['height', SIDE],
  [
    'sha256',
    {
      isSound: (v) => typeof v === 'string' && SHA256_PATTERN.test(v),
      must: 'must be 64 of 0-9 and a-f',
    },
  ],
]);

/** Checks the place of a photo. null, for no photo, is a value too: a change that names none leaves it. */
export function checkUnderlay(value: unknown, path: string, problems: Problem[]): value is Underlay | null {
  return value === null || checkObject(value, 'an underlay', RULES, path, problems);
}

/** True if both show the same photo in the same place, or none. */
export function sameUnderlay(a: Underlay | null = null, b: Underlay | null = null): boolean {
  return textOf(a, RULES) === textOf(b, RULES);
}

/**
 * Merges the places of two versions that share `base`: that of the side that changed it. If both did, one side's counts
 * as a whole, because half of one and half of the other is where nobody put the photo: another photo than before counts
 * more than the same one moved, and that more than none; otherwise remote's.
 */
export function mergeUnderlay(
  base: Underlay | null | undefined,
  local: Underlay | null | undefined,
  remote: Underlay | null | undefined,
): Underlay | null | undefined {
  const weight = (one: Underlay | null | undefined) => (!one ? 0 : isOther(base, one) ? 2 : 1);
  const isOurs = sameUnderlay(remote, base) || (!sameUnderlay(local, base) && weight(local) > weight(remote));
  return isOurs ? local : remote;
}

/** True if local placed another photo than base has, and what both merge to shows another than that. */
export function isPhotoLost(
  base: Underlay | null | undefined,
  local: Underlay | null | undefined,
  merged: Underlay | null | undefined,
): boolean {
  return !!local && isOther(base, local) && isOther(merged, local);
}

function isOther(before: Underlay | null | undefined, { sha256 }: Underlay): boolean {
  return sha256 !== before?.sha256;
}
