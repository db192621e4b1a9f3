/** Cases: writes are atomic, one at a time, and durable. */
import { StoreUnavailable, type WriteTx } from '../../../src/api/ports.ts';
import { equal, ok, rejects } from '../assert.ts';
import type { StoreCase } from '../case.ts';
import { entry, figure, row, uuid } from '../samples.ts';
import { addOne, everything, fill } from '../work.ts';

export const transactionCases: readonly StoreCase[] = [
  {
    name: 'a snapshot, if supported, keeps its state while others write, until it is closed',
    async run({ open }) {
      const store = await open();
      await store.write(fill);
      const before = await store.read(everything);
      const snapshot = await store.snapshot?.();
      if (snapshot === undefined) return;
      await store.write(addOne);
      await store.write(async (tx) => {
        await tx.deleteChunks(['a']);
        await tx.putThumb(uuid(1), '');
        await tx.putDrawing(row(1, { rev: 2, seq: 9 }));
      });
      equal(await snapshot.read(everything), before);
      equal(await snapshot.read(everything), before);
      const after = await store.snapshot?.();
      equal((await after?.read((tx) => tx.drawing(uuid(1))))?.rev, 2);
      after?.close();
      snapshot.close();
      snapshot.close();
      await rejects(snapshot.read(everything), StoreUnavailable);
      equal((await store.read((tx) => tx.drawing(uuid(1))))?.rev, 2);
    },
  },
  {
    name: 'rolls back a write that throws, and rethrows its error',
    async run({ open }) {
      const store = await open();
      await store.write(fill);
      const before = await store.read(everything);
      const error = new Error('the work failed');
      const failed = store.write(async (tx) => {
        await tx.setCounter(99);
        await tx.putDrawing(row(1, { rev: 2, title: 'half-written' }));
        await tx.putDrawing(row(2));
        await tx.putThumb(uuid(1), '');
        await tx.putChunks([{ id: 'new', text: 'new' }]);
        await tx.deleteChunks(['a']);
        await tx.putKey(uuid(1), 0, entry('new'));
        await tx.putValue('profile', 'new');
        await tx.putHours([figure('psi', 9, 300)]);
        await tx.dropHours('2027-01-01T00:00:00Z');
        throw error;
      });
      equal((await rejects(failed, Error)) === error, true);
      equal(await store.read(everything), before);
      await store.write((tx) => tx.setCounter(2));
      equal((await store.read((tx) => tx.meta())).counter, 2);
    },
  },
  {
    name: 'shows a write its own changes, and returns its result',
    async run({ open }) {
      const store = await open();
      const seen = await store.write(async (tx) => {
        await fill(tx);
        return everything(tx);
      });
      equal(await store.read(everything), seen);
      equal(seen.drawing, row(1, { chunks: [['a', 1]] }));
    },
  },
  {
    name: 'runs one write at a time, and loses none',
    async run({ open }) {
      const store = await open();
      const add = (tx: WriteTx) => addOne(tx);
      const counters = await Promise.all(Array.from({ length: 40 }, () => store.write(add)));
      equal(
        [...counters].sort((a, b) => a - b),
        Array.from({ length: 40 }, (_, i) => i + 1),
      );
      equal((await store.read((tx) => tx.meta())).counter, 40);
      equal(
        (await store.read((tx) => tx.changes(0, 100))).map(({ seq }) => seq),
        counters.sort((a, b) => a - b),
      );
    },
  },
  {
    name: 'shows a read one consistent state during writes',
    async run({ open }) {
      const store = await open();
      await store.write(addOne);
      const reads = Array.from({ length: 20 }, () =>
        store.read(async (tx) => {
          const { counter } = await tx.meta();
          const changes = await tx.changes(0, 100);
          return [counter, changes.length, (await tx.meta()).counter];
        }),
      );
      const writes = Array.from({ length: 20 }, () => store.write(addOne));
      const late = Array.from({ length: 20 }, () =>
        store.read(async (tx) => [(await tx.changes(0, 100)).length, (await tx.meta()).counter]),
      );
      for (const state of await Promise.all([...reads, ...late])) {
        ok(
          state.every((count) => count === state[0]),
          `one state, not ${state.join()}`,
        );
      }
      await Promise.all(writes);
    },
  },
  {
    name: 'is writable until it is closed, and unavailable afterwards',
    async run({ open }) {
      const store = await open();
      equal(await store.writable(), true);
      await store.close();
      await store.close();
      equal(await store.writable(), false);
      await rejects(
        store.read((tx) => tx.meta()),
        StoreUnavailable,
      );
      await rejects(
        store.write((tx) => tx.setCounter(1)),
        StoreUnavailable,
      );
    },
  },
  {
    name: 'has everything after it was closed and opened again',
    durable: true,
    async run({ open }) {
      const store = await open();
      await store.write(fill);
      const before = await store.read(everything);
      await store.close();
      const again = await open();
      equal(await again.read(everything), before);
      equal(await again.write(addOne), 2);
      await again.close();
      equal((await (await open()).read((tx) => tx.meta())).counter, 2);
    },
  },
  {
    name: 'finishes running writes when it is closed',
    durable: true,
    async run({ open }) {
      const store = await open();
      await store.read((tx) => tx.meta());
      const writes = Array.from({ length: 5 }, () => store.write(addOne));
      const outcomes = Promise.allSettled(writes);
      await store.close();
      const done = (await outcomes).filter(({ status }) => status === 'fulfilled').length;
      equal((await (await open()).read((tx) => tx.meta())).counter, done);
    },
  },
  {
    name: 'runs one write at a time together with another store on the same database',
    durable: true,
    async run({ open }) {
      const [one, other] = [await open(), await open()];
      await Promise.all(Array.from({ length: 20 }, (_, i) => (i % 2 ? one : other).write(addOne)));
      for (const store of [one, other]) {
        equal((await store.read((tx) => tx.meta())).counter, 20);
        equal((await store.read((tx) => tx.changes(0, 100))).length, 20);
      }
    },
  },
];
