/**
 * The state before a change that takes much away is a version, unless it stood for less than a minute and the newest version
 * has all of it: its strokes, title, paper, layers and the place of its photo.
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { stroke } from '../../../../tests/support/drawing/any-stroke.ts';
import { ID, keeper } from '../../../../tests/support/drawing/kept-versions.ts';
import { PHOTO, place } from '../../../../tests/support/underlay/photo-devices.ts';
import { BASE, ONE_LAYER } from '../../../core/drawing/members/layers.ts';
import { sameMembers } from '../../../core/drawing/members/member-kinds.ts';
import { parseChunk } from '../../../core/drawing/strokes/chunks.ts';
import type { Stroke } from '../../../core/drawing/types.ts';
import { memoryStore } from '../../../store/memory.ts';
import type { DrawingRow, VersionRow } from '../../ports.ts';

const MINUTE = 60_000;
const IDS = ['b', 'c', 'd'];

const act = fc.record({
  what: fc.constantFrom(
    'take',
    'take',
    'take',
    'take',
    'empty',
    'draw',
    'paper',
    'layer',
    'less',
    'name',
    'order',
    'title',
    'photo',
  ),
  many: fc.integer({ min: 1, max: 12 }),
  pause: fc.constantFrom(1000, 1000, 1000, 50_000, MINUTE, 11 * MINUTE),
});

type State = Pick<DrawingRow, 'title' | 'paper' | 'layers' | 'underlay'> & {
  readonly strokes: readonly string[];
};

const of = (value: unknown) => JSON.stringify(value);

/** True if each is among the others, in their order. */
function areAmong(some: readonly string[], all: readonly string[]): boolean {
  let from = 0;
  return some.every((one) => {
    from = all.indexOf(one, from) + 1;
    return from > 0;
  });
}

/** True if the later state is the earlier one without some strokes and layers. */
function isOnlyLess(later: State, earlier: State): boolean {
  const [some, all] = [later, earlier].map(({ layers = ONE_LAYER }) => layers.map(of));
  return (
    later.title === earlier.title &&
    sameMembers({ ...later, layers: ONE_LAYER }, { ...earlier, layers: ONE_LAYER }) &&
    areAmong(some!, all!) &&
    areAmong(later.strokes, earlier.strokes)
  );
}

/** The operations of an act, on a drawing as it is. */
function operationsOf(what: string, many: number, now: State, fresh: (n: number) => Stroke): object[] {
  const layers = [...(now.layers ?? ONE_LAYER)];
  const set = (name: string, value: unknown) => [{ op: 'replace', path: `/${name}`, value }];
  const top = (count: number) =>
    Array.from({ length: count }, (_, i) => ({
      op: 'remove',
      path: `/strokes/${now.strokes.length - 1 - i}`,
    }));
  switch (what) {
    case 'take':
      return top(Math.min(many, now.strokes.length));
    case 'empty':
      return top(now.strokes.length);
    case 'draw':
      return Array.from({ length: many }, (_, n) => ({ op: 'add', path: '/strokes/-', value: fresh(n) }));
    case 'paper':
      return set('paper', { color: ['#ffffff', '#1d232f', '#f3ead7'][many % 3] });
    case 'layer': {
      const id = IDS.find((one) => layers.every((layer) => layer.id !== one));
      return id === undefined ? [] : set('layers', [...layers, { ...BASE, id }]);
    }
    case 'less':
      return layers.length < 2 ? [] : set('layers', layers.toSpliced(many % layers.length, 1));
    case 'name':
      return set(
        'layers',
        layers.with(many % layers.length, { ...layers[many % layers.length]!, name: `N${many}` }),
      );
    case 'order':
      return set('layers', layers.toReversed());
    case 'photo':
      return many % 3 === 0 ? set('underlay', null) : [place(PHOTO, many)];
    default:
      return set('title', `T${many}`);
  }
}

it('versions: what much is taken from is the newest, or stood for less than a minute and the newest has all of it', async () => {
  let [passed, kept] = [0, 0];
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 3, maxLength: 20, size: 'max' }), async (acts) => {
      const store = memoryStore();
      const { pages, clock, versions } = keeper(store);
      let last = 0;
      const fresh = () => stroke(++last);
      await pages.create({ strokes: Array.from({ length: 12 }, fresh) }, ID);
      const strokesOf = (row: DrawingRow | VersionRow) =>
        store.read(async (tx) => (await tx.chunks(row.chunks.map(([id]) => id))).flatMap(parseChunk).map(of));
      const now = async () => {
        const row = await store.read((tx) => tx.drawing(ID));
        return { ...row!, strokes: await strokesOf(row!) };
      };
      let since = clock.now;
      for (const { what, many, pause } of acts) {
        clock.now += pause;
        const before = await now();
        const operations = operationsOf(what, many, before, fresh);
        if (operations.length === 0) continue;
        await pages.patch(ID, ...operations);
        const after = await now();
        const stood = clock.now - since;
        since = clock.now;
        const taken = before.strokes.filter((one) => !after.strokes.includes(one)).length;
        const isLayerGone = (before.layers ?? ONE_LAYER).some(({ id }) =>
          (after.layers ?? ONE_LAYER).every((one) => one.id !== id),
        );
        if (before.strokes.length === 0 || (taken <= before.strokes.length / 4 && !isLayerGone)) continue;
        const row = (await versions()).at(-1)!;
        const newest = { ...row, strokes: await strokesOf(row) };
        expect(isOnlyLess(before, newest)).toBe(true);
        if (isOnlyLess(newest, before)) kept++;
        else {
          passed++;
          expect(stood).toBeLessThan(MINUTE);
        }
      }
    }),
    { numRuns: 200 },
  );
  expect(Math.min(passed, kept)).toBeGreaterThan(30);
}, 60_000);
