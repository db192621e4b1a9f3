/**
 * What each optional member must be, and which two look the same. Apart from their names, because who only reads drawings
 * needs no checks: a worker starts without them.
 */
import type { OptionalMembers, Problem } from '../types.ts';
import { checkLayers, ONE_LAYER, sameLayers } from './layers.ts';
import { MEMBER_NAMES, type MemberName, type MemberValue, type MemberValues } from './optional-members.ts';
import { checkPaper, samePaper, WHITE } from './paper.ts';
import { checkUnderlay, sameUnderlay } from './underlay.ts';

interface Kind<T> {
  /** What an absent one means. */
  readonly absent: T;
  readonly check: (value: unknown, path: string, problems: Problem[]) => value is T;
  /** True if both look the same. */
  readonly isSame: (a: T | undefined, b: T | undefined) => boolean;
}

const KINDS: { readonly [Name in MemberName]-?: Kind<MemberValues[Name]> } = {
  paper: { absent: WHITE, check: checkPaper, isSame: samePaper },
  layers: { absent: ONE_LAYER, check: checkLayers, isSame: sameLayers },
  underlay: { absent: null, check: checkUnderlay, isSame: sameUnderlay },
};

export function isMemberName(name: string): name is MemberName {
  return Object.hasOwn(KINDS, name);
}

function kindOf(name: MemberName): Kind<MemberValue> {
  return KINDS[name] as Kind<MemberValue>;
}

/** The value of a member, or what an absent one means. */
export function memberOf(members: OptionalMembers, name: MemberName): MemberValue {
  return members[name] ?? kindOf(name).absent;
}

/** Checks the value of a member. */
export function checkMember(
  name: MemberName,
  value: unknown,
  path: string,
  problems: Problem[],
): value is MemberValue {
  return kindOf(name).check(value, path, problems);
}

/** Checks those of a body, which may name none. */
export function checkMembers(
  body: { readonly [Name in MemberName]?: unknown },
  problems: Problem[],
): body is OptionalMembers {
  return MEMBER_NAMES.every(
    (name) => body[name] === undefined || checkMember(name, body[name], `/${name}`, problems),
  );
}

/** The names of those that mean something else in `b`. */
export function differing(a: OptionalMembers, b: OptionalMembers): MemberName[] {
  return MEMBER_NAMES.filter((name) => !kindOf(name).isSame(a[name], b[name]));
}

/** True if a drawing looks the same with either. */
export function sameMembers(a: OptionalMembers, b: OptionalMembers): boolean {
  return differing(a, b).length === 0;
}
