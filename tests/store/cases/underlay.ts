/** Cases: the photos of underlays. */
import type { PhotoRow, Store } from '../../../src/api/ports.ts';
import { equal, ok } from '../assert.ts';
import type { StoreCase } from '../case.ts';
import { row, uuid } from '../samples.ts';

function photo(drawing: number, n: number, size = 3): PhotoRow {
  return {
    drawing: uuid(drawing),
    sha256: n.toString(16).padStart(2, '0').repeat(32),
    type: n % 2 === 0 ? 'image/jpeg' : 'image/webp',
    size,
  };
}

/** Bytes of every value. */
function bytesOf({ size }: PhotoRow): Uint8Array {
  return Uint8Array.from({ length: size }, (_, i) => (i * 7) % 256);
}

/** Stores drawings 1 to `drawings`, and the photos. */
const fill = (store: Store, drawings: number, ...photos: PhotoRow[]) =>
  store.write(async (tx) => {
    for (let n = 1; n <= drawings; n++) await tx.putDrawing(row(n));
    for (const one of photos) await tx.putPhoto(one, bytesOf(one));
  });

/** In the order of drawings and digests. */
const listed = async (store: Store, drawing?: number) => {
  const photos = await store.read((tx) => tx.photos(drawing === undefined ? undefined : uuid(drawing)));
  return photos?.toSorted((a, b) => (a.drawing + a.sha256 < b.drawing + b.sha256 ? -1 : 1));
};

const read = (store: Store, { drawing, sha256 }: PhotoRow, start = 0, end = 2 ** 30) =>
  store.read((tx) => tx.photoBytes(drawing, sha256, start, end));

export const underlayCases: readonly StoreCase[] = [
  {
    name: 'lists the photos of one underlay, and of all, and has none of a drawing without',
    async run({ open }) {
      const store = await open();
      equal(await listed(store), []);
      equal(await store.read((tx) => tx.photosSize()), 0);
      const [a, b, c] = [photo(1, 1), photo(1, 2, 1), photo(2, 1)];
      await fill(store, 3, a, b, c);
      equal(await listed(store), [a, b, c]);
      equal(await listed(store, 1), [a, b]);
      equal(await listed(store, 2), [c]);
      equal(await listed(store, 3), []);
      equal(await store.read((tx) => tx.photosSize()), 7);
      equal(await read(store, { ...a, drawing: uuid(3) }), undefined);
      equal(await read(store, photo(1, 9)), undefined);
    },
  },
  {
    name: 'returns a whole photo of an underlay, and any part of it, byte by byte',
    async run({ open }) {
      const store = await open();
      const large = photo(1, 4, 300_000);
      await fill(store, 1, large);
      const all = bytesOf(large);
      const isPart = async (start: number, end: number) => {
        const part = await read(store, large, start, end);
        const wanted = all.slice(start, end);
        ok(
          part instanceof Uint8Array && part.length === wanted.length,
          `as many bytes from ${start} to ${end}`,
        );
        ok(
          wanted.every((byte, i) => part?.[i] === byte),
          `the bytes from ${start} to ${end}`,
        );
      };
      await isPart(0, 300_000);
      await isPart(0, 1);
      await isPart(299_999, 400_000);
      await isPart(65_535, 131_073);
      await isPart(300_000, 300_001);
      await isPart(7, 7);
    },
  },
  {
    name: 'deletes one photo of an underlay, all with their drawing, and none if the transaction fails',
    async run({ open }) {
      const store = await open();
      const [a, b, c] = [photo(1, 1), photo(1, 2), photo(2, 1)];
      await fill(store, 2, a, b, c);
      await store
        .write(async (tx) => {
          await tx.deletePhoto(a.drawing, a.sha256);
          await tx.putPhoto(photo(2, 5), bytesOf(photo(2, 5)));
          await tx.deleteDrawing(uuid(2));
          throw new Error('given up');
        })
        .catch(() => {});
      equal(await listed(store), [a, b, c]);
      await store.write((tx) => tx.deletePhoto(a.drawing, a.sha256));
      equal(await listed(store), [b, c]);
      equal(await read(store, a), undefined);
      const inside = await store.write(async (tx) => {
        await tx.deleteDrawing(uuid(1));
        return tx.photos(uuid(1));
      });
      equal(inside, []);
      equal(await listed(store), [c]);
      await store.write((tx) => tx.putDrawing(row(2, { rev: 2, title: 'Again' })));
      equal(await listed(store), [c]);
    },
  },
];
