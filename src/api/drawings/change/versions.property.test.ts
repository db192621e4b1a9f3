/**
 * Whatever is drawn, replaced and synced: every version is what the drawing was at its revision, no chunk is lost that a
 * drawing or a version needs, and none stays that nothing needs. And little is lost between two versions.
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { stroke } from '../../../../tests/support/drawing/any-stroke.ts';
import { device, type Peer, server } from '../../../../tests/support/sync/sync.ts';
import { sizeOfTexts } from '../../../core/drawing/strokes/chunks.ts';
import { VERSIONS_MAX } from '../../../core/drawing/versions.ts';
import { memoryStore } from '../../../store/memory.ts';
import { readAnyBase, readSent } from '../../../sync/drawings/records.ts';
import type { ReadTx, Store } from '../../ports.ts';
import { bytesOfVersion, bytesOfVersions } from './versions.ts';

const DRAWINGS = [1, 2].map((n) => `00000000-0000-4000-8000-00000000000${n}`);
const MINUTE = 60_000;
const DAY = 1440 * MINUTE;
/** A time at the start of 2026-11-25, UTC. */
const START = Date.UTC(2026, 10, 25);

const act = fc.record({
  who: fc.nat({ max: 2 }),
  drawing: fc.nat({ max: 1 }),
  what: fc.oneof(
    { weight: 20, arbitrary: fc.constantFrom('add', 'add', 'erase', 'clear', 'put', 'rename', 'sync') },
    { weight: 1, arbitrary: fc.constantFrom('trash', 'purge') },
  ),
  many: fc.integer({ min: 1, max: 20 }),
  pause: fc.constantFrom(1000, 1000, 1000, 11 * MINUTE, 70 * MINUTE, DAY, 40 * DAY),
});

interface Watched {
  readonly store: Store;
  /** Ids of all chunks in the store. */
  readonly chunks: Set<string>;
  /** What each drawing was, by id and revision. */
  readonly past: Map<string, string>;
}

async function textOf(
  tx: ReadTx,
  { title, chunks }: { title: string; chunks: readonly (readonly [string, ...unknown[]])[] },
) {
  return `${title}: ${(await tx.chunks(chunks.map(([id]) => id))).join(',')}`;
}

function watched(): Watched {
  const inner = memoryStore();
  const chunks = new Set<string>();
  const past = new Map<string, string>();
  return {
    chunks,
    past,
    store: {
      ...inner,
      async write(work) {
        const changes: (() => void)[] = [];
        const result = await inner.write(async (tx) => {
          changes.length = 0;
          return work({
            ...tx,
            async putChunks(added) {
              await tx.putChunks(added);
              changes.push(() => added.forEach(({ id }) => void chunks.add(id)));
            },
            async deleteChunks(ids) {
              await tx.deleteChunks(ids);
              changes.push(() => ids.forEach((id) => void chunks.delete(id)));
            },
          });
        });
        for (const change of changes) change();
        await inner.read(async (tx) => {
          for (const row of await tx.changes(0, 100)) past.set(`${row.id} ${row.rev}`, await textOf(tx, row));
        });
        return result;
      },
    },
  };
}

/** Checks a store, and returns how many versions it has. */
async function check({ store, chunks, past }: Watched): Promise<number> {
  return store.read(async (tx) => {
    const rows = await tx.changes(0, 100);
    const used = new Set(
      rows.flatMap((row) => [...row.chunks.map(([id]) => id), ...(row.sync?.dropped ?? [])]),
    );
    const versions = (await Promise.all(DRAWINGS.map((id) => tx.versions(id)))).flatMap((all = []) => all);
    for (const version of versions) {
      expect(await textOf(tx, version)).toBe(past.get(`${version.drawing} ${version.rev}`));
      const texts = await tx.chunks(version.chunks.map(([id]) => id));
      expect(version.size).toBe(sizeOfTexts(texts));
    }
    for (const id of DRAWINGS) {
      const row = rows.find((one) => one.id === id);
      const own = versions.filter(({ drawing }) => drawing === id);
      if (row === undefined) expect(own).toEqual([]);
      expect(own.length).toBeLessThanOrEqual(VERSIONS_MAX);
      const held = own.flatMap((version) => version.held);
      expect(new Set(held.map(([chunk]) => chunk)).size).toBe(held.length);
      for (const [chunk, size] of held) expect((await tx.chunks([chunk]))[0]).toHaveLength(size);
      const alone = own.flatMap((version) => version.chunks.map(([chunk]) => chunk));
      const drawn = new Set(row?.chunks.map(([chunk]) => chunk));
      const counted = new Set(held.map(([chunk]) => chunk));
      for (const chunk of alone) expect(counted.has(chunk)).toBe(!drawn.has(chunk));
      for (const chunk of alone) used.add(chunk);
    }
    for (const id of DRAWINGS)
      for (const [chunk] of (await readAnyBase(tx, id))?.chunks ?? []) used.add(chunk);
    for (const sent of await readSent(tx)) for (const [chunk] of sent.next.chunks) used.add(chunk);
    expect([...chunks].filter((chunk) => !used.has(chunk))).toEqual([]);
    const bytes = versions.reduce((sum, version) => sum + bytesOfVersion(version), 0);
    expect(await bytesOfVersions(tx)).toBe(bytes);
    return versions.length;
  });
}

