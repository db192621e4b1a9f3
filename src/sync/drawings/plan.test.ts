import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isBroughtBack, isTrashed, type Plan, plan, type Side, sameContent } from './plan.ts';

/** Few different values, so that sides are often equal. Strokes are a set of letters here. */
const side: fc.Arbitrary<Side> = fc.record({
  title: fc.constantFrom('A', 'B'),
  strokes: fc.constantFrom('', 'a', 'b', 'ab', 'abc'),
  trashed: fc.boolean(),
});
const orNone = (arbitrary: fc.Arbitrary<Side>) => fc.option(arbitrary, { nil: undefined });
const all = fc.record({ base: orNone(side), local: orNone(side), remote: orNone(side) });

interface World {
  readonly base: Side | undefined;
  readonly local: Side | undefined;
  readonly remote: Side | undefined;
}

/** All combinations: five sets of strokes, two titles, two states and nothing, on each side. */
function everyWorld(): World[] {
  const sides: (Side | undefined)[] = [undefined];
  for (const title of ['A', 'B', 'C']) {
    for (const strokes of ['', 'a', 'b', 'ab']) {
      for (const trashed of [false, true]) sides.push({ title, strokes, trashed });
    }
  }
  return sides.flatMap((base) => sides.flatMap((local) => sides.map((remote) => ({ base, local, remote }))));
}

/** A stand-in for merging strokes: a letter that one side erased is gone, one that a side added stays. */
function mergeLetters(base: string, local: string, remote: string): string {
  const letters = [...new Set(base + local + remote)].sort();
  const stays = (l: string) =>
    base.includes(l) ? local.includes(l) && remote.includes(l) : local.includes(l) || remote.includes(l);
  return letters.filter(stays).join('');
}

function merged({ base, local, remote }: { base: Side | undefined; local: Side; remote: Side }): Side {
  const from = base ?? { title: '', strokes: '' };
  const title = remote.title === from.title ? local.title : remote.title;
  const strokes = mergeLetters(from.strokes, local.strokes, remote.strokes);
  return { title, strokes, trashed: isTrashed(base, local, remote) };
}

/** The requests of each plan, in order. */
const REQUESTS: Partial<Record<Plan, readonly ('content' | 'trash' | 'restore')[]>> = {
  create: ['content'],
  createThenTrash: ['content', 'trash'],
  push: ['content'],
  pushThenTrash: ['content', 'trash'],
  restore: ['restore'],
  restoreThenPush: ['restore', 'content'],
  restorePushTrash: ['restore', 'content', 'trash'],
  trash: ['trash'],
};

/** Carries out the plan, as the engine and a server do. */
function carryOut(todo: Plan, world: World): World {
  const { base, local, remote } = world;
  if (todo === 'noop') return remote === undefined ? world : { ...world, base: remote };
  if (todo === 'pull') return { base: remote, local: remote, remote };
  if (local === undefined) throw new Error(`${todo} of nothing`);
  if (todo === 'merge') {
    if (remote === undefined) throw new Error('a merge with nothing');
    return { base: remote, local: merged({ base, local, remote }), remote };
  }
  let there = remote;
  for (const request of REQUESTS[todo] ?? []) {
    if (request === 'content') {
      if (there?.trashed) throw new Error('the server refuses it: it is in the trash');
      there = { title: local.title, strokes: local.strokes, trashed: false };
    } else {
      if (there === undefined) throw new Error('the server has no such drawing');
      there = { ...there, trashed: request === 'trash' };
    }
  }
  return { base: there, local, remote: there };
}

