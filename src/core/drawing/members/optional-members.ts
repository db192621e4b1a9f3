/**
 * What a drawing may have beside its title and strokes, each set as a whole. One place names them, so that none is
 * forgotten on a way that a drawing takes: a request, a store, sync, an archive.
 */

import type { OptionalMembers, Problem } from '../types.ts';
import { checkLayers, ONE_LAYER, sameLayers } from './layers.ts';
import { checkPaper, samePaper, WHITE } from './paper.ts';
import { checkUnderlay, sameUnderlay } from './underlay.ts';

export type MemberName = keyof OptionalMembers;

type Values = { readonly [Name in MemberName]-?: Exclude<OptionalMembers[Name], undefined> };

export type MemberValue = Values[MemberName];

interface Kind<T> {
  /** What an absent one means. */
  readonly absent: T;
  readonly check: (value: unknown, path: string, problems: Problem[]) => value is T;
  /** True if both look the same. */
  readonly isSame: (a: T | undefined, b: T | undefined) => boolean;
}

const KINDS: { readonly [Name in MemberName]-?: Kind<Values[Name]> } = {
  paper: { absent: WHITE, check: checkPaper, isSame: samePaper },
  layers: { absent: ONE_LAYER, check: checkLayers, isSame: sameLayers },
  underlay: { absent: null, check: checkUnderlay, isSame: sameUnderlay },
};

export const MEMBER_NAMES: readonly MemberName[] = ['paper', 'layers', 'underlay'];

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

/** Those of a drawing or of a change, without what else it has. An absent one is not named. */
export function optionalMembers(from: OptionalMembers): Partial<Values> {
  return Object.fromEntries(
    MEMBER_NAMES.flatMap((name) => (from[name] === undefined ? [] : [[name, from[name]]])),
  );
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

/** What a drawing has after a change: those of `before`, with those that the change names in place of them. */
export function changedMembers(before: OptionalMembers, change: OptionalMembers): OptionalMembers {
  const { underlay, ...members } = { ...optionalMembers(before), ...optionalMembers(change) };
  return { ...members, ...(underlay && { underlay }) };
}

/** As JSON behind another member, each with a comma before it; `''` if there is none. */
export function membersJson(members: OptionalMembers): string {
  return Object.entries(optionalMembers(members))
    .map(([name, value]) => `,${JSON.stringify(name)}:${JSON.stringify(value)}`)
    .join('');
}
