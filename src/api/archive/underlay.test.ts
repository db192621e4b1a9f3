import { describe, expect, it } from 'vitest';
import {
  drawing,
  entryOf,
  exported,
  filled,
  id,
  manifest,
  NOW,
  sourceOf,
  take,
} from '../../../tests/support/drawing/archives.ts';
import { PNG_PHOTO, photoNo, placed, sha256, WEBP } from '../../../tests/support/underlay/photos.ts';
import { readZip } from '../../core/archive/zip-read.ts';
import { zipWriter } from '../../core/archive/zip-write.ts';
import { memoryStore } from '../../store/memory.ts';
import { storePhoto } from '../drawings/underlay/store-photo.ts';
import type { PhotoRow, Store } from '../ports.ts';
import { leftOutWords } from './words.ts';

const JPG = photoNo(1, 70_000);

async function keep(store: Store, n: number, photo: Uint8Array, type: PhotoRow['type'] = 'image/jpeg') {
  await store.write(async (tx) => {
    const row = await tx.drawing(id(n));
    if (row === undefined) throw new Error('no drawing');
    await storePhoto(tx, row, { drawing: row.id, sha256: sha256(photo), type, size: photo.length }, photo);
  });
}

const of = (n: number, photo: Uint8Array, more = {}) =>
  drawing(n, { underlay: placed(sha256(photo)), ...more });
const photosOf = async (store: Store) =>
  (await store.read((tx) => tx.photos()))?.map((one) => [one.drawing, one.sha256, one.type, one.size]).sort();
const bytesOf = (store: Store, drawing: string, photo: Uint8Array) =>
  store.read((tx) => tx.photoBytes(drawing, sha256(photo), 0, 1e9));

/** A file of a drawing, and whatever else as its photo. */
async function fileWith(
  one: ReturnType<typeof drawing>,
  ...photos: (readonly [name: string, bytes: Uint8Array])[]
) {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const zip = zipWriter(async (bytes) => void parts.push(bytes));
  const text = (value: string) => new TextEncoder().encode(value);
  const options = { pack: false, modified: NOW };
  await zip.add(entryOf(one)[0], text(entryOf(one)[1]), options);
  for (const [name, bytes] of photos) await zip.add(name, new Uint8Array(bytes), options);
  await zip.add(manifest(1)[0], text(manifest(1)[1]), options);
  await zip.end();
  return sourceOf(new Uint8Array(await new Blob(parts).arrayBuffer()));
}

