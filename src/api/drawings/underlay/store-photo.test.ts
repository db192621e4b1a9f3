/** All photos of a store at their limit. */
import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { stroke } from '../../../../tests/support/drawing/any-stroke.ts';
import { server } from '../../../../tests/support/sync/sync.ts';
import { photoNo, placed, sha256 } from '../../../../tests/support/underlay/photos.ts';
import { settledBytes } from '../change/size.ts';

vi.mock('../../../core/drawing/limits.ts', async (original) => ({
  ...(await original<typeof import('../../../core/drawing/limits.ts')>()),
  UNDERLAYS_MAX: 10_000,
}));

function studio() {
  const { handle, pages, store } = server();
  const send = (id: string, photo: Uint8Array<ArrayBuffer>) => {
    const headers = { 'Content-Type': 'image/jpeg' };
    return handle(
      new Request(`http://here/api/v1/drawings/${id}/underlay`, { method: 'PUT', headers, body: photo }),
    );
  };
  return {
    store,
    pages,
    send,
    /** The status of a PUT of a photo. */
    keep: async (id: string, photo: Uint8Array<ArrayBuffer>) => (await send(id, photo)).status,
    place: (id: string, photo: Uint8Array | null) =>
      pages.patch(id, { op: 'replace', path: '/underlay', value: photo && placed(sha256(photo)) }),
    stored: () => store.read((tx) => tx.photosSize()),
  };
}

it('at the limit of all photos one is replaced by a smaller one or one as large, in any drawing and again, and by no larger one', async () => {
  const { pages, keep, place, stored } = studio();
  const [one, two] = [
    await pages.create({ strokes: [stroke(1)] }),
    await pages.create({ strokes: [stroke(2)] }),
  ];
  for (const [n, id] of [one, two].entries()) {
    const photo = photoNo(n, 5000);
    expect(await keep(id, photo)).toBe(201);
    await place(id, photo);
  }
  expect(await stored()).toBe(10_000);
  expect(await keep(one, photoNo(9, 5001))).toBe(507);
  // Not placed: the next one takes its place.
  expect(await keep(one, photoNo(2, 5000))).toBe(201);
  expect(await keep(one, photoNo(3, 2000))).toBe(201);
  await place(one, photoNo(3, 2000));
  expect(await keep(two, photoNo(4, 3000))).toBe(201);
  await place(two, photoNo(4, 3000));
  expect(await stored()).toBe(15_000);
  // What was replaced by smaller ones goes with the next, and no drawing more finds room before.
  const three = await pages.create({ strokes: [stroke(3)] });
  expect(await keep(three, photoNo(5, 1000))).toBe(507);
  expect(await keep(one, photoNo(6, 2000))).toBe(201);
  expect(await keep(two, photoNo(7, 3000))).toBe(201);
  expect(await stored()).toBe(10_000);
  expect(await keep(three, photoNo(5, 1000))).toBe(201);
});

it('at the limit of all photos the refusal says what is full, and names it', async () => {
  const { pages, send } = studio();
  const id = await pages.create({ strokes: [stroke(1)] });
  const refused = await send(id, photoNo(1, 10_001));
  const said = 'the space for photos to draw from is full: together they take at most 10000 bytes';
  expect([refused.status, await refused.json()]).toEqual([
    507,
    {
      error: {
        code: 'storage_full',
        message: `${said}; nothing was changed`,
        details: [{ path: '/underlay', message: said }],
      },
    },
  ]);
});

it('the limit of all photos holds for a drawing that names neither of its two: a larger one is not let in for both', async () => {
  const { pages, keep, place, stored } = studio();
  const ids = [await pages.create({ strokes: [stroke(1)] }), await pages.create({ strokes: [stroke(2)] })];
  for (const [n, id] of ids.entries()) {
    await keep(id, photoNo(n, 5000));
    await place(id, photoNo(n, 5000));
    expect(await keep(id, photoNo(10 + n, 5000))).toBe(201);
  }
  expect(await stored()).toBe(20_000);
  await place(ids[0]!, null);
  expect(await keep(ids[0]!, photoNo(3, 5001))).toBe(507);
  expect(await keep(ids[0]!, photoNo(3, 5000))).toBe(201);
  expect(await stored()).toBe(15_000);
});

it('all photos take at most twice the limit, and the larger ones of each drawing no more than it, whatever people do', async () => {
  const act = fc.record({
    drawing: fc.nat({ max: 2 }),
    does: fc.constantFrom('keep', 'keep and place', 'place none'),
    photo: fc.nat({ max: 11 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 20, maxLength: 60 }), async (acts) => {
      const { pages, keep, place, store } = studio();
      const ids = await Promise.all([1, 2, 3].map((n) => pages.create({ strokes: [stroke(n)] })));
      for (const { drawing, does, photo } of acts) {
        const id = ids[drawing] ?? '';
        const sent = photoNo(photo, 700 * (photo + 1));
        if (does === 'place none') await place(id, null);
        else if ((await keep(id, sent)) !== 507 && does === 'keep and place') await place(id, sent);
        const all = (await store.read((tx) => tx.photos())) ?? [];
        expect(settledBytes(all)).toBeLessThanOrEqual(10_000);
        expect(all.reduce((sum, { size }) => sum + size, 0)).toBeLessThanOrEqual(20_000);
        for (const one of ids) expect(all.filter((of) => of.drawing === one).length).toBeLessThanOrEqual(2);
      }
    }),
    { numRuns: 200 },
  );
});
