import { describe, expect, it, test } from 'vitest';
import { COORDINATE_MAX, UNDERLAY_SCALE_MAX, UNDERLAY_SIDE_MAX } from '../limits.ts';
import { merge } from '../merge.ts';
import { applyPatch, parsePatch } from '../patch.ts';
import { editStrokes } from '../strokes/edit-strokes.ts';
import type { OptionalMembers, Problem, Stroke, Underlay } from '../types.ts';
import { memberOf, sameMembers } from './member-kinds.ts';
import { changedMembers, membersJson } from './optional-members.ts';
import { checkUnderlay, mergeUnderlay, sameUnderlay } from './underlay.ts';

const PLACED: Underlay = {
  x: 10,
  y: -20.5,
  scale: 0.25,
  angle: -90,
  opacity: 0.5,
  visible: true,
  locked: false,
  width: 1600,
  height: 1200,
  sha256: 'a1'.repeat(32),
};
const MOVED: Underlay = { ...PLACED, x: 11 };
const TURNED: Underlay = { ...PLACED, angle: 45 };
const OTHER: Underlay = { ...PLACED, sha256: 'b2'.repeat(32) };
const THIRD: Underlay = { ...PLACED, sha256: 'c3'.repeat(32) };

function paths(value: unknown): string[] {
  const problems: Problem[] = [];
  expect(checkUnderlay(value, '/underlay', problems)).toBe(problems.length === 0);
  return problems.map(({ path }) => path);
}

describe('drawing: underlay', () => {
  it.each([
    null,
    PLACED,
    { ...PLACED, x: COORDINATE_MAX, y: -COORDINATE_MAX },
    { ...PLACED, scale: UNDERLAY_SCALE_MAX },
    { ...PLACED, scale: 1 / UNDERLAY_SCALE_MAX },
    { ...PLACED, angle: 180, opacity: 1 },
    { ...PLACED, angle: -180, opacity: 0.01 },
    { ...PLACED, visible: false, locked: true },
    { ...PLACED, width: UNDERLAY_SIDE_MAX, height: 1 },
  ])('takes %j', (underlay) => {
    expect(paths(underlay)).toEqual([]);
  });

  it.each<[string, unknown, string[]]>([
    ['a text', 'photo', ['/underlay']],
    ['an array', [PLACED], ['/underlay']],
    ['false', false, ['/underlay']],
    ['a place too far away', { ...PLACED, x: COORDINATE_MAX + 1 }, ['/underlay/x']],
    ['a place that is not finite', { ...PLACED, y: Number.NaN }, ['/underlay/y']],
    ['a scale of 0', { ...PLACED, scale: 0 }, ['/underlay/scale']],
    ['a scale below 0', { ...PLACED, scale: -1 }, ['/underlay/scale']],
    ['a scale too large', { ...PLACED, scale: UNDERLAY_SCALE_MAX + 1 }, ['/underlay/scale']],
    ['more than half a turn', { ...PLACED, angle: 180.5 }, ['/underlay/angle']],
    ['an opacity of 0', { ...PLACED, opacity: 0 }, ['/underlay/opacity']],
    ['an opacity above 1', { ...PLACED, opacity: 1.1 }, ['/underlay/opacity']],
    ['visible as a number', { ...PLACED, visible: 1 }, ['/underlay/visible']],
    ['locked as a text', { ...PLACED, locked: 'false' }, ['/underlay/locked']],
    ['half a px', { ...PLACED, width: 1.5 }, ['/underlay/width']],
    ['no px', { ...PLACED, height: 0 }, ['/underlay/height']],
    ['too many px', { ...PLACED, width: UNDERLAY_SIDE_MAX + 1 }, ['/underlay/width']],
    ['a digest in capitals', { ...PLACED, sha256: 'A1'.repeat(32) }, ['/underlay/sha256']],
    ['a digest too short', { ...PLACED, sha256: 'a1' }, ['/underlay/sha256']],
    ['a digest with a line feed', { ...PLACED, sha256: `${PLACED.sha256}\n` }, ['/underlay/sha256']],
    ['a member of a newer version', { ...PLACED, blur: 3 }, ['/underlay/blur']],
    ['a name of objects', { ...PLACED, constructor: 1 }, ['/underlay/constructor']],
  ])('refuses %s, naming the place', (_, value, expected) => {
    expect(paths(value)).toEqual(expected);
  });

  it.each(Object.keys(PLACED))('refuses one without %s', (name) => {
    const { [name as keyof Underlay]: _, ...rest } = PLACED;
    expect(paths(rest)).toEqual([`/underlay/${name}`]);
  });

  it('is another one with any other member, in whatever order', () => {
    expect(sameUnderlay(undefined, null)).toBe(true);
    expect(sameUnderlay(PLACED, null)).toBe(false);
    const reversed = Object.fromEntries(Object.entries(PLACED).reverse()) as unknown as Underlay;
    expect(sameUnderlay(PLACED, reversed)).toBe(true);
    for (const [name, value] of Object.entries(PLACED)) {
      const other =
        typeof value === 'boolean' ? !value : typeof value === 'number' ? value + 1 : OTHER.sha256;
      expect(sameUnderlay(PLACED, { ...PLACED, [name]: other })).toBe(false);
    }
  });

  test('what a change names counts, null for none, and what it does not name stays', () => {
    expect(changedMembers({ underlay: PLACED }, {})).toEqual({ underlay: PLACED });
    expect(changedMembers({ underlay: PLACED }, { underlay: MOVED })).toEqual({ underlay: MOVED });
    expect(Object.keys(changedMembers({ underlay: PLACED }, { underlay: null }))).toEqual([]);
    expect(memberOf({}, 'underlay')).toBeNull();
    expect(sameMembers({ underlay: null }, {})).toBe(true);
    expect(membersJson(changedMembers({ underlay: PLACED }, { underlay: null }))).toBe('');
  });
});

