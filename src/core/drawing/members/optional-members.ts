/**
 * What a drawing may have beside its title and strokes, each set as a whole. One place names them, so that none is
 * forgotten on a way that a drawing takes: a request, a store, sync, an archive.
 */

import type { OptionalMembers } from '../types.ts';

export type MemberName = keyof OptionalMembers;

export type MemberValues = { readonly [Name in MemberName]-?: Exclude<OptionalMembers[Name], undefined> };

export type MemberValue = MemberValues[MemberName];

export const MEMBER_NAMES: readonly MemberName[] = ['paper', 'layers', 'underlay'];

/** Those of a drawing or of a change, without what else it has. An absent one is not named. */
export function optionalMembers(from: OptionalMembers): Partial<MemberValues> {
  return Object.fromEntries(
    MEMBER_NAMES.flatMap((name) => (from[name] === undefined ? [] : [[name, from[name]]])),
  );
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
