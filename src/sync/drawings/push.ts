/** Push: what changed on this device since it was last looked at, some drawings abreast, each request after request. */
import { type ChunkRef, type DrawingRow, type ReadTx, StoreCorrupt } from '../../api/ports.ts';
import { packTexts } from '../../core/drawing/chunks.ts';
import { STROKES_MAX } from '../../core/drawing/limits.ts';
import { place, strokeTexts, writeBoth } from './content.ts';
import { type Request_, send } from './deliver.ts';
import { common, difference } from './difference.ts';
import { plan, type Side } from './plan.ts';
import { Moved } from './receive.ts';
import { type Base, readBase, readMemory, SLOTS, withoutTrouble, writeBase, writeMemory } from './records.ts';
import { noteTrouble, type Run, untilStill } from './run.ts';
import { drawingPath, stop } from './server.ts';

/** Characters of strokes in one request: with everything around them it stays under the limit of a body. */
const SLICE = 4_000_000;
/** Rows are read by so many. */
const ROWS = 1_000_000;
/** Chunks that are read at once for a first request. */
const CHUNKS = 32;
/** So often others may be there first before the drawing is left to the next run. */
const MOVED_MOST = 5;
/** Drawings that could not be pushed and are tried again in one run. */
const RETRIED_MOST = 50;

/** Sends what is not on the server as it is here. */
export async function push(run: Run): Promise<void> {
  const { troubles, scanned } = await run.store.read(readMemory);
  const failed = Object.entries(troubles).filter(([, { kind }]) => kind === 'failed');
  /** Left to the next run, whatever becomes of them meanwhile. */
  const left = new Set<string>();
  await pushAll(
    run,
    failed.slice(0, RETRIED_MOST).map(([id]) => id),
    left,
  );
  let seen = scanned;
  for (;;) {
    const rows = await run.store.read((tx) => tx.changes(seen, ROWS));
    const { era } = await run.store.read(readMemory);
    const waiting = rows.filter((row) => isWaiting(row, era) && !left.has(row.id));
    run.expect(waiting.length);
    await pushAll(
      run,
      waiting.map(({ id }) => id),
      left,
      run.passed,
    );
    seen = rows.at(-1)?.seq ?? seen;
    if (waiting.length === 0) break;
  }
  if (seen > scanned) {
    await run.store.write(async (tx) => writeMemory(tx, { ...(await readMemory(tx)), scanned: seen }));
  }
}

/**
 * Drawings have nothing to do with each other: some are under way at the same time.
 * @param left gets those that wait for the next run
 */
async function pushAll(
  run: Run,
  ids: readonly string[],
  left: Set<string>,
  passed: () => void = () => {},
): Promise<void> {
  const queue = ids.values();
  const failures: unknown[] = [];
  async function lane(slot: number): Promise<void> {
    for (const id of queue) {
      try {
        if (!(await pushDrawing(run, slot, id))) left.add(id);
        passed();
      } catch (error) {
        failures.push(error);
      }
      // What ends the run ends all lanes, each where the drawing that it is at ends: nothing goes on behind its back.
      if (failures.length > 0) return;
    }
  }
  await Promise.all(Array.from({ length: SLOTS }, (_, slot) => lane(slot)));
  if (failures.length > 0) throw failures[0];
}

/** Does the server not have it as it is here? */
export function isWaiting({ seq, sync }: DrawingRow, era: number): boolean {
  return sync?.era !== era || sync.seq !== seq;
}

/** @returns is there nothing more to send? */
async function pushDrawing(run: Run, slot: number, id: string): Promise<boolean> {
  for (let moved = 0; moved < MOVED_MOST; ) {
    run.pause();
    const fate = await untilStill(async () => {
      const next = await nextRequest(run, id);
      return next === 'unreadable' || next === 'clean' ? next : send(run, slot, next);
    });
    switch (fate) {
      case 'landed':
        break;
      case 'moved':
        moved++;
        break;
      case 'full':
        throw stop('server_full');
      case 'clean':
        return true;
      case 'unreadable':
        await noteTrouble(run, id, 'failed', fate);
        return false;
      default:
        return false;
    }
  }
  await noteTrouble(run, id, 'failed', 'server_error');
  return false;
}