describe('drawing: underlay in a patch', () => {
  async function patched(before: OptionalMembers, ...operations: readonly object[]) {
    const problems: Problem[] = [];
    const parsed = parsePatch(operations, problems);
    if (parsed === undefined) return problems.map(({ path }) => path);
    const editor = editStrokes([], () => Promise.resolve([]));
    return applyPatch({ title: '', ...before }, editor, parsed);
  }
  const replace = (value: unknown) => ({ op: 'replace', path: '/underlay', value });
  const check = (value: unknown) => ({ op: 'test', path: '/underlay', value });

  it('is set, taken away and tested as a whole', async () => {
    expect(await patched({}, check(null), replace(PLACED), check(PLACED))).toEqual({ underlay: PLACED });
    expect(await patched({ underlay: PLACED }, check(PLACED), replace(null), check(null))).toEqual({
      underlay: null,
    });
    expect(await patched({ underlay: PLACED }, check(MOVED))).toEqual({ failed: 'test', index: 0 });
    expect(await patched({ underlay: PLACED }, replace(null), check(PLACED))).toEqual({
      failed: 'test',
      index: 1,
    });
  });

  it('is refused in parts, by another operation, and if it is not valid', async () => {
    expect(await patched({}, { op: 'replace', path: '/underlay/x', value: 1 })).toEqual(['/0/path']);
    expect(await patched({}, { op: 'add', path: '/underlay', value: PLACED })).toEqual(['/0/path']);
    expect(await patched({}, { op: 'remove', path: '/underlay' })).toEqual(['/0/path']);
    expect(await patched({}, { op: 'replace', path: 'underlay', value: PLACED })).toEqual(['/0/path']);
    expect(await patched({}, { op: 'replace', path: '/toString', value: PLACED })).toEqual(['/0/path']);
    expect(await patched({}, replace({ ...PLACED, x: 'left' }))).toEqual(['/0/value/x']);
    expect(await patched({}, { op: 'replace', path: '/underlay' })).toEqual(['/0/value']);
  });
});

