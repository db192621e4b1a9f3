/** Cases: earlier versions of drawings. */
import type { Store, VersionRow } from '../../../src/api/ports.ts';
import { equal } from '../assert.ts';
import type { StoreCase } from '../case.ts';
import { instant, row, uuid } from '../samples.ts';

function version(drawing: number, rev: number, changes: Partial<VersionRow> = {}): VersionRow {
  const updatedAt = changes.updatedAt ?? instant(rev);
  const rest = { seq: rev, title: `At ${rev}`, strokeCount: 1, chunks: [], held: [], ...changes };
  return { drawing: uuid(drawing), rev, updatedAt, ...rest };
}

const put = (store: Store, ...versions: VersionRow[]) =>
  store.write(async (tx) => {
    for (const one of versions) await tx.putVersion(one);
  });
const of = (store: Store, drawing: number) => store.read((tx) => tx.versions(uuid(drawing)));

export const versionCases: readonly StoreCase[] = [
  {
    name: 'returns equal versions by revision, those of one drawing alone, and replaces one completely',
    async run({ open }) {
      const store = await open();
      equal(await of(store, 1), []);
      const full = version(1, 10, {
        title: 'Tūī 🐦 "quoted" \\ ﷽ \u2028 \uffff',
        size: 2 ** 26,
        chunks: [
          ['a', 64],
          ['b', 1, 2],
        ],
        held: [['a', 32_768]],
        paper: { color: '#25211c' },
        layers: [{ id: 'base', name: 'Tūī', opacity: 0.1 + 0.2, visible: false, locked: true }],
      });
      const last = version(1, 2 ** 45, { updatedAt: instant(11) });
      await put(store, full, version(1, 9), version(2, 9), last);
      equal(await of(store, 1), [version(1, 9), full, last]);
      equal(await of(store, 2), [version(2, 9)]);
      await put(store, version(1, 10, { updatedAt: instant(99) }));
      equal(await of(store, 1), [version(1, 9), version(1, 10, { updatedAt: instant(99) }), last]);
    },
  },
  {
    name: 'lists the oldest versions of all drawings',
    async run({ open }) {
      const store = await open();
      equal(await store.read((tx) => tx.oldestVersions(10)), []);
      await put(store, version(2, 7), version(1, 9), version(1, 3), version(3, 5));
      const oldest = async (limit: number) =>
        (await store.read((tx) => tx.oldestVersions(limit))).map(({ rev }) => rev);
      equal(await oldest(10), [3, 5, 7, 9]);
      equal(await oldest(2), [3, 5]);
      await put(store, version(1, 3, { updatedAt: instant(8) }));
      equal(await oldest(10), [5, 7, 3, 9]);
    },
  },
  {
    name: 'lists the oldest versions without the newest of each drawing, which its revision says',
    async run({ open }) {
      const store = await open();
      const oldest = (limit: number) =>
        store.read(async (tx) =>
          (await tx.oldestVersions(limit, true)).map(({ drawing, rev }) => [drawing, rev]),
        );
      equal(await oldest(10), []);
      // Each the only one of its drawing, and older than all others.
      for (let n = 10; n < 50; n += 1) await put(store, version(n, 2, { updatedAt: instant(1) }));
      equal(await oldest(10), []);
      // A clock that was set back: the newest of the second drawing has the earliest date.
      await put(store, version(1, 3), version(1, 7), version(1, 9), version(2, 4), version(2, 8));
      await put(store, version(2, 10, { updatedAt: instant(2) }), version(3, 6));
      const [one, two] = [uuid(1), uuid(2)];
      equal(await oldest(10), [
        [one, 3],
        [two, 4],
        [one, 7],
        [two, 8],
      ]);
      equal(await oldest(3), [
        [one, 3],
        [two, 4],
        [one, 7],
      ]);
      const full = version(1, 3, { held: [['a', 5]] });
      await put(store, full);
      equal(await store.read((tx) => tx.oldestVersions(1, true)), [full]);
      const inside = await store.write(async (tx) => {
        await tx.deleteVersion(one, 9);
        return (await tx.oldestVersions(10, true)).map(({ rev }) => rev);
      });
      equal(inside, [3, 4, 8]);
    },
  },
  {
    name: 'deletes one version, all with their drawing, and none if the transaction fails',
    async run({ open }) {
      const store = await open();
      await store.write(async (tx) => {
        await tx.putDrawing(row(1));
        await tx.putDrawing(row(2));
      });
      await put(store, version(1, 1), version(1, 2), version(2, 1), version(2, 2));
      await store.write((tx) => tx.deleteVersion(uuid(1), 1));
      equal(await of(store, 1), [version(1, 2)]);
      await store
        .write(async (tx) => {
          await tx.putVersion(version(1, 5));
          await tx.deleteVersion(uuid(2), 1);
          await tx.deleteDrawing(uuid(1));
          throw new Error('given up');
        })
        .catch(() => {});
      equal(await of(store, 1), [version(1, 2)]);
      equal(await of(store, 2), [version(2, 1), version(2, 2)]);
      const inside = await store.write(async (tx) => {
        await tx.deleteDrawing(uuid(1));
        return tx.versions(uuid(1));
      });
      equal(inside, []);
      equal(await of(store, 1), []);
      equal(await of(store, 2), [version(2, 1), version(2, 2)]);
    },
  },
];
