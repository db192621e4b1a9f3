/** The results of a run, with the real application over two stores. */
import { describe, expect, it } from 'vitest';
import { stroke } from '../../../tests/support/drawing/any-stroke.ts';
import { type Device, device, server } from '../../../tests/support/sync/sync.ts';
import { drawn, drawnSorted, expectEqual } from '../../../tests/support/sync/sync-expect.ts';
import type { Store } from '../../api/ports.ts';
import { strokeJson } from '../../core/drawing/strokes/stroke-json.ts';
import { memoryStore } from '../../store/memory.ts';

const PNG = `data:image/png;base64,${'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='}`;
const OTHER_PNG = `data:image/png;base64,${'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAYAAABytg0kAAAAC0lEQVR42mNgQAcAABIAAeRVjecAAAAASUVORK5CYII='}`;

const bytes = ({ asked }: Device) =>
  asked.reduce((sum, { path, body = '' }) => sum + path.length + body.length, 0);

describe('sync: drawings', () => {
  it('brings a drawing to the server and from there to another device', async () => {
    const there = server();
    const [a, b] = [device(there), device(there)];
    const id = await a.pages.create({ title: 'Kopi', strokes: [1, 2, 3].map(stroke), thumb: PNG });
    await a.settle();
    await b.settle();
    expect(await b.pages.read(id)).toMatchObject({ title: 'Kopi', thumb: PNG, rev: 1 });
    await expectEqual(there, a, b);
  });

  it('merges strokes of two devices', async () => {
    const there = server();
    const [a, b] = [device(there), device(there)];
    const id = await a.pages.create({ strokes: [1, 2, 3].map(stroke) });
    await a.settle();
    await b.settle();
    await b.pages.add(id, stroke(4));
    await a.pages.add(id, stroke(5));
    await a.pages.patch(id, { op: 'remove', path: '/strokes/0' });
    await b.settle();
    await a.settle();
    await b.settle();
    await expectEqual(there, a, b);
    expect(await drawn(a, id)).toEqual([2, 3, 4, 5]);
    expect(await a.sync.state()).toEqual({ waiting: [], troubles: [], notices: [] });
  });

  it("does not change this device's rev when it pushes", async () => {
    const there = server();
    const a = device(there);
    const id = await a.pages.create({ strokes: [stroke(1)] });
    await a.settle();
    await a.pages.add(id, stroke(2));
    const before = await a.pages.read(id);
    await a.settle();
    expect(await a.pages.read(id)).toEqual(before);
  });

  it('lists waiting drawings, and none once they are sent', async () => {
    const there = server();
    const a = device(there);
    const id = await a.pages.create({ strokes: [stroke(1)] });
    expect((await a.sync.state()).waiting).toEqual([[id, 1]]);
    await a.settle();
    expect((await a.sync.state()).waiting).toEqual([]);
    await a.pages.add(id, stroke(2));
    await a.pages.add(id, stroke(3));
    expect((await a.sync.state()).waiting).toEqual([[id, 2]]);
    await a.settle();
    expect((await a.sync.state()).waiting).toEqual([]);
  });

  it('sends three small requests for one stroke among many drawings', async () => {
    const there = server();
    const a = device(there);
    const ids: string[] = [];
    for (let n = 0; n < 120; n++) ids.push(await a.pages.create({ strokes: [1, 2, 3].map(stroke) }));
    await a.settle();
    await a.settle();
    a.asked.length = 0;
    const id = ids[17] ?? '';
    await a.pages.add(id, stroke(99));
    await a.settle();
    expect(a.asked.map(({ method, path }) => `${method} ${path.split('?')[0]}`)).toEqual([
      'GET /api/v1/drawings/changes',
      'GET /api/v1/profile',
      `PATCH /api/v1/drawings/${id}`,
    ]);
    expect(bytes(a)).toBeLessThan(1000);
    // The other device reads that drawing, and no other.
    const b = device(there);
    await b.settle();
    b.asked.length = 0;
    await a.pages.add(id, stroke(100));
    await a.settle();
    await b.settle();
    expect(b.asked.filter(({ path }) => path.startsWith('/api/v1/drawings/'))).toHaveLength(2);
    expect(await drawn(b, id)).toEqual([1, 2, 3, 99, 100]);
  });

  it('reads only the chunks that differ, however large the drawing is', async () => {
    const there = server();
    const store = memoryStore();
    let read = 0;
    const counted: Store = {
      ...store,
      read: (work) =>
        store.read((tx) => {
          const chunks = (ids: readonly string[]) => {
            read += ids.length;
            return tx.chunks(ids);
          };
          return work({ ...tx, chunks });
        }),
    };
    const a = device(there, counted);
    const id = await a.pages.create({ strokes: Array.from({ length: 2000 }, (_, n) => stroke(n)) });
    await a.settle();
    await a.pages.add(id, stroke(5000));
    read = 0;
    a.asked.length = 0;
    await a.settle();
    expect(read).toBeLessThanOrEqual(4);
    const date = (await a.pages.read(id))?.updatedAt;
    expect(a.asked.find(({ method }) => method === 'PATCH')?.body).toBe(
      `[{"op":"add","path":"/strokes/-","value":${strokeJson(stroke(5000))}},{"op":"replace","path":"/thumb","value":""},{"op":"replace","path":"/updatedAt","value":"${date}"}]`,
    );
  });

  it('sends a large drawing in slices, and continues after an interruption', async () => {
    const there = server();
    const [a, b] = [device(there), device(there)];
    const long = (n: number) => ({
      ...stroke(n),
      points: Array.from({ length: 9000 }, (_, x) => [n + x / 7, x / 3] as const),
    });
    // About 300 KB each: together more than one body.
    const id = await a.pages.create({ title: 'Long', strokes: [long(1)] });
    for (let n = 2; n <= 16; n++) await a.pages.add(id, long(n));
    const requests: string[] = [];
    a.network = async ({ method, body = '' }, next) => {
      if (method !== 'GET') {
        expect(body.length).toBeLessThan(4.5 * 1024 * 1024);
        requests.push(method);
        if (requests.length === 2) throw new TypeError('network');
      }
      return next();
    };
    expect(await a.sync.run()).toEqual({ trouble: 'unreachable', wait: 0 });
    await a.settle();
    expect(requests.slice(0, 3)).toEqual(['PUT', 'PATCH', 'PATCH']);
    // The lost request was sent again unchanged, then the rest.
    expect(requests.length).toBeLessThanOrEqual(5);
    // Erasing everything and drawing it again is as large.
    await a.pages.patch(id, ...Array.from({ length: 16 }, () => ({ op: 'remove', path: '/strokes/0' })));
    for (let n = 101; n <= 116; n++) await a.pages.add(id, long(n));
    requests.length = 5;
    await a.settle();
    expect(requests.slice(5).length).toBeGreaterThan(1);
    await b.settle();
    await expectEqual(there, a, b);
  });

  it('continues an interrupted first sync of many drawings', async () => {
    const there = server();
    const [a, b] = [device(there), device(there)];
    for (let n = 0; n < 60; n++) await a.pages.create({ title: `${n}`, strokes: [stroke(n)] });
    const interrupted = async (it: Device, after: number) => {
      const controller = new AbortController();
      let left = after;
      it.network = async (_, next) => {
        const answer = await next();
        if (--left === 0) controller.abort();
        return answer;
      };
      return it.sync.run(controller.signal);
    };
    expect(await interrupted(a, 25)).toBe('more');
    const { length: landed } = await there.pages.all();
    // Requests under way were finished.
    expect(landed).toBeGreaterThanOrEqual(23);
    expect(landed).toBeLessThan(23 + 4);
    expect((await a.sync.state()).waiting).toHaveLength(60 - landed);
    a.asked.length = 0;
    a.network = (_, next) => next();
    await a.settle();
    expect(a.asked.filter(({ method }) => method === 'PUT')).toHaveLength(60 - landed);

    // What was read is stored at once, here in one transaction, because it is small.
    expect(await interrupted(b, 30)).toBe('more');
    b.network = (_, next) => next();
    await b.settle();
    await expectEqual(there, a, b);
  });

  it('keeps the pulled part of a page when it is interrupted', async () => {
    const there = server();
    const b = device(there);
    const long = Array.from({ length: 9000 }, (_, x) => [x / 7, x / 3] as const);
    for (let n = 0; n < 14; n++) {
      await there.pages.create({ strokes: [{ ...stroke(n), points: long }] });
    }
    const controller = new AbortController();
    b.network = async (_, next) => {
      if (b.asked.length === 13) controller.abort();
      return next();
    };
    expect(await b.sync.run(controller.signal)).toBe('more');
    const kept = (await b.pages.all()).length;
    expect(kept).toBeGreaterThanOrEqual(4);
    b.asked.length = 0;
    b.network = (_, next) => next();
    await b.settle();
    const read = b.asked.filter(({ path }) => /drawings\/[0-9a-f]{8}/.test(path));
    expect(read).toHaveLength(14 - kept);
    await expectEqual(there, b);
  });

  it('sends a thumbnail with its strokes, or alone if it is made after they were sent', async () => {
    const there = server();
    const [a, b] = [device(there), device(there)];
    const id = await b.pages.create({ strokes: [stroke(1)] });
    await b.settle();
    await a.settle();
    const before = await there.pages.read(id);
    await b.pages.patch(id, { op: 'replace', path: '/thumb', value: PNG });
    b.asked.length = 0;
    await b.settle();
    expect(b.asked.filter(({ method }) => method !== 'GET')).toHaveLength(1);
    expect(await there.pages.read(id)).toEqual({ ...before, rev: 2, thumb: PNG });
    await a.settle();
    expect((await a.pages.read(id))?.thumb).toBe(PNG);
    await b.pages.patch(id, { op: 'replace', path: '/thumb', value: OTHER_PNG });
    await b.pages.add(id, stroke(2));
    b.asked.length = 0;
    await b.settle();
    expect(b.asked.filter(({ method }) => method !== 'GET')).toHaveLength(1);
    expect((await there.pages.read(id))?.thumb).toBe(OTHER_PNG);
    a.asked.length = 0;
    await a.settle();
    expect((await a.pages.read(id))?.thumb).toBe(OTHER_PNG);
    // Whoever gets one has nothing to send.
    for (const { asked } of [a, b]) asked.length = 0;
    await b.settle();
    await a.settle();
    expect([...a.asked, ...b.asked].every(({ method }) => method === 'GET')).toBe(true);
  });

  it('sends a thumbnail with a new title only if it is new', async () => {
    const there = server();
    const a = device(there);
    const id = await a.pages.create({ strokes: [stroke(1)], thumb: PNG });
    await a.settle();
    await a.pages.patch(id, { op: 'replace', path: '/title', value: 'Laksa' });
    a.asked.length = 0;
    await a.settle();
    expect(a.asked.filter(({ method, body }) => method === 'PATCH' && body?.includes('thumb'))).toEqual([]);
    expect((await there.pages.read(id))?.title).toBe('Laksa');
    await a.pages.patch(id, { op: 'replace', path: '/thumb', value: OTHER_PNG });
    await a.pages.patch(id, { op: 'replace', path: '/title', value: 'Kopi' });
    await a.settle();
    expect(await there.pages.read(id)).toMatchObject({ title: 'Kopi', thumb: OTHER_PNG });
  });

  it('sends a thumbnail that was made while its strokes were under way', async () => {
    const there = server();
    const a = device(there);
    const id = await a.pages.create({ strokes: [stroke(1)] });
    a.network = async (request, next) => {
      if (request.method === 'PUT') await a.pages.patch(id, { op: 'replace', path: '/thumb', value: PNG });
      return next();
    };
    await a.settle();
    expect((await there.pages.read(id))?.thumb).toBe(PNG);
  });

  it('leaves nothing to send of a thumbnail in the trash', async () => {
    const there = server();
    const a = device(there);
    const id = await a.pages.create({ strokes: [stroke(1)] });
    await a.settle();
    await a.pages.patch(id, { op: 'replace', path: '/thumb', value: PNG });
    await there.pages.trash(id);
    a.asked.length = 0;
    await a.settle();
    expect((await a.sync.state()).waiting).toEqual([]);
    expect(a.asked.every(({ method }) => method === 'GET')).toBe(true);
    expect((await a.pages.read(id))?.trashed).toBe(true);
  });

  it('sends no thumbnail of a drawing that was trashed again while its trashing was under way', async () => {
    const there = server();
    const a = device(there);
    const id = await a.pages.create({ strokes: [stroke(1)] });
    await a.settle();
    await a.pages.trash(id);
    let isFirst = true;
    a.network = async (request, next) => {
      if (request.method === 'DELETE' && isFirst) {
        isFirst = false;
        await a.pages.restore(id);
        await a.pages.patch(id, { op: 'replace', path: '/thumb', value: PNG });
        await a.pages.trash(id);
      }
      return next();
    };
    a.asked.length = 0;
    await a.settle();
    expect(a.asked.flatMap(({ method }) => (method === 'GET' ? [] : [method]))).toEqual(['DELETE']);
    expect((await a.sync.state()).waiting).toEqual([]);
    expect((await a.pages.read(id))?.trashed).toBe(true);
  });

  it('ends with one thumbnail if two devices made one each', async () => {
    const there = server();
    const [a, b] = [device(there), device(there)];
    const id = await a.pages.create({ strokes: [stroke(1)] });
    await a.settle();
    await b.settle();
    await b.pages.patch(id, { op: 'replace', path: '/thumb', value: PNG });
    await a.pages.patch(id, { op: 'replace', path: '/thumb', value: OTHER_PNG });
    for (const one of [a, b, a, b]) await one.settle();
    const thumbs = await Promise.all([there, a, b].map(async ({ pages }) => (await pages.read(id))?.thumb));
    expect(new Set(thumbs).size).toBe(1);
    for (const { asked } of [a, b]) asked.length = 0;
    for (const one of [a, b]) await one.settle();
    expect([...a.asked, ...b.asked].every(({ method }) => method === 'GET')).toBe(true);
  });

  it('announces exactly the drawings that it wrote', async () => {
    const there = server();
    const [a, b] = [device(there), device(there)];
    const id = await a.pages.create({ strokes: [stroke(1)] });
    await a.settle();
    expect(a.announced).toEqual([]);
    await b.settle();
    expect(b.announced).toEqual([{ id, rev: 1 }]);
  });

  it('reports its progress in drawings', async () => {
    const there = server();
    await there.pages.create({});
    await there.pages.create({});
    const a = device(there);
    await a.pages.create({ title: 'here' });
    await a.settle();
    expect(a.progress.at(-1)).toEqual({ done: 3, total: 3 });
    a.progress.length = 0;
    await a.settle();
    expect(a.progress).toEqual([]);
  });

  it('loses nothing when it forgets all bases and merges again', async () => {
    const there = server();
    const [a, b] = [device(there), device(there)];
    const id = await a.pages.create({ strokes: [1, 2].map(stroke) });
    await a.settle();
    await b.settle();
    await a.sync.forget();
    expect((await a.sync.state()).waiting).toHaveLength(1);
    await a.pages.add(id, stroke(3));
    await b.pages.add(id, stroke(4));
    await b.settle();
    await a.settle();
    await b.settle();
    await expectEqual(there, a, b);
    expect(await drawnSorted(a, id)).toEqual([1, 2, 3, 4]);
  });

  it("merges the profile by member, and the server's wins", async () => {
    const there = server();
    const [a, b] = [device(there), device(there)];
    await a.pages.profile('Ah Meng', 'durian');
    await a.settle();
    await b.settle();
    expect(await b.pages.profile()).toEqual({ displayName: 'Ah Meng', avatarSeed: 'durian' });
    await a.pages.profile('Meng', 'durian');
    await b.pages.profile('Ah Beng', 'rambutan');
    await a.settle();
    await b.settle();
    await a.settle();
    for (const peer of [there, a, b]) {
      expect(await peer.pages.profile()).toEqual({ displayName: 'Meng', avatarSeed: 'rambutan' });
    }
  });
});