describe('sync: the plan for a drawing', () => {
  it('makes both sides equal in at most two rounds', () => {
    for (const start of everyWorld()) {
      let world = start;
      for (let round = 0; round < 2; round++) {
        world = carryOut(plan(world.base, world.local, world.remote), world);
      }
      const what = JSON.stringify(start);
      expect(plan(world.base, world.local, world.remote), what).toBe('noop');
      expect(world.remote, what).toEqual(world.local);
      if (world.local !== undefined) expect(world.base, what).toEqual(world.remote);
    }
  });

  it('loses no stroke that either side added or kept', () => {
    for (const start of everyWorld()) {
      let world = start;
      for (let round = 0; round < 2; round++) {
        world = carryOut(plan(world.base, world.local, world.remote), world);
      }
      const { base, local, remote } = start;
      for (const letter of 'ab') {
        const [before, here, there] = [base, local, remote].map((s) => s?.strokes.includes(letter));
        const isAdded = !before && (here || there);
        const isKept = before && here !== false && there !== false && (here || there);
        if (isAdded || isKept) expect(world.local?.strokes, JSON.stringify(start)).toContain(letter);
      }
    }
  });

  it('does nothing if both sides are equal', () => {
    fc.assert(
      fc.property(orNone(side), side, (base, both) => {
        expect(plan(base, both, both)).toBe('noop');
      }),
    );
  });

  it('takes the only side that changed', () => {
    fc.assert(
      fc.property(side, side, (base, changed) => {
        const isSame = sameContent(base, changed) && base.trashed === changed.trashed;
        expect(plan(base, base, changed)).toBe(isSame ? 'noop' : 'pull');
        expect(['pull', 'merge']).not.toContain(plan(base, changed, base));
      }),
    );
  });

  it('requests only what the server can do', () => {
    fc.assert(fc.property(all, (world) => void carryOut(plan(world.base, world.local, world.remote), world)));
  });

  const drawn = (strokes: string, trashed = false, title = 'A'): Side => ({ title, strokes, trashed });
  it.each<[string, Side | undefined, Side | undefined, Side | undefined, Plan]>([
    ['nothing anywhere', drawn('a'), undefined, undefined, 'noop'],
    ['new here', undefined, drawn('a'), undefined, 'create'],
    ['new here, and in the trash', undefined, drawn('a', true), undefined, 'createThenTrash'],
    ['lost by the server', drawn('a'), drawn('a'), undefined, 'create'],
    ['new there', undefined, undefined, drawn('a'), 'pull'],
    ['new there, and in the trash', undefined, undefined, drawn('a', true), 'pull'],
    ['drawn here', drawn('a'), drawn('ab'), drawn('a'), 'push'],
    ['renamed here', drawn('a'), drawn('a', false, 'B'), drawn('a'), 'push'],
    ['drawn there', drawn('a'), drawn('a'), drawn('ab'), 'pull'],
    ['drawn on both sides', drawn('a'), drawn('ab'), drawn('ac'), 'merge'],
    ['unknown before, and not alike', undefined, drawn('a'), drawn('b'), 'merge'],
    ['trashed here', drawn('a'), drawn('a', true), drawn('a'), 'trash'],
    ['trashed there', drawn('a'), drawn('a'), drawn('a', true), 'pull'],
    ['drawn and trashed here', drawn('a'), drawn('ab', true), drawn('a'), 'pushThenTrash'],
    ['drawn here, trashed there', drawn('a'), drawn('ab'), drawn('a', true), 'restoreThenPush'],
    ['trashed here, drawn there', drawn('a'), drawn('a', true), drawn('ab'), 'pull'],
    ['trashed here, drawn on both sides', drawn('a'), drawn('ab', true), drawn('ac'), 'merge'],
    ['trashed on both sides', drawn('a'), drawn('a', true), drawn('a', true), 'noop'],
    [
      'trashed on both sides, drawn here',
      drawn('a'),
      drawn('ab', true),
      drawn('a', true),
      'restorePushTrash',
    ],
    ['brought back here', drawn('a', true), drawn('a'), drawn('a', true), 'restore'],
    ['brought back and drawn here', drawn('a', true), drawn('ab'), drawn('a', true), 'restoreThenPush'],
    ['brought back there', drawn('a', true), drawn('a', true), drawn('a'), 'pull'],
    ['brought back here, drawn in the trash there', drawn('a', true), drawn('a'), drawn('ab', true), 'merge'],
    ['in the trash on one side, nothing known', undefined, drawn('a', true), drawn('a'), 'pull'],
    ['in the trash on the other side, nothing known', undefined, drawn('a'), drawn('a', true), 'restore'],
  ])('%s', (_, base, local, remote, expected) => {
    expect(plan(base, local, remote)).toBe(expected);
  });

  const [a, inTrash] = [drawn('a'), drawn('a', true)];
  it.each<[string, Side | undefined, Side | 'purged' | undefined, Side | 'purged' | undefined, Plan]>([
    ['deleted for good there, untouched here', inTrash, inTrash, 'purged', 'purge'],
    ['trashed and deleted there, untouched here', a, a, 'purged', 'purge'],
    ['deleted there, trashed here', a, inTrash, 'purged', 'purge'],
    ['deleted there, drawn on here', a, drawn('ab'), 'purged', 'create'],
    ['deleted there, renamed here', a, drawn('a', false, 'B'), 'purged', 'create'],
    ['deleted there, drawn on and trashed here', a, drawn('ab', true), 'purged', 'createThenTrash'],
    ['deleted there, brought back here', inTrash, a, 'purged', 'create'],
    ['deleted there, and nothing known', undefined, a, 'purged', 'create'],
    ['deleted there, never here', undefined, undefined, 'purged', 'noop'],
    ['deleted on both sides', inTrash, 'purged', 'purged', 'noop'],
    ['deleted here, untouched there', inTrash, 'purged', inTrash, 'purgeThere'],
    ['trashed and deleted here, untouched there', a, 'purged', a, 'trashThenPurge'],
    ['deleted here, trashed there', a, 'purged', inTrash, 'purgeThere'],
    ['deleted here, drawn on there', inTrash, 'purged', drawn('ab', true), 'pull'],
    ['deleted here, renamed there', inTrash, 'purged', drawn('a', true, 'B'), 'pull'],
    ['deleted here, brought back there', inTrash, 'purged', a, 'pull'],
    ['deleted here, and nothing known', undefined, 'purged', inTrash, 'pull'],
    ['deleted here, never there', inTrash, 'purged', undefined, 'noop'],
  ])('%s', (_, base, local, remote, expected) => {
    expect(plan(base, local, remote)).toBe(expected);
  });

  it('lets an edit win over the trash of the other side, and reports it', () => {
    const base = drawn('a');
    expect(isTrashed(base, drawn('ab'), drawn('a', true))).toBe(false);
    expect(isBroughtBack(base, drawn('ab'), drawn('a', true))).toBe(true);
    expect(isTrashed(base, drawn('a', true), drawn('ab'))).toBe(false);
    expect(isBroughtBack(base, drawn('a', true), drawn('ab'))).toBe(true);
    // Brought back by a person, and trashed unchanged: nobody needs to be told.
    expect(isBroughtBack(drawn('a', true), drawn('a'), drawn('a', true))).toBe(false);
    expect(isBroughtBack(base, drawn('a'), drawn('a', true))).toBe(false);
  });
});