describe('archive: the photos of underlays', () => {
  it('are in the file beside their drawings, also in the trash, and come back byte for byte', async () => {
    const drawings = [
      of(1, JPG),
      of(2, PNG_PHOTO, { trashed: true }),
      of(3, WEBP.lossy),
      of(4, photoNo(4)),
      drawing(5),
    ];
    const from = await filled(drawings);
    await keep(from, 1, JPG);
    await keep(from, 2, PNG_PHOTO, 'image/png');
    await keep(from, 3, WEBP.lossy, 'image/webp');
    // One that its drawing does not name is nobody's to keep.
    await keep(from, 5, photoNo(5));
    const { result, source } = await exported(from);
    expect(result).toEqual({ drawings: 5, leftOut: [] });
    const names = (await readZip(source))
      .map(({ name }) => name)
      .filter((name) => name.startsWith('underlays/'));
    expect(names.sort()).toEqual(
      [`underlays/${id(1)}.jpg`, `underlays/${id(2)}.png`, `underlays/${id(3)}.webp`].sort(),
    );
    const to = memoryStore();
    expect(await take(source, to)).toMatchObject({ added: 5, leftOut: [], stopped: undefined });
    expect(await photosOf(to)).toEqual((await photosOf(from))?.filter(([of]) => of !== id(5)));
    expect(await bytesOf(to, id(1), JPG)).toEqual(JPG);
    expect(await bytesOf(to, id(2), PNG_PHOTO)).toEqual(PNG_PHOTO);
    // Again, which changes nothing.
    expect(await take(source, to)).toMatchObject({ added: 0, same: 5, leftOut: [] });
  });

  it('come to a drawing that was here without its photo, and to a copy of one that differs', async () => {
    const source = await fileWith(of(1, JPG), [`underlays/${id(1)}.jpg`, JPG]);
    const here = await filled([of(1, JPG)]);
    expect(await take(source, here)).toMatchObject({ same: 1, leftOut: [] });
    expect(await bytesOf(here, id(1), JPG)).toEqual(JPG);
    const other = await filled([of(1, PNG_PHOTO)]);
    await keep(other, 1, PNG_PHOTO, 'image/png');
    expect(await take(source, other)).toMatchObject({ copied: 1, leftOut: [] });
    expect(await bytesOf(other, id(1), PNG_PHOTO)).toEqual(PNG_PHOTO);
    const copy = (await photosOf(other))?.find(([of]) => of !== id(1));
    expect(copy?.slice(1)).toEqual([sha256(JPG), 'image/jpeg', JPG.length]);
  });

  it.each<[string, Uint8Array, string, string]>([
    [
      'another one than its drawing names',
      PNG_PHOTO,
      'png',
      'it is another photo than the one that its drawing names',
    ],
    ['no photo', new TextEncoder().encode('<svg/>'), 'jpg', 'it is no JPEG, PNG or WebP'],
    [
      'one that is cut',
      PNG_PHOTO.slice(0, -1),
      'png',
      'it is a damaged image/png: it ends before its picture does',
    ],
    ['one too large for any host', photoNo(1, 4 * 1024 * 1024 + 1), 'jpg', ''],
  ])('%s is left out, and the drawing is taken', async (_, bytes, ending, why) => {
    const name = `underlays/${id(1)}.${ending}`;
    const store = memoryStore();
    const result = await take(await fileWith(of(1, JPG), [name, bytes]), store);
    expect(result).toMatchObject({ added: 1, stopped: undefined });
    expect(leftOutWords(result.leftOut)[0]).toContain(name);
    expect(leftOutWords(result.leftOut)[0]).toContain(why);
    expect(await photosOf(store)).toEqual([]);
  });

  it('that an earlier version took though they are cut are in the file, and all but they come back', async () => {
    const cut = JPG.slice(0, 280);
    const from = await filled([of(1, cut), of(2, JPG)]);
    await keep(from, 1, cut);
    await keep(from, 2, JPG);
    const { result, source } = await exported(from);
    expect(result).toEqual({ drawings: 2, leftOut: [] });
    const to = memoryStore();
    const taken = await take(source, to);
    expect(taken).toMatchObject({ added: 2, stopped: undefined });
    expect(leftOutWords(taken.leftOut)).toEqual([
      `underlays/${id(1)}.jpg is not accepted: it is a damaged image/jpeg: it ends before its picture does.`,
    ]);
    expect((await photosOf(to))?.map(([of]) => of)).toEqual([id(2)]);
    expect((await to.read((tx) => tx.drawing(id(1))))?.underlay).toEqual(placed(sha256(cut)));
  });

  it.each(['underlays/../x.jpg', `underlays/${id(1)}.svg`, `underlays/${id(1)}.jpg.exe`, 'underlays/x.jpg'])(
    '%s is no entry of an export',
    async (name) => {
      const result = await take(await fileWith(of(1, JPG), [name, JPG]), memoryStore());
      expect(result.leftOut).toMatchObject([{ fault: 'foreign' }]);
    },
  );

  it('that belong to no drawing in the file are left out, and one whose drawing is left out goes with it', async () => {
    const name = `underlays/${id(2)}.jpg`;
    const store = memoryStore();
    const result = await take(
      await fileWith(of(1, JPG), [name, JPG], [`underlays/${id(1)}.jpg`, JPG]),
      store,
    );
    expect(result).toMatchObject({ added: 1, leftOut: [{ name, fault: 'foreign' }] });
    expect(leftOutWords(result.leftOut)).toEqual([
      `${name} is the photo of a drawing that is not in the file.`,
    ]);
    expect((await photosOf(store))?.map(([of]) => of)).toEqual([id(1)]);
    const refused = { ...of(1, JPG), title: 1 as unknown as string };
    const without = await take(await fileWith(refused, [`underlays/${id(1)}.jpg`, JPG]), memoryStore());
    expect(without).toMatchObject({ added: 0, leftOut: [{ name: entryOf(refused)[0], fault: 'refused' }] });
  });

  it('of one drawing may be several: it gets the one that it names, and the others are said to be left out', async () => {
    const other = photoNo(2, 60_000);
    for (const [own, name] of [
      [JPG, `underlays/${id(1)}.jpg`],
      [other, `underlays/${id(1)}.png`],
    ] as const) {
      const store = memoryStore();
      const source = await fileWith(
        of(1, own),
        [`underlays/${id(1)}.jpg`, JPG],
        [`underlays/${id(1)}.png`, other],
      );
      const result = await take(source, store);
      expect(result.leftOut).toHaveLength(1);
      expect(result.leftOut[0]?.name).not.toBe(name);
      expect(leftOutWords(result.leftOut)[0]).toContain(
        'it is another photo than the one that its drawing names',
      );
      expect(await bytesOf(store, id(1), own)).toBeDefined();
    }
  });

  it('are left out where there is no room, and every drawing is taken', async () => {
    const store = memoryStore();
    const full: Store = {
      ...store,
      write: (work) =>
        store.write((tx) =>
          work({
            ...tx,
            putPhoto: async () => {
              const { StoreFull } = await import('../ports.ts');
              throw new StoreFull('no room');
            },
          }),
        ),
    };
    const result = await take(await fileWith(of(1, JPG), [`underlays/${id(1)}.jpg`, JPG]), full);
    expect(result).toMatchObject({ added: 1, stopped: undefined, leftOut: [{ fault: 'full' }] });
  });
});