async function put({ handle, pages }: Peer, id: string, many: number, from: number): Promise<void> {
  const drawing = await pages.read(id);
  if (drawing === undefined || drawing.trashed) return;
  // Some strokes stay, so that what is replaced has something in common with what replaces it.
  const strokes = [
    ...drawing.strokes.slice(0, many - 5),
    ...Array.from({ length: many }, (_, i) => stroke(from + i)),
  ];
  const response = await handle(
    new Request(`http://here/api/v1/drawings/${id}`, {
      method: 'PUT',
      headers: { 'Content-Type': 'application/json', 'If-Match': `"${drawing.rev}"` },
      body: JSON.stringify({ title: drawing.title, strokes, thumb: '' }),
    }),
  );
  expect(response.status).toBe(200);
}

it('versions: each is what was drawn, and no chunk is lost or left over, through edits, sync, time and deletion', async () => {
  let most = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 10, maxLength: 60, size: 'max' }), async (acts) => {
      let now = START;
      let last = 0;
      const clock = () => now;
      const stores = [watched(), watched(), watched()] as const;
      const there = server(stores[2].store, clock);
      const devices = [device(there, stores[0].store, clock), device(there, stores[1].store, clock)] as const;
      const peers: readonly Peer[] = [...devices, there];
      for (const { who, drawing, what, many, pause } of acts) {
        now += pause;
        const { pages } = peers[who] ?? there;
        const id = DRAWINGS[drawing] ?? '';
        const current = await pages.read(id);
        const fresh = Array.from({ length: many }, () => stroke(++last));
        if (what === 'sync') await devices[who % 2]?.settle();
        else if (current === undefined) {
          if (what === 'add') await pages.create({ title: 'A', strokes: fresh }, id);
        } else if (what === 'purge') await pages.purge(id);
        else if (current.trashed) await pages.restore(id);
        else if (what === 'trash') await pages.trash(id);
        else if (what === 'add') for (const one of fresh) await pages.add(id, one);
        else if (what === 'rename')
          await pages.patch(id, { op: 'replace', path: '/title', value: `T${last}` });
        else if (what === 'put') await put(peers[who] ?? there, id, many, last - many);
        else {
          const count = what === 'clear' ? current.strokes.length : Math.min(1, current.strokes.length);
          const gone = Array.from({ length: count }, () => ({ op: 'remove', path: '/strokes/0' }));
          if (count > 0) await pages.patch(id, ...gone);
        }
        for (const store of stores) most = Math.max(most, await check(store));
      }
    }),
    { numRuns: 40 },
  );
  expect(most).toBeGreaterThan(3);
}, 60_000);

const small = fc.record({
  what: fc.constantFrom('add', 'erase', 'erase', 'replace', 'mix', 'put'),
  many: fc.integer({ min: 1, max: 30 }),
  at: fc.nat({ max: 99 }),
});

it('versions: of what stood since the newest, at most a quarter as much as that has is lost without another', async () => {
  let kept = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 60 }),
      fc.array(small, { maxLength: 25 }),
      async (start, acts) => {
        let now = START;
        let last = start;
        const store = memoryStore();
        const peer = server(store, () => now);
        const id = DRAWINGS[0] ?? '';
        const strokesFrom = (count: number) => Array.from({ length: count }, () => stroke(++last));
        await peer.pages.create({ strokes: strokesFrom(start) }, id);
        const newest = () => store.read(async (tx) => (await tx.versions(id))?.at(-1));
        const texts = async () =>
          new Set((await peer.pages.read(id))?.strokes.map((one) => JSON.stringify(one)));
        /** What stood at any time since the newest version was kept, and is no longer there. */
        let lost = new Set<string>();
        for (const { what, many, at } of acts) {
          // More than states on the way down stand, less than until one is due.
          now += MINUTE;
          const [before, version] = [await texts(), await newest()];
          const count = Math.min(many, before.size);
          const from = at % Math.max(1, before.size - count + 1);
          const gone = Array.from({ length: count }, () => ({ op: 'remove', path: `/strokes/${from}` }));
          const replaced = strokesFrom(count).map((value, i) => ({
            op: 'replace',
            path: `/strokes/${from + i}`,
            value,
          }));
          const come = strokesFrom(many).map((value) => ({ op: 'add', path: '/strokes/-', value }));
          if (what === 'put') await put(peer, id, many, last - many + 1);
          else {
            const operations = { add: come, erase: gone, replace: replaced, mix: [...gone, ...come] }[what];
            if (operations.length > 0) await peer.pages.patch(id, ...operations);
          }
          const after = await texts();
          if ((await newest())?.rev !== version?.rev) {
            lost = new Set();
            kept++;
          }
          const isLoss = [...before].some((text) => !after.has(text));
          for (const text of before) if (!after.has(text)) lost.add(text);
          const { rev, strokeCount = 0 } = (await newest()) ?? {};
          if (isLoss && rev === version?.rev) expect(lost.size).toBeLessThanOrEqual(strokeCount / 4);
        }
      },
    ),
    { numRuns: 60 },
  );
  expect(kept).toBeGreaterThan(60);
}, 60_000);
