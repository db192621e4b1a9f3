/** Sync of the photos of underlays: only where a person wants it, after everything that was drawn. */
import { describe, expect, it } from 'vitest';
import { stroke } from '../../../tests/support/drawing/any-stroke.ts';
import { type Device, device, type Peer, refusal, server } from '../../../tests/support/sync/sync.ts';
import {
  clock,
  drawn,
  later,
  moved,
  OTHER,
  PHOTO,
  photosAsked,
  place,
  put,
  shown,
  takenAway,
  withPhotos,
} from '../../../tests/support/underlay/photo-devices.ts';
import { photoNo, placed, sha256 } from '../../../tests/support/underlay/photos.ts';
import { storePhoto } from '../../api/drawings/underlay/store-photo.ts';
import { type Store, StoreFull, StoreUnavailable } from '../../api/ports.ts';
import { memoryStore } from '../../store/memory.ts';

/** A person puts another photo in the place of the one before. */
async function replaced(on: Device, id: string, photo: Uint8Array<ArrayBuffer>): Promise<void> {
  await put(on, id, photo);
  await on.pages.patch(id, place(photo));
}

describe('sync: the photos of underlays', () => {
  it('stay on the device unless a person wants them synced, and their place travels all the same', async () => {
    const there = server();
    const [a, b] = [device(there), device(there)];
    const id = await drawn(a);
    await a.settle();
    await b.settle();
    expect((await b.pages.read(id))?.underlay).toEqual(placed(sha256(PHOTO), { x: 0 }));
    expect(await shown(a, id)).toEqual(PHOTO);
    expect([await shown(there, id), await shown(b, id)]).toEqual([undefined, undefined]);
    expect([...photosAsked(a), ...photosAsked(b)]).toEqual([]);
  });

  it('reach the server and the other devices, once, and then cost nothing', async () => {
    const there = server();
    const [a, b] = [withPhotos(there), withPhotos(there)];
    const id = await drawn(a);
    await a.settle();
    await b.settle();
    expect([await shown(there, id), await shown(b, id)]).toEqual([PHOTO, PHOTO]);
    expect(b.announced.filter((change) => change.id === id).length).toBe(2);
    for (const one of [a, b]) {
      one.asked.length = 0;
      await one.settle();
      await one.pages.patch(id, place(PHOTO, one === a ? 1 : 2));
      await one.settle();
      expect(photosAsked(one)).toEqual([]);
    }
  });

  it('come after the strokes, and hold none of them up', async () => {
    const there = server();
    const a = withPhotos(there);
    const id = await drawn(a);
    a.network = async ({ path }, next) =>
      path.endsWith('/underlay') ? Promise.reject(new TypeError('cut off')) : next();
    expect(await a.sync.run()).toEqual({ trouble: 'unreachable', wait: 0 });
    expect((await there.pages.read(id))?.strokes).toEqual([stroke(1)]);
    const paths = a.asked.map(({ path }) => path.endsWith('/underlay'));
    expect(paths.indexOf(true)).toBe(paths.length - 1);
    await a.pages.add(id, stroke(2));
    await a.sync.run();
    expect((await there.pages.read(id))?.strokes).toEqual([stroke(1), stroke(2)]);
    a.network = (_, next) => next();
    await a.settle();
    expect(await shown(there, id)).toEqual(PHOTO);
  });

  it('are not sent again after a lost response: the digest tells that they arrived', async () => {
    const there = server();
    const a = withPhotos(there);
    const id = await drawn(a);
    a.network = async ({ path, method }, next) => {
      const response = await next();
      if (path.endsWith('/underlay') && method === 'PUT') throw new TypeError('the response is lost');
      return response;
    };
    expect(await a.sync.run()).toEqual({ trouble: 'unreachable', wait: 0 });
    expect(await shown(there, id)).toEqual(PHOTO);
    a.network = (_, next) => next();
    a.asked.length = 0;
    await a.settle();
    expect(photosAsked(a)).toEqual(['GET']);
    a.asked.length = 0;
    await a.settle();
    expect(photosAsked(a)).toEqual([]);
  });

  it('wait where the server is full, and go when there is room, while drawings are synced', async () => {
    const there = server();
    const a = withPhotos(there);
    const id = await drawn(a);
    a.network = async ({ path, method }, next) =>
      path.endsWith('/underlay') && method === 'PUT' ? refusal(507, 'storage_full') : next();
    expect(await a.sync.run()).toEqual({ trouble: 'server_full', wait: 0 });
    expect((await there.pages.read(id))?.strokes).toEqual([stroke(1)]);
    a.network = (_, next) => next();
    await a.settle();
    expect(await shown(there, id)).toEqual(PHOTO);
  });

  it('leave a full device as it is, say so, and send its own all the same', async () => {
    const there = server();
    const a = withPhotos(there);
    const id = await drawn(a);
    await a.settle();
    const memory = memoryStore();
    let isFull = true;
    const small: Store = {
      ...memory,
      write: (work) =>
        memory.write((tx) =>
          work({
            ...tx,
            putPhoto: async (photo, bytes) => {
              if (isFull && photo.sha256 === sha256(PHOTO)) throw new StoreFull('no room');
              await tx.putPhoto(photo, bytes);
            },
          }),
        ),
    };
    const b = withPhotos(there, small);
    const own = await drawn(b, OTHER);
    expect(await b.sync.run()).toEqual({ trouble: 'device_full', wait: 0 });
    expect((await b.pages.read(id))?.strokes).toEqual([stroke(1)]);
    expect(await shown(b, id)).toBeUndefined();
    expect(await shown(there, own)).toEqual(OTHER);
    isFull = false;
    later();
    await b.settle();
    expect(await shown(b, id)).toEqual(PHOTO);
  });

  it('are asked for again after a while where nobody had sent them, and not with every run', async () => {
    const there = server();
    const quiet = device(there);
    const id = await drawn(quiet);
    await quiet.settle();
    const b = withPhotos(there);
    for (let run = 0; run < 3; run++) await b.settle();
    expect(photosAsked(b)).toEqual(['GET']);
    await put(there, id, PHOTO);
    await b.settle();
    expect(await shown(b, id)).toBeUndefined();
    later();
    await b.settle();
    expect(await shown(b, id)).toEqual(PHOTO);
  });

  it('that wait are asked for at once by a run that a person asks for', async () => {
    const there = server();
    const quiet = device(there);
    const id = await drawn(quiet);
    await quiet.settle();
    const b = withPhotos(there);
    await b.settle();
    await put(there, id, PHOTO);
    await b.sync.run();
    expect(await shown(b, id)).toBeUndefined();
    expect(await b.sync.run(undefined, true)).toBe('done');
    expect(await shown(b, id)).toEqual(PHOTO);
  });

  it('stay with the copy that is kept of a drawing, whether they are synced or not', async () => {
    const many = (from: number) => Array.from({ length: 10_001 }, (_, n) => stroke(from + n));
    const there = server();
    const id = await there.pages.create({ strokes: many(0) });
    const a = device(there);
    await a.pages.create({ strokes: many(20_000) }, id);
    await put(a, id, PHOTO);
    await a.pages.patch(id, place(PHOTO));
    await a.settle();
    const [copy = ''] = (await a.pages.all()).map((drawing) => drawing.id).filter((other) => other !== id);
    expect(await shown(a, copy)).toEqual(PHOTO);
    const b = withPhotos(there, a.store);
    await b.settle();
    expect(await shown(there, copy)).toEqual(PHOTO);
  });

  it('come from another drawing of the device where the server has none', async () => {
    const there = server();
    const a = withPhotos(there);
    const id = await drawn(a);
    const copy = await a.pages.create({ strokes: [stroke(2)] });
    await a.pages.patch(copy, place(PHOTO));
    await a.settle();
    for (const one of [there, a]) {
      expect([await shown(one, id), await shown(one, copy)]).toEqual([PHOTO, PHOTO]);
    }
  });

  it('that wait are looked for among those of the device once in a run, and one that several name is loaded once', async () => {
    const there = server();
    const inner = memoryStore();
    let lists = 0;
    const store: Store = {
      ...inner,
      read: (work) =>
        inner.read((tx) =>
          work({
            ...tx,
            photos(drawing) {
              if (drawing === undefined) lists += 1;
              return tx.photos(drawing);
            },
          }),
        ),
    };
    const a = withPhotos(there);
    const same = [await drawn(a), await drawn(a), await drawn(a)];
    const none = await a.pages.create({ strokes: [stroke(2)] });
    await a.pages.patch(none, place(OTHER));
    await a.settle();
    const b = withPhotos(there, store);
    await b.sync.run();
    expect(lists).toBe(1);
    for (const id of same) expect(await shown(b, id)).toEqual(PHOTO);
    const loads = b.asked.filter(
      ({ path, headers }) => path.endsWith('/underlay') && headers['If-None-Match'] === undefined,
    );
    expect(loads).toHaveLength(1);
    lists = 0;
    await b.settle();
    expect(lists).toBe(0);
  });

  it('are asked for again within seconds at first, and then less and less often', async () => {
    const there = server();
    const quiet = device(there);
    const id = await drawn(quiet);
    await quiet.settle();
    const b = withPhotos(there);
    const asked: number[] = [];
    const from = clock.now;
    for (; clock.now < from + 20 * 60_000; clock.now += 2_000) {
      b.asked.length = 0;
      await b.sync.run();
      if (photosAsked(b).length > 0) asked.push((clock.now - from) / 1000);
    }
    expect(asked).toEqual([0, 4, 12, 28, 60, 124, 252, 508, 808, 1108]);
    await put(there, id, PHOTO);
    later();
    await b.sync.run();
    expect(await shown(b, id)).toEqual(PHOTO);
  });

  it('are refused if the server sends another one, or something else', async () => {
    const there = server();
    const a = withPhotos(there);
    const id = await drawn(a);
    await a.settle();
    for (const body of [OTHER, new TextEncoder().encode('<html>'), photoNo(1, 4 * 1024 * 1024 + 1)]) {
      const b = withPhotos(there);
      b.network = async ({ path, headers }, next) =>
        path.endsWith('/underlay') && headers['If-None-Match'] === undefined ? new Response(body) : next();
      await b.settle();
      expect(await b.store.read((tx) => tx.photos())).toEqual([]);
      b.network = (_, next) => next();
      later();
      await b.settle();
      expect(await shown(b, id)).toEqual(PHOTO);
    }
  });

  it('follow a change: another photo replaces the old one, and one that is taken away goes', async () => {
    const there = server();
    const [a, b] = [withPhotos(there), withPhotos(there)];
    const id = await drawn(a);
    await a.settle();
    await b.settle();
    await put(a, id, OTHER);
    await a.pages.patch(id, place(OTHER));
    await a.settle();
    await b.settle();
    expect([await shown(there, id), await shown(b, id)]).toEqual([OTHER, OTHER]);
    await a.pages.patch(id, { op: 'replace', path: '/underlay', value: null });
    await a.settle();
    expect(await there.store.read((tx) => tx.photos())).toEqual([]);
    // Another device placed one meanwhile: what it names stays.
    await put(b, id, PHOTO);
    await b.pages.patch(id, place(PHOTO));
    await b.settle();
    await a.settle();
    expect([await shown(there, id), await shown(a, id)]).toEqual([PHOTO, PHOTO]);
  });

  it.each([
    ['with every photo on the server', withPhotos],
    ['with photos that stay on their device', device],
  ])(
    'two devices placed another one: the first to sync has the drawing, the other a copy, and every stroke is there, %s',
    async (_, make) => {
      const there = server();
      const [a, b] = [make(there), make(there)];
      const id = await drawn(a);
      await a.settle();
      await b.settle();
      for (const [one, photo, n] of [
        [a, photoNo(7), 7],
        [b, photoNo(8), 8],
      ] as const) {
        await put(one, id, photo);
        await one.pages.patch(id, place(photo), { op: 'add', path: '/strokes/-', value: stroke(n) });
      }
      for (const one of [a, b, a]) {
        later();
        await one.settle();
      }
      for (const one of [there, a, b]) {
        const { underlay, strokes } = (await one.pages.read(id)) ?? {};
        expect(underlay?.sha256).toBe(sha256(photoNo(7)));
        expect(strokes).toEqual([stroke(1), stroke(7), stroke(8)]);
      }
      const { notices } = await b.sync.state();
      expect(notices).toMatchObject([{ kind: 'kept_copy', drawing: id }]);
      expect((await a.sync.state()).notices).toEqual([]);
      const copy = notices[0]?.kind === 'kept_copy' ? notices[0].copy : '';
      for (const one of [there, a, b]) {
        expect(await one.pages.read(copy)).toMatchObject({
          title: 'Untitled (kept copy)',
          strokes: [stroke(1), stroke(8)],
          underlay: placed(sha256(photoNo(8)), { x: 0 }),
        });
      }
      expect([await shown(a, id), await shown(b, copy)]).toEqual([photoNo(7), photoNo(8)]);
      const isSent = make === withPhotos;
      for (const one of [there, b]) expect(await shown(one, id)).toEqual(isSent ? photoNo(7) : undefined);
      for (const one of [there, a]) expect(await shown(one, copy)).toEqual(isSent ? photoNo(8) : undefined);
    },
  );

  it.each<[string, (on: Device, id: string) => Promise<void>, (on: Device, id: string) => Promise<void>]>([
    ['the same one', (on, id) => replaced(on, id, OTHER), (on, id) => replaced(on, id, OTHER)],
    ['another one, and the other device moved it', (on, id) => replaced(on, id, OTHER), moved],
    ['another one, and the other device took it away', (on, id) => replaced(on, id, OTHER), takenAway],
    ['none, and the other device moved it', takenAway, moved],
  ])(
    'no copy is kept where one device placed %s: no photo that somebody placed goes',
    async (_, here, elsewhere) => {
      for (const isFirst of [true, false]) {
        const there = server();
        const [a, b] = [withPhotos(there), withPhotos(there)];
        const id = await drawn(a);
        await a.settle();
        await b.settle();
        await here(a, id);
        await elsewhere(b, id);
        for (const one of isFirst ? [a, b, a] : [b, a, b]) {
          later();
          await one.settle();
        }
        expect(await there.pages.all()).toHaveLength(1);
        expect([...(await a.sync.state()).notices, ...(await b.sync.state()).notices]).toEqual([]);
        const wanted = here === takenAway ? PHOTO : OTHER;
        for (const one of [there, a, b]) expect(await shown(one, id)).toEqual(wanted);
      }
    },
  );

  it('a copy is kept once, also if the run ends before it is written', async () => {
    const there = server();
    const memory = memoryStore();
    let left = Infinity;
    const dying: Store = {
      ...memory,
      write: (work) => (left-- > 0 ? memory.write(work) : Promise.reject(new StoreUnavailable('it died'))),
    };
    const [a, b] = [withPhotos(there), withPhotos(there, dying)];
    const id = await drawn(a);
    await a.settle();
    await b.settle();
    await replaced(a, id, photoNo(7));
    await replaced(b, id, photoNo(8));
    await a.settle();
    for (let writes = 0; writes < 4; writes++) {
      left = writes;
      await b.sync.run();
    }
    left = Infinity;
    later();
    await b.settle();
    const drawings = await there.pages.all();
    expect(drawings).toHaveLength(2);
    const [copy = ''] = drawings.map((drawing) => drawing.id).filter((other) => other !== id);
    expect([await shown(there, id), await shown(there, copy)]).toEqual([photoNo(7), photoNo(8)]);
  });

  it('are kept through an older server, which has no place for them', async () => {
    const there = server();
    const a = withPhotos(there);
    const id = await drawn(a);
    a.network = async ({ path }, next) => (path.endsWith('/underlay') ? refusal(404, 'not_found') : next());
    await a.settle();
    expect(await shown(a, id)).toEqual(PHOTO);
    a.network = (_, next) => next();
    later();
    await a.settle();
    expect(await shown(there, id)).toEqual(PHOTO);
  });

  it('that an earlier version took though they are cut stay where they are, are neither sent nor taken, and hold up nothing', async () => {
    const CUT = PHOTO.slice(0, 280);
    const there = server();
    const a = withPhotos(there);
    const keepCut = ({ store }: Peer, id: string) =>
      store.write(async (tx) => {
        const photo = { drawing: id, sha256: sha256(CUT), type: 'image/jpeg', size: CUT.length } as const;
        await storePhoto(tx, (await tx.drawing(id))!, photo, CUT);
      });
    const [id, after] = [await a.pages.create({ strokes: [stroke(1)] }), await drawn(a, OTHER)];
    await keepCut(a, id);
    await a.pages.patch(id, place(CUT));
    await a.settle();
    const sent = a.asked.filter(({ path, method }) => path.endsWith('/underlay') && method === 'PUT');
    expect(sent.map(({ path }) => path)).toEqual([`/api/v1/drawings/${after}/underlay`]);
    expect(await there.pages.read(id)).toMatchObject({
      strokes: [stroke(1)],
      underlay: { sha256: sha256(CUT) },
    });
    expect([await shown(there, after), await shown(a, id)]).toEqual([OTHER, CUT]);

    // The server may have one, too, from its earlier version.
    await keepCut(there, id);
    const b = withPhotos(there);
    await b.settle();
    expect([await shown(b, after), await shown(b, id)]).toEqual([OTHER, undefined]);
    for (const one of [a, b]) {
      one.asked.length = 0;
      later();
      await one.settle();
      expect(photosAsked(one)).toEqual([]);
    }
    await replaced(b, id, PHOTO);
    for (const one of [b, a]) await one.settle();
    expect([await shown(there, id), await shown(a, id)]).toEqual([PHOTO, PHOTO]);
  });

  it('that are cut on their way come again', async () => {
    const there = server();
    const a = withPhotos(there);
    const id = await drawn(a);
    await a.settle();
    const b = withPhotos(there);
    b.network = async ({ path, headers }, next) =>
      path.endsWith('/underlay') && headers['If-None-Match'] === undefined
        ? new Response(PHOTO.slice(0, 280))
        : next();
    await b.settle();
    expect(await shown(b, id)).toBeUndefined();
    b.network = (_, next) => next();
    later();
    await b.settle();
    expect(await shown(b, id)).toEqual(PHOTO);
  });
});