describe('drawing: underlay in a merge', () => {
  it.each<[string, Underlay | undefined, Underlay | undefined, Underlay | undefined, Underlay | undefined]>([
    ['moved here', PLACED, MOVED, PLACED, MOVED],
    ['moved there', PLACED, PLACED, MOVED, MOVED],
    ['moved on both sides', PLACED, MOVED, TURNED, TURNED],
    ['added here', undefined, PLACED, undefined, PLACED],
    ['added there', undefined, undefined, PLACED, PLACED],
    ['added on both sides', undefined, PLACED, OTHER, OTHER],
    ['taken away here', PLACED, undefined, PLACED, undefined],
    ['taken away there', PLACED, PLACED, undefined, undefined],
    ['taken away on both sides', PLACED, undefined, undefined, undefined],
    ['taken away here, moved there', PLACED, undefined, MOVED, MOVED],
    ['moved here, taken away there', PLACED, MOVED, undefined, MOVED],
    ['another one here, moved there', PLACED, OTHER, MOVED, OTHER],
    ['moved here, another one there', PLACED, MOVED, OTHER, OTHER],
    ['another one on both sides', PLACED, OTHER, THIRD, THIRD],
  ])('%s', (_, base, local, remote, expected) => {
    expect(mergeUnderlay(base, local, remote)).toEqual(expected);
    expect(mergeUnderlay(base ?? null, local ?? null, remote ?? null)).toEqual(expected ?? null);
  });

  it('says so where it loses a photo that local placed; one that remote placed is never lost', () => {
    const photos = [undefined, PLACED, MOVED, TURNED, OTHER, THIRD].map((underlay) => ({ underlay }));
    const placedBy = (side?: Underlay, before?: Underlay) =>
      side && side.sha256 !== before?.sha256 ? side.sha256 : undefined;
    let conflicts = 0;
    for (const base of photos) {
      for (const local of photos) {
        for (const remote of photos) {
          const [b, l, r] = [base, local, remote].map((side) => ({ title: '', strokes: [], ...side }));
          const { underlay, photoConflict } = merge(b!, l!, r!);
          const there = placedBy(remote.underlay, base.underlay);
          if (there !== undefined) expect(underlay?.sha256).toBe(there);
          const here = placedBy(local.underlay, base.underlay);
          expect(photoConflict).toBe(here !== undefined && underlay?.sha256 !== here);
          if (photoConflict) conflicts++;
          // Whoever placed none, or the same, is asked about nothing.
          if (there === undefined || there === here) expect(photoConflict).toBe(false);
        }
      }
    }
    expect(conflicts).toBeGreaterThan(0);
  });

  it('loses nothing else: strokes, title, paper and layers of both sides are there', () => {
    const stroke = (x: number): Stroke => ({ tool: 'pen', color: '#000000', size: 2, points: [[x, 0]] });
    const version = (title: string, members: OptionalMembers, ...xs: readonly number[]) => ({
      title,
      ...members,
      strokes: xs.map(stroke),
    });
    const paper = { color: '#25211c' };
    const merged = merge(
      version('Pond', { underlay: PLACED }, 0),
      version('Pond at noon', { underlay: MOVED }, 0, 1),
      version('Pond', { underlay: TURNED, paper }, 0, 2),
    );
    expect(merged).toMatchObject({ title: 'Pond at noon', paper, underlay: TURNED });
    expect(new Set(merged.strokes.map(({ points }) => points[0]?.[0]))).toEqual(new Set([0, 1, 2]));
  });

  it('names none where none is left', () => {
    const empty = { title: '', strokes: [] };
    const merged = merge({ ...empty, underlay: PLACED }, { ...empty, underlay: null }, empty);
    expect(merged.underlay).toBeUndefined();
  });
});
