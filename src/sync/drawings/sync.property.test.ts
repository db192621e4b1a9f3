/** After any history of edits, runs and failures, all sides are equal in the end and no stroke is missing. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { numbers, stroke } from '../../../tests/support/drawing/any-stroke.ts';
import { contentOf, type Device, device, type Peer, server } from '../../../tests/support/sync/sync.ts';
import { type Store, StoreFull } from '../../api/ports.ts';
import { LAYERS_MAX } from '../../core/drawing/limits.ts';
import { BASE, layerOf, ONE_LAYER } from '../../core/drawing/members/layers.ts';
import type { Drawing, Layer } from '../../core/drawing/types.ts';
import { memoryStore } from '../../store/memory.ts';

const PNG = `data:image/png;base64,${'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='}`;
const OTHER_PNG = `data:image/png;base64,${'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAYAAABytg0kAAAAC0lEQVR42mNgQAcAABIAAeRVjecAAAAASUVORK5CYII='}`;
const DRAWINGS = [1, 2].map((n) => `00000000-0000-4000-8000-00000000000${n}`);

/** A change by a person, or by another client of the server. */
type Edit = 'add' | 'erase' | 'rename' | 'paper' | 'layers' | 'picture' | 'trash' | 'restore';
/** A fault of the `at`-th request of a run, or of the `at`-th write on its device. */
type Fault =
  | { readonly kind: 'request lost' | 'answer lost' | 'sent twice' | 'drawn meanwhile'; readonly at: number }
  | {
      readonly kind: 'crash before write' | 'crash after write' | 'full disk' | 'drawn before write';
      readonly at: number;
    };
type Step =
  | { readonly kind: 'edit'; readonly who: number; readonly drawing: number; readonly edit: Edit }
  | { readonly kind: 'run'; readonly who: number; readonly fault: Fault | null };

const edit: fc.Arbitrary<Step> = fc.record({
  kind: fc.constant('edit' as const),
  // The third is another client of the server.
  who: fc.nat({ max: 2 }),
  drawing: fc.nat({ max: DRAWINGS.length - 1 }),
  edit: fc.constantFrom<Edit>(
    'add',
    'add',
    'add',
    'erase',
    'rename',
    'paper',
    'layers',
    'picture',
    'picture',
    'trash',
    'restore',
  ),
});
const fault: fc.Arbitrary<Fault> = fc.record({
  kind: fc.constantFrom<Fault['kind']>(
    'request lost',
    'answer lost',
    'sent twice',
    'drawn meanwhile',
    'crash before write',
    'crash after write',
    'full disk',
    'drawn before write',
  ),
  at: fc.nat({ max: 6 }),
});
const run = fc.record({
  kind: fc.constant('run' as const),
  who: fc.nat({ max: 1 }),
  fault: fc.option(fault, { nil: null }),
});
const history = fc.array(fc.oneof(edit, run), { maxLength: 24 });

class Crashed extends Error {}

/** A store whose writes by sync can fail. Pages share it with sync. */
function fragile(store: Store) {
  let fail: ((before: boolean) => void | Promise<void>) | undefined;
  const failing: Store = {
    ...store,
    async write(work) {
      await fail?.(true);
      const answer = await store.write(work);
      await fail?.(false);
      return answer;
    },
  };
  return {
    store: failing,
    arm(to: typeof fail) {
      fail = to;
    },
  };
}

class World {
  readonly there = server();
  readonly disks = [fragile(memoryStore()), fragile(memoryStore())];
  readonly devices: Device[] = this.disks.map(({ store }) => device(this.there, store));
  /** Every stroke that was ever drawn, and those that somebody erased. */
  readonly drawn = new Set<number>();
  readonly erased = new Set<number>();
  #next = 1;

  peer(who: number): Peer {
    return this.devices[who] ?? this.there;
  }

  async edit(who: number, drawing: number, what: Edit): Promise<void> {
    const { pages } = this.peer(who);
    const id = DRAWINGS[drawing] ?? '';
    const now = await pages.read(id);
    const n = this.#next++;
    if (what === 'trash') {
      if (now !== undefined) await pages.trash(id);
    } else if (now === undefined) {
      await pages.create({ title: `T${n}`, strokes: [stroke(n)] }, id);
      this.drawn.add(n);
    } else {
      if (now.trashed) await pages.restore(id);
      if (what === 'add') {
        await pages.add(id, stroke(n));
        this.drawn.add(n);
      } else if (what === 'rename') {
        await pages.patch(id, { op: 'replace', path: '/title', value: `T${n}` });
      } else if (what === 'paper') {
        const color = ['#fffdf8', '#d9c2a0', '#25211c'][n % 3];
        await pages.patch(id, { op: 'replace', path: '/paper', value: { color } });
      } else if (what === 'layers') {
        await this.editLayers(id, now, n, pages);
      } else if (what === 'picture') {
        await pages.patch(id, { op: 'replace', path: '/thumb', value: n % 2 === 0 ? PNG : OTHER_PNG });
      } else if (what === 'erase' && now.strokes.length > 0) {
        const at = n % now.strokes.length;
        await pages.patch(id, { op: 'remove', path: `/strokes/${at}` });
        this.erased.add(numbers(now.strokes)[at] ?? 0);
      }
    }
  }

