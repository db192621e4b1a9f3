/** All photos of a store at their limit. */
import { expect, it, vi } from 'vitest';
import { stroke } from '../../../../tests/support/drawing/any-stroke.ts';
import { server } from '../../../../tests/support/sync/sync.ts';
import { photoNo, placed, sha256 } from '../../../../tests/support/underlay/photos.ts';

vi.mock('../../../core/drawing/limits.ts', async (original) => ({
  ...(await original<typeof import('../../../core/drawing/limits.ts')>()),
  UNDERLAYS_MAX: 10_000,
}));

function studio() {
  const { handle, pages, store } = server();
  return {
    store,
    pages,
    /** The status of a PUT of a photo. */
    async keep(id: string, photo: Uint8Array<ArrayBuffer>) {
      const headers = { 'Content-Type': 'image/jpeg' };
      const at = `http://here/api/v1/drawings/${id}/underlay`;
      return (await handle(new Request(at, { method: 'PUT', headers, body: photo }))).status;
    },
    place: (id: string, photo: Uint8Array) =>
      pages.patch(id, { op: 'replace', path: '/underlay', value: placed(sha256(photo)) }),
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