/** What is to be asked of the server next for a drawing; `clean` where that is nothing, which is noted then. */
async function nextRequest(run: Run, id: string): Promise<Request_ | 'clean' | 'unreadable'> {
  try {
    const next = await run.store.read((tx) => requestFor(tx, id, run.options.newId()));
    if (next === undefined) return 'clean';
    if ('path' in next) return next;
    await noteClean(run, next);
    return 'clean';
  } catch (error) {
    if (error instanceof StoreCorrupt) return 'unreadable';
    throw error;
  }
}

/** Nothing to send: this row is as the base is. */
interface Clean {
  readonly row: DrawingRow;
  readonly base: Base;
}

async function requestFor(tx: ReadTx, id: string, key: string): Promise<Request_ | Clean | undefined> {
  const [{ era, troubles }, row] = await Promise.all([readMemory(tx), tx.drawing(id)]);
  // What is parked has to be read first, to be merged.
  if (row === undefined || !isWaiting(row, era) || troubles[id]?.kind === 'parked') return undefined;
  const base = await readBase(tx, id, era);
  const change = base && (await changeBetween(tx, base, row));
  if (base === undefined || change === undefined) return createRequest(tx, row, era, key);
  const there: Side = { title: base.title, trashed: base.trashed, strokes: '' };
  const here: Side = { title: row.title, trashed: row.trashed, strokes: isSame(change) ? '' : 'changed' };
  switch (plan(there, here, there)) {
    case 'push':
    case 'pushThenTrash':
      return patchRequest(row, base, change, (await tx.thumbs([id]))[0] ?? '', key);
    case 'restore':
    case 'restoreThenPush':
    case 'restorePushTrash':
      return flagRequest(row, base, false, key);
    case 'trash':
      return flagRequest(row, base, true, key);
    default:
      return { row, base };
  }
}

/** Where the strokes of a row are not those of its base. */
interface StrokesChange {
  /** Chunks that both have, before and behind. */
  readonly before: readonly ChunkRef[];
  readonly behind: readonly ChunkRef[];
  /** Strokes between, one text each. */
  readonly from: readonly string[];
  readonly to: readonly string[];
}

function isSame({ from, to }: StrokesChange): boolean {
  return from.length === to.length && from.every((text, index) => text === to[index]);
}

/** Reads no more than the chunks that differ; undefined where the base's are not there. */
async function changeBetween(tx: ReadTx, base: Base, row: DrawingRow): Promise<StrokesChange | undefined> {
  const [old, now] = [base.chunks, row.chunks];
  const most = Math.min(old.length, now.length);
  let first = 0;
  while (first < most && old[first]?.[0] === now[first]?.[0]) first++;
  let last = 0;
  while (last < most - first && old.at(-1 - last)?.[0] === now.at(-1 - last)?.[0]) last++;
  const between = (refs: readonly ChunkRef[]) => refs.slice(first, refs.length - last);
  const [to, from] = await Promise.all([
    readTexts(tx, between(now)),
    readTexts(tx, between(old)).catch((error: unknown) => {
      // An older build of the app does not know that the base still names them.
      if (!(error instanceof StoreCorrupt)) throw error;
    }),
  ]);
  if (from === undefined) return undefined;
  const behind = now.slice(now.length - last);
  return { before: now.slice(0, first), behind, from: strokeTexts(from), to: strokeTexts(to) };
}

function readTexts(tx: ReadTx, refs: readonly ChunkRef[]): Promise<string[]> {
  return tx.chunks(refs.map(([id]) => id));
}

const MINIMAL = { Prefer: 'return=minimal' };