  /** Adds a layer and draws on it, deletes the highest with its strokes, or turns the order round. */
  async editLayers(id: string, { layers = ONE_LAYER, strokes }: Drawing, n: number, pages: Peer['pages']) {
    const set = (value: readonly Layer[]) => ({ op: 'replace', path: '/layers', value });
    const highest = layers.at(-1)!;
    if (n % 3 === 0 && layers.length < LAYERS_MAX) {
      const layer = `l${n}`;
      await pages.patch(id, set([...layers, { ...BASE, id: layer }]));
      await pages.add(id, { ...stroke(n), layer });
      this.drawn.add(n);
    } else if (n % 3 === 1 && layers.length > 1) {
      const gone = strokes.flatMap((one, at) => (layerOf(one, layers) === highest.id ? [at] : []));
      const removals = gone.reverse().map((at) => ({ op: 'remove', path: `/strokes/${at}` }));
      for (const at of gone) this.erased.add(numbers(strokes)[at] ?? 0);
      await pages.patch(id, ...removals, set(layers.slice(0, -1)));
    } else await pages.patch(id, set([...layers].reverse()));
  }

  async run(who: number, what: Fault | null): Promise<void> {
    const [it, disk] = [this.devices[who], this.disks[who]];
    if (it === undefined || disk === undefined) return;
    let [requests, writes] = [0, 0];
    it.network = async (_, next) => {
      const isIt = what !== null && requests++ === what.at;
      if (isIt && what.kind === 'request lost') throw new TypeError('network');
      const answer = await next();
      if (isIt && what.kind === 'answer lost') throw new TypeError('network');
      if (isIt && what.kind === 'drawn meanwhile') {
        for (const drawing of DRAWINGS.keys()) await this.edit(who, drawing, 'add');
      }
      return isIt && what.kind === 'sent twice' ? next() : answer;
    };
    disk.arm(async (before) => {
      if (what === null || !before) {
        if (what?.kind === 'crash after write' && writes++ === what.at) throw new Crashed();
        return;
      }
      if (what.kind === 'crash before write' && writes++ === what.at) throw new Crashed();
      if (what.kind === 'drawn before write' && writes++ === what.at) {
        for (const drawing of DRAWINGS.keys()) await this.edit(who, drawing, 'add');
      }
      if (what.kind === 'full disk' && writes++ >= what.at) throw new StoreFull('full');
    });
    try {
      await it.sync.run();
    } catch (error) {
      if (!(error instanceof Crashed)) throw error;
    } finally {
      disk.arm(undefined);
      it.network = (_, next) => next();
    }
  }

  /** Checks for chunks that nothing names, and for named ones that are missing. */
  async checkChunks(who: number): Promise<void> {
    const { store } = this.peer(who);
    await store.read(async (tx) => {
      for (const row of await tx.changes(0, 1000)) {
        await tx.chunks(row.chunks.map(([id]) => id));
        expect(row.chunks.length).toBe(new Set(row.chunks.map(([id]) => id)).size);
        expect(row.sync?.dropped ?? []).toEqual([]);
      }
    });
  }
}

it('ends with all sides equal and no stroke or layer missing, whatever happened', async () => {
  await fc.assert(
    fc.asyncProperty(history, async (steps) => {
      const world = new World();
      for (const step of steps) {
        if (step.kind === 'edit') await world.edit(step.who, step.drawing, step.edit);
        else await world.run(step.who, step.fault);
      }
      const [a, b] = world.devices;
      if (a === undefined || b === undefined) throw new Error('two devices');
      await a.settle();
      await b.settle();
      await a.settle();
      const final = await contentOf(world.there);
      expect(await contentOf(a)).toEqual(final);
      expect(await contentOf(b)).toEqual(final);
      const drawings = await world.there.pages.all();
      const there = new Set(drawings.flatMap(({ strokes }) => numbers(strokes)));
      for (const n of world.drawn) {
        if (!world.erased.has(n)) expect(there.has(n), `stroke ${n}`).toBe(true);
      }
      for (const { strokes } of drawings) expect(new Set(numbers(strokes)).size).toBe(strokes.length);
      for (const it of [a, b]) {
        const { waiting, troubles } = await it.sync.state();
        expect({ waiting, troubles }).toEqual({ waiting: [], troubles: [] });
        // At rest, another run requests the feed and the profile, and nothing else.
        it.asked.length = 0;
        await it.settle();
        expect(it.asked.map(({ method }) => method)).toEqual(['GET', 'GET']);
      }
      await world.checkChunks(0);
      await world.checkChunks(1);
    }),
    { numRuns: Number(process.env.RUNS ?? 100) },
  );
}, 600_000);
