/** Cases: the parts of a drawing, and the values outside of drawings. */
import { type DrawingRow, type HoursQuery, StoreCorrupt } from '../../../src/api/ports.ts';
import { chunkStrokes, parseChunk } from '../../../src/core/drawing/strokes/chunks.ts';
import type { Stroke } from '../../../src/core/drawing/types.ts';
import type { SkyHour } from '../../../src/core/past/sky-hours.ts';
import { equal, rejects } from '../assert.ts';
import type { StoreCase } from '../case.ts';
import { entry, figure, row, uuid } from '../samples.ts';

export const contentCases: readonly StoreCase[] = [
  {
    name: 'returns thumbnails in the requested order, "" for none',
    async run({ open }) {
      const store = await open();
      await store.write(async (tx) => {
        await tx.putDrawing(row(1));
        await tx.putDrawing(row(2));
        await tx.putThumb(uuid(1), 'data:one');
        await tx.putThumb(uuid(2), 'data:two');
      });
      const thumbs = (...wanted: number[]) => store.read((tx) => tx.thumbs(wanted.map(uuid)));
      equal(await thumbs(2, 3, 1), ['data:two', '', 'data:one']);
      equal(await thumbs(), []);
      await store.write(async (tx) => {
        await tx.putThumb(uuid(1), '');
        await tx.putThumb(uuid(2), 'data:three');
      });
      equal(await thumbs(1, 2), ['', 'data:three']);
    },
  },
  {
    name: 'returns hundreds of chunks in the requested order, and deletes chunks',
    async run({ open }) {
      const store = await open();
      const chunks = Array.from({ length: 201 }, (_, i) => ({ id: `chunk-${i}`, text: `text ${i}` }));
      await store.write((tx) => tx.putChunks(chunks));
      const asked = [...chunks].reverse();
      const texts = await store.read((tx) => tx.chunks(asked.map(({ id }) => id)));
      equal(
        texts,
        asked.map(({ text }) => text),
      );
      equal(await store.read((tx) => tx.chunks([])), []);
      await store.write((tx) => tx.deleteChunks(chunks.slice(1).map(({ id }) => id)));
      equal(await store.read((tx) => tx.chunks(['chunk-0'])), ['text 0']);
      await rejects(
        store.read((tx) => tx.chunks(['chunk-0', 'chunk-200'])),
        StoreCorrupt,
      );
    },
  },
  {
    name: 'never overwrites a chunk',
    async run({ open }) {
      const store = await open();
      await store.write((tx) => tx.putChunks([{ id: 'a', text: 'first' }]));
      await rejects(
        store.write((tx) =>
          tx.putChunks([
            { id: 'b', text: 'x' },
            { id: 'a', text: 'second' },
          ]),
        ),
        Error,
      );
      equal(await store.read((tx) => tx.chunks(['a'])), ['first']);
      await rejects(
        store.read((tx) => tx.chunks(['b'])),
        StoreCorrupt,
      );
    },
  },
  {
    name: 'returns real strokes equal to the last digit',
    async run({ open, strokes }) {
      const store = await open();
      const sent = [...strokes, ...oddStrokes()];
      const chunks = chunkStrokes(sent).map(({ text, strokes: count }, i) => ({ id: `c${i}`, text, count }));
      const refs: DrawingRow['chunks'] = chunks.map(({ id, count }) => [id, count]);
      await store.write(async (tx) => {
        await tx.putChunks(chunks);
        await tx.putDrawing(row(1, { chunks: refs, strokeCount: sent.length }));
      });
      const stored = await store.read(async (tx) => {
        const drawing = await tx.drawing(uuid(1));
        return tx.chunks((drawing?.chunks ?? []).map(([id]) => id));
      });
      equal(stored.flatMap(parseChunk), sent);
    },
  },
  {
    name: 'finds a key by drawing, and each slot has only its last key',
    async run({ open }) {
      const store = await open();
      await store.write(async (tx) => {
        await tx.putDrawing(row(1));
        await tx.putDrawing(row(2));
        await tx.putKey(uuid(1), 0, entry('first'));
        await tx.putKey(uuid(1), 31, entry('second', { rev: 7, title: '' }));
        await tx.putKey(uuid(2), 0, entry('first', { hash: 'other' }));
      });
      const key = (n: number, name: string) => store.read((tx) => tx.key(uuid(n), name));
      equal(await key(1, 'first'), entry('first'));
      equal(await key(1, 'second'), entry('second', { rev: 7, title: '' }));
      equal(await key(2, 'first'), entry('first', { hash: 'other' }));
      equal(await key(2, 'second'), undefined);
      await store.write((tx) => tx.putKey(uuid(1), 0, entry('third')));
      equal(await key(1, 'first'), undefined);
      equal(await key(1, 'third'), entry('third'));
      equal(await key(2, 'first'), entry('first', { hash: 'other' }));
    },
  },
  {
    name: 'stores named values',
    async run({ open }) {
      const store = await open();
      await store.write((tx) => tx.putValue('profile', '{"displayName":"Ana"}'));
      await store.write((tx) => tx.putValue('air', ''));
      await store.write((tx) => tx.putValue('profile', '{"displayName":"Bo"}'));
      equal(await store.read((tx) => tx.value('profile')), '{"displayName":"Bo"}');
      equal(await store.read((tx) => tx.value('air')), '');
      equal(await store.read((tx) => tx.value('none')), undefined);
      await store.write((tx) => tx.deleteValue('profile'));
      await store.write((tx) => tx.deleteValue('none'));
      equal(await store.read((tx) => Promise.all(['profile', 'air'].map(tx.value))), [undefined, '']);
    },
  },
  {
    name: 'returns hours of a metric from an instant on, newest first',
    async run({ open }) {
      const store = await open();
      const hours = [9, 11, 10].map((hour) => figure('psi', hour));
      await store.write((tx) => tx.putHours([...hours, figure('pm25', 12)]));
      const psi = (since: string, query?: HoursQuery) => store.read((tx) => tx.hours('psi', since, query));
      equal(
        await psi('2026-01-01T00:00:00Z'),
        [11, 10, 9].map((hour) => figure('psi', hour)),
      );
      // The same instant as 10:00 in Singapore, written in UTC: inclusive.
      equal(
        await psi('2026-09-28T02:00:00Z'),
        [11, 10].map((hour) => figure('psi', hour)),
      );
      equal(await psi('2026-09-28T02:00:00.001Z'), [figure('psi', 11)]);
      equal(await psi('2026-01-01T00:00:00Z', { limit: 1 }), [figure('psi', 11)]);
      equal(await psi('2026-09-28T02:00:00Z', { before: '2026-09-28T11:00:00+08:00' }), [figure('psi', 10)]);
      equal(await psi('2026-01-01T00:00:00Z', { before: '2026-09-28T11:00:00.001+08:00', limit: 1 }), [
        figure('psi', 11),
      ]);
      equal(await psi('2026-09-28T02:00:00Z', { before: '2026-09-28T02:00:00Z' }), []);
      equal(await store.read((tx) => tx.hours('pm25', '2026-01-01T00:00:00Z')), [figure('pm25', 12)]);
    },
  },
  {
    name: 'replaces an hour published again, and deletes hours before an instant',
    async run({ open }) {
      const store = await open();
      await store.write((tx) => tx.putHours([9, 10, 11].map((hour) => figure('psi', hour))));
      await store.write((tx) => tx.putHours([figure('psi', 10, null), figure('pm25', 9)]));
      await store.write((tx) => tx.dropHours('2026-09-28T10:00:00+08:00'));
      const all = (metric: 'psi' | 'pm25') => store.read((tx) => tx.hours(metric, '2026-01-01T00:00:00Z'));
      equal(await all('psi'), [figure('psi', 11), figure('psi', 10, null)]);
      equal(await all('pm25'), []);
    },
  },
  {
    name: 'keeps hours of the sky beside those of the air',
    async run({ open }) {
      const store = await open();
      const rain = (hour: string, value: number): SkyHour => ({
        metric: 'rain',
        hour,
        steps: [null, [0, 0.2, null, value, 0], ...Array.from({ length: 10 }, () => null)],
      });
      const [nine, ten] = ['2026-09-28T09:00:00+08:00', '2026-09-28T10:00:00+08:00'];
      await store.write((tx) => tx.putHours([rain(nine, 1), figure('psi', 9), rain(ten, 2)]));
      await store.write((tx) => tx.putHours([rain(ten, 3)]));
      const all = () => store.read((tx) => tx.hours('rain', '2026-01-01T00:00:00Z'));
      equal(await all(), [rain(ten, 3), rain(nine, 1)]);
      await store.write((tx) => tx.dropHours(ten));
      equal(await all(), [rain(ten, 3)]);
    },
  },
];

/** Strokes with numbers that a careless store would change, and strokes longer than a chunk. */
function oddStrokes(): Stroke[] {
  const style = { tool: 'pen', color: '#123', size: 0.1 + 0.2 };
  return [
    {
      ...style,
      points: [
        [-0, 0],
        [0, -0],
      ],
      pressure: [-0, 1],
    },
    {
      ...style,
      points: [
        [Number.MIN_VALUE, -1e-7],
        [999_999.999_999_999_9, 1 / 3],
      ],
    },
    { ...style, points: Array.from({ length: 10_000 }, (_, i) => [i / 7, -i * Math.PI]) },
    { ...style, tool: 'x-unknown', points: [[1, 1]], pressure: [0.1] },
    { ...style, points: [[1, 1]], tilt: [-0], opacity: 0.1 + 0.2, layer: 'ink2', at: 2 ** 31 - 1 },
  ];
}