/** The first request for a drawing: as much of it as one body holds. */
async function createRequest(tx: ReadTx, row: DrawingRow, era: number, key: string): Promise<Request_> {
  const [thumb = ''] = await tx.thumbs([row.id]);
  const texts: string[] = [];
  let chars = 0;
  while (texts.length < row.chunks.length && chars <= SLICE) {
    for (const text of await readTexts(tx, row.chunks.slice(texts.length, texts.length + CHUNKS))) {
      chars += text.length;
      if (chars > SLICE && texts.length > 0) break;
      texts.push(text);
    }
  }
  const chunks = row.chunks.slice(0, texts.length);
  const title = JSON.stringify(row.title);
  return {
    era,
    drawing: row.id,
    seq: row.seq,
    method: 'PUT',
    path: drawingPath(row.id),
    headers: { 'Content-Type': 'application/json', 'If-None-Match': '*', 'Idempotency-Key': key, ...MINIMAL },
    body: `{"title":${title},"strokes":[${texts.join(',')}],"thumb":${JSON.stringify(thumb)}}`,
    rev: 0,
    next: () => ({ title: row.title, trashed: false, strokeCount: countOf(chunks), chunks, written: [] }),
  };
}

/** The difference, or as much of it as one body holds. */
function patchRequest(
  row: DrawingRow,
  base: Base,
  { before, behind, from, to }: StrokesChange,
  thumb: string,
  key: string,
): Request_ {
  const towards = (wish: readonly string[]) => {
    return { wish, ...difference(from, wish, countOf(before), base.strokeCount, SLICE) };
  };
  const direct = towards(to);
  // A slice that adds first would be refused for ever where only the whole stays within the limit: what goes goes first.
  const part = direct.count > STROKES_MAX ? towards(common(from, to)) : direct;
  const isWhole = part.wish === to && part.to === to.length && part.from === from.length;
  const operations = [...part.operations];
  // The picture goes with the strokes that it shows.
  if (isWhole && operations.length > 0)
    operations.push(`{"op":"replace","path":"/thumb","value":${JSON.stringify(thumb)}}`);
  if (row.title !== base.title) {
    operations.unshift(titleOperation('test', base.title), titleOperation('replace', row.title));
  }
  const { title, chunks, strokeCount } = row;
  return {
    ...keyedRequest(row, base, key),
    method: 'PATCH',
    path: drawingPath(row.id),
    body: `[${operations.join(',')}]`,
    next(newChunk) {
      if (isWhole) return { title, trashed: false, strokeCount, chunks, written: [] };
      const texts = [...part.wish.slice(0, part.to), ...from.slice(part.from)];
      const between = place(packTexts(texts), new Map(), newChunk);
      const all = [...before, ...between.chunks, ...behind];
      return { title, trashed: false, strokeCount: countOf(all), chunks: all, written: between.written };
    },
  };
}

function flagRequest(row: DrawingRow, base: Base, trashed: boolean, key: string): Request_ {
  const path = drawingPath(row.id);
  const { title, strokeCount, chunks } = base;
  return {
    ...keyedRequest(row, base, key),
    method: trashed ? 'DELETE' : 'PUT',
    path: trashed ? path : `${path}/restore`,
    next: () => ({ title, trashed, strokeCount, chunks, written: [] }),
  };
}

function keyedRequest({ id, seq }: DrawingRow, { era, rev }: Base, key: string) {
  const type = { 'Content-Type': 'application/json-patch+json' };
  return {
    era,
    drawing: id,
    seq,
    headers: { ...type, 'If-Match': `"${rev}"`, 'Idempotency-Key': key, ...MINIMAL },
    rev,
  };
}

function titleOperation(op: 'test' | 'replace', title: string): string {
  return `{"op":"${op}","path":"/title","value":${JSON.stringify(title)}}`;
}

function countOf(chunks: readonly ChunkRef[]): number {
  return chunks.reduce((sum, [, strokes]) => sum + strokes, 0);
}

/** A picture alone is nothing to send. The base takes the row's chunks, however the strokes are cut. */
async function noteClean({ store }: Run, { row, base }: Clean): Promise<void> {
  const { id, seq, chunks } = row;
  await store.write(async (tx) => {
    const [memory, now, { counter }] = await Promise.all([readMemory(tx), tx.drawing(id), tx.meta()]);
    if (now?.seq !== seq || memory.era !== base.era) throw new Moved();
    const next = { ...base, chunks };
    await writeBase(tx, id, next);
    await writeBoth(tx, counter + 1, { row: now, base }, now, next, base.era);
    if (memory.troubles[id] !== undefined) await writeMemory(tx, withoutTrouble(memory, id));
  });
}
