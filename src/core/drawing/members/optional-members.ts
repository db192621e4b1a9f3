/**
 * What a drawing may have beside its title and strokes, each set as a whole. One place names them, so that none is
 * forgotten on a way that a drawing takes: a request, a store, sync, an archive.
 */

import type { OptionalMembers, Problem } from '../types.ts';
import { checkLayers, ONE_LAYER, sameLayers } from './layers.ts';
import { checkPaper, samePaper, WHITE } from './paper.ts';

export type MemberName = keyof OptionalMembers;

type Values = { readonly [Name in MemberName]-?: NonNullable<OptionalMembers[Name]> };

/** What an absent one means. */
const ABSENT: Values = { paper: WHITE, layers: ONE_LAYER };

export const MEMBER_NAMES: readonly MemberName[] = ['paper', 'layers'];

/** The value of a member, or what an absent one means. */
export function memberOf(
  members: OptionalMembers,
  name: MemberName,
): NonNullable<OptionalMembers[MemberName]> {
  return members[name] ?? ABSENT[name];
}

/** Those of a drawing, without what else it has. An absent one is not named. */
export function optionalMembers({ paper, layers }: OptionalMembers): Partial<Values> {
  return { ...(paper && { paper }), ...(layers && { layers }) };
}

/** Checks those of a body, which may name none. */
export function checkMembers(
  body: { readonly [Name in MemberName]?: unknown },
  problems: Problem[],
): body is OptionalMembers {
  const { paper, layers } = body;
  return (
    (paper === undefined || checkPaper(paper, '/paper', problems)) &&
    (layers === undefined || checkLayers(layers, '/layers', problems))
  );
}

/** The names of those that mean something else in `b`. */
export function differing(a: OptionalMembers, b: OptionalMembers): MemberName[] {
  return [
    ...(samePaper(a.paper, b.paper) ? [] : ['paper' as const]),
    ...(sameLayers(a.layers, b.layers) ? [] : ['layers' as const]),
  ];
}

/** True if a drawing looks the same with either. */
export function sameMembers(a: OptionalMembers, b: OptionalMembers): boolean {
  return differing(a, b).length === 0;
}

/** Those of `before`, with those that a change names in place of them. */
export function changedMembers(before: OptionalMembers, change: OptionalMembers): OptionalMembers {
  return { ...optionalMembers(before), ...optionalMembers(change) };
}

/** As JSON behind another member, each with a comma before it; `''` if there is none. */
export function membersJson(members: OptionalMembers): string {
  return Object.entries(optionalMembers(members))
    .map(([name, value]) => `,${JSON.stringify(name)}:${JSON.stringify(value)}`)
    .join('');
}
