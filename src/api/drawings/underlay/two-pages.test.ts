/** Two pages that give the same drawing a photo at the same moment. */
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
    async shown(id: string) {
      const response = await handle(new Request(at(id)));
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
