/** Drawings that were changed on both sides. */
import { describe, expect, it } from 'vitest';
import { numbers, stroke } from '../../../tests/support/drawing/any-stroke.ts';
import { type Device, device, server } from '../../../tests/support/sync/sync.ts';
import { drawn, drawnSorted, expectEqual } from '../../../tests/support/sync/sync-expect.ts';
import { memoryStore } from '../../store/memory.ts';

const notices = async (it: Device) => (await it.sync.state()).notices;

/** Two devices that have the same drawing. */
async function both(...strokes: number[]) {
  const there = server();
  const [a, b] = [device(there), device(there)];
  const id = await a.pages.create({ title: 'Pulau', strokes: strokes.map(stroke) });
  await a.settle();
  await b.settle();
  const quiet = async () => {
    for (const it of [a, b, a]) await it.settle();
    await expectEqual(there, a, b);
  };
  return { there, a, b, id, quiet };
}

describe('sync: changed on both sides', () => {
  it('keeps both versions of a stroke changed on both sides, with a notice until it is dismissed', async () => {
    const { a, b, id, quiet } = await both(1, 2, 3);
    await a.pages.patch(id, { op: 'replace', path: '/strokes/1', value: stroke(20) });
    await b.pages.patch(id, { op: 'replace', path: '/strokes/1', value: stroke(21) });
    await quiet();
    expect(await drawnSorted(a, id)).toEqual([1, 3, 20, 21]);
    expect(await notices(b)).toEqual([{ kind: 'kept_both', drawing: id }]);
    expect(await notices(a)).toEqual([]);
    await b.sync.dismiss(id);
    expect(await notices(b)).toEqual([]);
  });

  it('keeps a stroke changed on one side and erased on the other', async () => {
    const { a, b, id, quiet } = await both(1, 2, 3);
    await a.pages.patch(id, { op: 'remove', path: '/strokes/1' });
    await b.pages.patch(id, { op: 'replace', path: '/strokes/1', value: stroke(20) });
    await quiet();
    expect(await drawn(a, id)).toEqual([1, 20, 3]);
  });

  it("keeps the server's title and offers this device's", async () => {
    const { there, a, b, id, quiet } = await both(1);
    await a.pages.patch(id, { op: 'replace', path: '/title', value: 'Pulau Ubin' });
    await b.pages.patch(id, { op: 'replace', path: '/title', value: 'Ubin' });
    await quiet();
    expect((await there.pages.read(id))?.title).toBe('Pulau Ubin');
    expect(await notices(b)).toEqual([{ kind: 'title', drawing: id, title: 'Ubin' }]);
  });

  it('lets an edit win over the trash, on either side', async () => {
    for (const editor of [0, 1] as const) {
      const { there, a, b, id, quiet } = await both(1, 2);
      const [first, second] = editor === 0 ? [a, b] : [b, a];
      await first.pages.add(id, stroke(3));
      await second.pages.trash(id);
      await quiet();
      expect(await there.pages.read(id)).toMatchObject({ trashed: false });
      expect(await drawn(there, id)).toEqual([1, 2, 3]);
      // The device that noticed reports it, once.
      expect([...(await notices(a)), ...(await notices(b))]).toEqual([{ kind: 'restored', drawing: id }]);
    }
  });

  it('applies trash and restore of an unchanged drawing', async () => {
    const { there, a, b, id, quiet } = await both(1);
    await a.pages.trash(id);
    await quiet();
    expect(await b.pages.read(id)).toMatchObject({ trashed: true });
    await b.pages.restore(id);
    await quiet();
    expect(await there.pages.read(id)).toMatchObject({ trashed: false });
    expect([...(await notices(a)), ...(await notices(b))]).toEqual([]);
  });

  it('keeps a drawing in the trash that both trashed, with the strokes of both', async () => {
    const { there, a, b, id, quiet } = await both(1);
    await a.pages.add(id, stroke(2));
    await a.pages.trash(id);
    await b.pages.add(id, stroke(3));
    await b.pages.trash(id);
    await quiet();
    expect(await there.pages.read(id)).toMatchObject({ trashed: true });
    expect(await drawn(there, id)).toEqual([1, 2, 3]);
  });

  it('sends a drawing that was trashed before the server had it', async () => {
    const there = server();
    const [a, b] = [device(there), device(there)];
    const id = await a.pages.create({ strokes: [stroke(1)] });
    await a.pages.trash(id);
    await a.settle();
    await b.settle();
    expect(await b.pages.read(id)).toMatchObject({ trashed: true });
    await expectEqual(there, a, b);
  });

  it('keeps a copy if the merged drawing would exceed a limit, once, with a title that says so', async () => {
    const many = (from: number) => Array.from({ length: 9_990 }, (_, n) => stroke(from + n));
    const there = server();
    const [a, b] = [device(there), device(there)];
    const title = 'T'.repeat(199);
    const id = await a.pages.create({ title, strokes: [stroke(0)] });
    await a.settle();
    await b.settle();
    await a.pages.add(id, ...many(1));
    await a.pages.add(id, stroke(30_000));
    await b.pages.add(id, ...many(10_000));
    await b.pages.add(id, ...Array.from({ length: 25 }, (_, n) => stroke(40_000 + n)));
    await a.settle();
    // Planned a second time: the first plan ended at the request that would have told the server.
    b.network = ({ method }, next) => (method === 'PUT' ? Promise.reject(new TypeError('network')) : next());
    expect(await b.sync.run()).toMatchObject({ trouble: 'unreachable' });
    b.network = (_, next) => next();
    await b.settle();
    await a.settle();
    await expectEqual(there, a, b);
    const all = await there.pages.all();
    expect(all).toHaveLength(2);
    const copy = all.find((drawing) => drawing.id !== id);
    expect(copy?.title).toBe(`${'T'.repeat(188)} (kept copy)`);
    expect(numbers(copy?.strokes ?? [])).toHaveLength(1 + 9_990 + 25);
    expect(await drawn(there, id)).toHaveLength(1 + 9_990 + 1);
    expect(await notices(b)).toEqual([
      { kind: 'kept_copy', drawing: id, copy: copy?.id, title: copy?.title },
    ]);
  });

  it('makes a kept copy once, even if a person changes it', async () => {
    const many = (from: number) => Array.from({ length: 10_001 }, (_, n) => stroke(from + n));
    const there = server();
    const a = device(there);
    const id = await there.pages.create({ strokes: many(0) });
    await a.pages.create({ strokes: many(20_000) }, id);
    const mine = await a.pages.read(id);
    await a.settle();
    const [copy = ''] = (await a.pages.all()).map((drawing) => drawing.id).filter((other) => other !== id);
    await a.pages.add(copy, stroke(50_000));
    // The person has restored the earlier content, so it is merged as such.
    const now = await a.pages.read(id);
    const headers = { 'Content-Type': 'application/json', 'If-Match': `"${now?.rev}"` };
    const body = JSON.stringify({ title: mine?.title, strokes: mine?.strokes, thumb: '' });
    const put = new Request(`http://here/api/v1/drawings/${id}`, { method: 'PUT', headers, body });
    expect((await a.handle(put)).status).toBe(200);
    await a.sync.forget();
    await a.settle();
    await expectEqual(there, a);
    expect((await a.pages.all()).map((drawing) => drawing.id).sort()).toEqual([id, copy].sort());
    expect(await drawn(a, id)).toEqual(numbers(many(0)));
    expect(await drawn(a, copy)).toEqual([...numbers(many(20_000)), 50_000]);
  });

  it('makes a kept copy although another device has sent the same one', async () => {
    const many = (from: number) => Array.from({ length: 10_001 }, (_, n) => stroke(from + n));
    const there = server();
    const [a, b] = [device(there), device(there)];
    const id = await there.pages.create({ strokes: many(0) });
    // Both have the same strokes, so they keep the same copy.
    for (const it of [a, b]) await it.pages.create({ strokes: many(20_000) }, id);
    await a.settle();
    await b.settle();
    await expectEqual(there, a, b);
    expect(await there.pages.all()).toHaveLength(2);
  });

  it.each(['pulled', 'merged', 'pushed'])(
    'looks again at a drawing that a person changes while it is %s',
    async (what) => {
      const there = server();
      const a = device(there);
      let interrupt: (() => Promise<void>) | undefined;
      let writes = 0;
      const store = memoryStore();
      const b = device(there, {
        ...store,
        async write(work) {
          if (--writes === 0) await interrupt?.();
          return store.write(work);
        },
      });
      const id = await a.pages.create({ strokes: [stroke(1)] });
      await a.settle();
      await b.settle();
      if (what !== 'pushed') await a.pages.add(id, stroke(2));
      if (what !== 'pulled') await b.pages.add(id, stroke(3));
      await a.settle();
      // Between reading and writing: of the feed, or of the next request.
      writes = what === 'pushed' ? 2 : 1;
      const erase = { op: 'remove', path: '/strokes/1' };
      interrupt = () => (what === 'pushed' ? b.pages.patch(id, erase) : b.pages.add(id, stroke(4)));
      await b.settle();
      await a.settle();
      await expectEqual(there, a, b);
      const strokes = { pulled: [1, 2, 4], merged: [1, 2, 3, 4], pushed: [1] }[what];
      expect(await drawnSorted(b, id)).toEqual(strokes);
    },
  );

  it('leaves a drawing to the next run if others keep changing it', async () => {
    const { there, a, id, quiet } = await both(1);
    await a.pages.add(id, stroke(2));
    let others = 100;
    a.network = async ({ method }, next) => {
      if (method === 'PATCH') await there.pages.add(id, stroke(others++));
      return next();
    };
    expect(await a.sync.run()).toBe('done');
    expect((await a.sync.state()).troubles).toEqual([
      { drawing: id, kind: 'failed', reason: 'server_error' },
    ]);
    expect((await a.sync.state()).waiting).toHaveLength(1);
    expect(others).toBeLessThan(110);
    a.network = (_, next) => next();
    await quiet();
    expect((await a.sync.state()).troubles).toEqual([]);
    expect(await drawn(there, id)).toContain(2);
  });
});
