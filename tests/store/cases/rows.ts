/** Cases: rows of drawings, and the orders in which they are listed. */
import type { DrawingRow, Purge, Store, WriteTx } from '../../../src/api/ports.ts';
import { equal, ok } from '../assert.ts';
import type { StoreCase } from '../case.ts';
import { entry, instant, row, uuid } from '../samples.ts';

export const rowCases: readonly StoreCase[] = [
  {
    name: 'is empty at first, with an epoch and counter 0',
    async run({ open }) {
      const store = await open();
      const found = await store.read(async (tx) => ({
        meta: await tx.meta(),
        list: await tx.list({ trashed: false }),
        changes: await tx.changes(0, 10),
        counts: await tx.counts(),
        drawing: await tx.drawing(uuid(1)),
        value: await tx.value('profile'),
      }));
      ok(found.meta.epoch.length >= 16, 'a long epoch');
      const counts = { drawings: 0, trashed: 0, newestUpdate: null };
      const meta = { epoch: found.meta.epoch, counter: 0 };
      equal(found, { meta, list: [], changes: [], counts, drawing: undefined, value: undefined });
    },
  },
  {
    name: 'stores the counter',
    async run({ open }) {
      const store = await open();
      const { epoch } = await store.read((tx) => tx.meta());
      await store.write((tx) => tx.setCounter(41));
      equal(await store.read((tx) => tx.meta()), { epoch, counter: 41 });
    },
  },
  {
    name: 'returns an equal row, and replaces it completely',
    async run({ open }) {
      const store = await open();
      const first = row(1, {
        title: 'Tūī 🐦 "quoted" \\ ﷽ \u2028 \uffff',
        chunks: [
          ['a', 64],
          ['b', 1],
        ],
        strokeCount: 65,
        size: 2 ** 26,
        kept: { seq: 2 ** 40, at: instant(3), leftOut: instant(5) },
        paper: { color: '#25211c' },
        layers: [
          { id: 'base', name: 'Tūī 🐦 "\\', opacity: 0.1 + 0.2, visible: false, locked: true },
          { id: 'b', name: '', opacity: 1, visible: true, locked: false, blend: 'multiply' },
        ],
        underlay: {
          x: 0.1 + 0.2,
          y: -0.5,
          scale: 1 / 3,
          angle: -180,
          opacity: 0.5,
          visible: false,
          locked: true,
          width: 4096,
          height: 1,
          sha256: 'a1'.repeat(32),
        },
      });
      await store.write((tx) => tx.putDrawing(first));
      equal(await store.read((tx) => tx.drawing(first.id)), first);
      const second = row(1, {
        rev: 2,
        seq: 9,
        trashed: true,
        updatedAt: instant(9),
        keyCount: 33,
        title: '',
      });
      await store.write((tx) => tx.putDrawing(second));
      equal(await store.read((tx) => tx.drawing(first.id)), second);
      equal(await store.read((tx) => tx.drawing(uuid(2))), undefined);
    },
  },
  {
    name: "stores sync's mark in a row, and removes it with a row without one",
    device: true,
    async run({ open }) {
      const store = await open();
      const marked = row(1, { sync: { era: 2, seq: 1, rev: 1, keep: 7, dropped: ['1.0', '1.1'] } });
      await store.write((tx) => tx.putDrawing(marked));
      equal(await store.read((tx) => tx.drawing(marked.id)), marked);
      equal(await store.read((tx) => tx.changes(0, 10)), [marked]);
      await store.write((tx) => tx.putDrawing(row(1)));
      equal(await store.read((tx) => tx.drawing(marked.id)), row(1));
    },
  },
  {
    name: 'is independent of later changes to its arguments and results',
    async run({ open }) {
      const store = await open();
      const chunks: [string, number][] = [['a', 1]];
      await store.write((tx) => tx.putDrawing(row(1, { chunks })));
      chunks.push(['b', 2]);
      const given = await store.read((tx) => tx.drawing(uuid(1)));
      equal(given?.chunks, [['a', 1]]);
      if (given) Object.assign(given, { title: 'changed outside' });
      equal(await store.read((tx) => tx.drawing(uuid(1))), row(1, { chunks: [['a', 1]] }));
    },
  },
  {
    name: 'lists by last update, newest first, then by id, the trash apart',
    async run({ open }) {
      const store = await open();
      const rows = [
        row(1, { updatedAt: instant(5) }),
        row(2, { updatedAt: instant(7) }),
        row(3, { updatedAt: instant(5) }),
        row(4, { updatedAt: instant(6), trashed: true }),
        row(5, { updatedAt: instant(5) }),
        row(6, { updatedAt: instant(8), trashed: true }),
      ];
      await putRows(store, [...rows].reverse());
      equal(await ids(store, { trashed: false }), [2, 1, 3, 5].map(uuid));
      equal(await ids(store, { trashed: true }), [6, 4].map(uuid));
      equal(await ids(store, { trashed: false, limit: 2 }), [2, 1].map(uuid));
      const after = { updatedAt: instant(5), id: uuid(1) };
      equal(await ids(store, { trashed: false, after }), [3, 5].map(uuid));
      equal(await ids(store, { trashed: false, after, limit: 1 }), [uuid(3)]);
      equal(await ids(store, { trashed: true, after: { updatedAt: instant(7), id: uuid(9) } }), [uuid(4)]);
      equal(await ids(store, { trashed: false, after: { updatedAt: instant(1), id: uuid(0) } }), []);
    },
  },
  {
    name: 'returns changes in the order of seq, each drawing once in its latest state',
    async run({ open }) {
      const store = await open();
      await putRows(store, [row(3), row(1), row(2)]);
      await putRows(store, [row(1, { rev: 2, seq: 4, trashed: true })]);
      const seqs = async (since: number, limit: number) =>
        (await store.read((tx) => tx.changes(since, limit))).map(({ seq }) => seq);
      equal(await seqs(0, 10), [2, 3, 4]);
      equal(await seqs(0, 2), [2, 3]);
      equal(await seqs(3, 10), [4]);
      equal(await seqs(4, 10), []);
      equal(await store.read((tx) => tx.changes(3, 1)), [row(1, { rev: 2, seq: 4, trashed: true })]);
    },
  },
  {
    name: 'deletes a drawing with its thumbnail and its keys, and nothing of another',
    async run({ open }) {
      const store = await open();
      const both = [1, 2];
      await store.write(async (tx) => {
        for (const n of both) {
          await tx.putDrawing(row(n, { trashed: true }));
          await tx.putThumb(uuid(n), `data:${n}`);
          await tx.putKey(uuid(n), 0, entry('first'));
          await tx.putKey(uuid(n), 31, entry('last', { rev: 9 }));
        }
        await tx.setCounter(2);
      });
      equal((await store.read((tx) => tx.keys(uuid(1)))).length, 2);
      const inside = await store.write(async (tx) => {
        // A store with a cache has these in memory.
        await Promise.all([tx.drawing(uuid(1)), tx.key(uuid(1), 'first')]);
        await tx.deleteDrawing(uuid(1));
        await tx.setCounter(3);
        return [await tx.drawing(uuid(1)), await tx.key(uuid(1), 'first')];
      });
      equal(inside, [undefined, undefined]);
      const left = (read: Store['read']) =>
        read(async (tx) => ({
          drawings: await Promise.all(both.map((n) => tx.drawing(uuid(n)))),
          list: (await tx.list({ trashed: true })).map(({ id }) => id),
          changes: (await tx.changes(0, 10)).map(({ id }) => id),
          thumbs: await tx.thumbs(both.map(uuid)),
          keys: await Promise.all(both.map((n) => tx.key(uuid(n), 'last'))),
          all: await Promise.all(
            both.map(async (n) => (await tx.keys(uuid(n))).map(({ key }) => key).sort()),
          ),
          counts: (await tx.counts()).trashed,
        }));
      const expected = {
        drawings: [undefined, row(2, { trashed: true })],
        list: [uuid(2)],
        changes: [uuid(2)],
        thumbs: ['', 'data:2'],
        keys: [undefined, entry('last', { rev: 9 })],
        all: [[], ['first', 'last']],
        counts: 1,
      };
      equal(await left(store.read), expected);
      equal(await left((work) => store.write(work)), expected);
      await store.write(async (tx) => {
        await tx.setCounter(4);
        await tx.putDrawing(row(1, { seq: 4 }));
      });
      equal(await store.write((tx) => tx.drawing(uuid(1))), row(1, { seq: 4 }));
      equal(await store.read((tx) => tx.thumbs([uuid(1)])), ['']);
    },
  },
  {
    name: 'stores one deletion per drawing by its number, and drops the oldest',
    async run({ open }) {
      const store = await open();
      const purge = (n: number, changes: Partial<Purge> = {}): Purge => ({
        id: uuid(n),
        seq: n,
        rev: n + 10,
        keys: ['a "key"', 'b'],
        ...changes,
      });
      await store.write(async (tx) => {
        for (const n of [2, 1, 3, 4]) await tx.putPurge(purge(n));
        await tx.putPurge(purge(2, { seq: 5, keys: [] }));
      });
      equal(await store.read((tx) => tx.purge(uuid(2))), purge(2, { seq: 5, keys: [] }));
      equal(await store.read((tx) => tx.purge(uuid(9))), undefined);
      const seqs = (since: number, limit: number) =>
        store.read(async (tx) => (await tx.purges(since, limit)).map(({ seq }) => seq));
      equal(await seqs(0, 10), [1, 3, 4, 5]);
      equal(await seqs(1, 2), [3, 4]);
      equal(await store.read((tx) => tx.purges(0, 1)), [purge(1)]);
      await store.write((tx) => tx.deletePurge(uuid(4)));
      equal(await store.write((tx) => tx.dropPurges(3)), undefined);
      equal(await seqs(0, 10), [1, 3, 5]);
      equal(await store.write((tx) => tx.dropPurges(1)), 3);
      equal(await seqs(0, 10), [5]);
      equal(await store.read((tx) => tx.purge(uuid(3))), undefined);
    },
  },
  {
    name: 'counts drawings, trash and the newest update of both',
    async run({ open }) {
      const store = await open();
      await putRows(store, [row(1), row(2), row(3, { trashed: true })]);
      equal(await store.read((tx) => tx.counts()), { drawings: 2, trashed: 1, newestUpdate: instant(3) });
      await putRows(store, [row(1, { seq: 4, updatedAt: instant(9) })]);
      equal(await store.read((tx) => tx.counts()), { drawings: 2, trashed: 1, newestUpdate: instant(9) });
    },
  },
];

async function putRows(store: Store, rows: readonly DrawingRow[]): Promise<void> {
  await store.write(async (tx) => {
    for (const each of rows) await tx.putDrawing(each);
  });
}

async function ids(store: Store, query: Parameters<WriteTx['list']>[0]): Promise<string[]> {
  return (await store.read((tx) => tx.list(query))).map(({ id }) => id);
}
