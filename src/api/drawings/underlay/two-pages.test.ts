/** Which photos of a drawing can be read: also where two pages give it one at the same moment. */
import { expect, it } from 'vitest';
import { stroke } from '../../../../tests/support/drawing/any-stroke.ts';
import { server } from '../../../../tests/support/sync/sync.ts';
import { photoNo, placed, sha256 } from '../../../../tests/support/underlay/photos.ts';

const [ONE, TWO] = [photoNo(1, 5_000), photoNo(2, 6_000)];

function studio() {
  const { handle, pages, store } = server();
  const at = (id: string) => `http://here/api/v1/drawings/${id}/underlay`;
  return {
    pages,
    async keep(id: string, photo: Uint8Array<ArrayBuffer>) {
      const headers = { 'Content-Type': 'image/jpeg' };
      expect((await handle(new Request(at(id), { method: 'PUT', headers, body: photo }))).ok).toBe(true);
    },
    async shown(id: string, query = '') {
      const response = await handle(new Request(at(id) + query));
      return response.ok ? new Uint8Array(await response.arrayBuffer()) : response.status;
    },
    place: (id: string, photo: Uint8Array) =>
      pages.patch(id, { op: 'replace', path: '/underlay', value: placed(sha256(photo)) }),
    stored: () => store.read(async (tx) => (await tx.photos())?.map((photo) => photo.sha256).sort()),
  };
}

it('the one placed last is the photo, and it is there if it was also sent last', async () => {
  const { pages, keep, place, shown, stored } = studio();
  const id = await pages.create({ strokes: [stroke(1)] });
  await keep(id, ONE);
  await keep(id, TWO);
  await place(id, ONE);
  await place(id, TWO);
  expect(await shown(id)).toEqual(TWO);
  expect(await stored()).toEqual([sha256(TWO)]);
});

it('the one placed last is missing if the other was sent after it, until it is sent again; nothing is left over', async () => {
  const { pages, keep, place, shown, stored } = studio();
  const id = await pages.create({ strokes: [stroke(1)] });
  await keep(id, ONE);
  await keep(id, TWO);
  await place(id, TWO);
  await place(id, ONE);
  expect(await shown(id)).toBe(404);
  expect(await stored()).toEqual([sha256(TWO)]);
  // What the page does that sent it: it hears of the other, and asks.
  await keep(id, ONE);
  expect(await shown(id)).toEqual(ONE);
  expect(await stored()).toEqual([sha256(ONE)]);
});

it('a replaced one is read by its digest while it is kept, and no other in its place', async () => {
  const { pages, keep, place, shown } = studio();
  const [id, other] = [
    await pages.create({ strokes: [stroke(1)] }),
    await pages.create({ strokes: [stroke(2)] }),
  ];
  await keep(id, ONE);
  await place(id, ONE);
  await keep(id, TWO);
  await place(id, TWO);
  const byDigest = (of: string, photo: Uint8Array) => shown(of, `?sha256=${sha256(photo)}`);
  expect(await shown(id)).toEqual(TWO);
  expect(await byDigest(id, ONE)).toEqual(ONE);
  expect(await byDigest(id, TWO)).toEqual(TWO);
  expect(await byDigest(other, ONE)).toBe(404);
  expect(await shown(other)).toBe(404);
  expect(await byDigest(crypto.randomUUID(), ONE)).toBe(404);
  // The third takes the place of the first.
  await keep(id, photoNo(3, 500));
  expect(await byDigest(id, ONE)).toBe(404);
  expect(await shown(id, '?sha256=')).toBe(400);
});
