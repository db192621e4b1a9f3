/** The requests of push for one drawing, made from its row and base. */
import { unlessCorrupt } from '../../../api/drawings/change/unless-corrupt.ts';
import type { ChunkRef, DrawingRow, ReadTx } from '../../../api/ports.ts';
import { type Dates, dateBefore } from '../../../core/drawing/dates.ts';
import { STROKES_MAX, STROKES_SIZE_MAX } from '../../../core/drawing/limits.ts';
import { differing, memberOf } from '../../../core/drawing/members/member-kinds.ts';
import type { MemberName } from '../../../core/drawing/members/optional-members.ts';
import { packTexts, sizeOfTexts } from '../../../core/drawing/strokes/chunks.ts';
import { sideOf } from '../local-drawing.ts';
import { plan } from '../plan.ts';
import { type Base, contentOf, cursorOfEra, readBase, readMemory } from '../records.ts';
import { drawingPath, withCursor } from '../server.ts';
import { place, strokeTexts } from './content.ts';
import type { PushRequest } from './deliver.ts';
import { common, type Difference, difference } from './difference.ts';

/** Characters of strokes in one request. With the rest of the body this stays below the body limit. */
const SLICE = 4_000_000;
/** Number of chunks in one read for a first request. */
const CHUNKS = 32;

/** True if the server does not have the current version. */
export function isWaiting({ seq, sync }: DrawingRow, era: number): boolean {
  return sync?.era !== era || sync.seq !== seq;
}

/** True if the thumbnail changed since the server had the current version. */
function isThumbNew({ thumbSeq = 0, sync }: DrawingRow): boolean {
  return thumbSeq > (sync?.seq ?? 0);
}

/** Nothing to send: the row equals its base. */
export interface Clean {
  readonly row: DrawingRow;
  readonly base: Base;
}

/**
 * The next request for a drawing.
 * @param key its idempotency key
 * @param withheld dates that the server refused
 * @returns `Clean` if nothing is left to send; undefined if the drawing is not handled now
 * @throws StoreCorrupt if its strokes cannot be read
 */
export async function requestFor(
  tx: ReadTx,
  id: string,
  key: string,
  withheld: readonly (keyof Dates)[],
): Promise<PushRequest | Clean | undefined> {
  const [memory, row] = await Promise.all([readMemory(tx), tx.drawing(id)]);
  const { era, troubles } = memory;
  const cursor = cursorOfEra(memory);
  // A parked drawing must be pulled and merged first.
  if (row === undefined || !isWaiting(row, era) || troubles[id]?.kind === 'parked') return undefined;
  const base = await readBase(tx, id, era);
  const change = base && (await changeBetween(tx, base, row));
  if (base === undefined || change === undefined) {
    return createRequest(
      tx,
      row,
      era,
      key,
      DATES.filter((name) => !withheld.includes(name)),
    );
  }
  const there = sideOf(base, change.from);
  const here = sideOf(row, change.to);
  switch (plan(there, here, there)) {
    case 'restore':
    case 'restoreThenPush':
    case 'restorePushTrash':
      return flagRequest(row, base, false, key, cursor);
    case 'trash':
      return flagRequest(row, base, true, key, cursor);
    case 'noop':
      // What is left is the thumbnail, which is made after its strokes were sent. In the trash nothing changes.
      if (row.trashed || !isThumbNew(row)) return { row, base };
  }
  return patchRequest(row, base, change, (await tx.thumbs([id]))[0] ?? '', key, {
    dated: !withheld.includes('updatedAt'),
  });
}

/** The difference between the strokes of a row and its base. */
interface StrokesChange {
  /** Chunks that both share, before and after the difference. */
  readonly before: readonly ChunkRef[];
  readonly behind: readonly ChunkRef[];
  /** The strokes between them, one text each. */
  readonly from: readonly string[];
  readonly to: readonly string[];
}

/** Reads only the chunks that differ; undefined if chunks of the base are missing. */
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
    // An older build of the app may have deleted chunks that the base still uses.
    readTexts(tx, between(old)).catch(unlessCorrupt),
  ]);
  if (from === undefined) return undefined;
  const behind = now.slice(now.length - last);
  return { before: now.slice(0, first), behind, from: strokeTexts(from), to: strokeTexts(to) };
}

function readTexts(tx: ReadTx, refs: readonly ChunkRef[]): Promise<string[]> {
  return tx.chunks(refs.map(([id]) => id));
}

const MINIMAL = { Prefer: 'return=minimal' };

const DATES = ['createdAt', 'updatedAt'] as const;

/** The first request for a drawing, with as many strokes as one body can hold. */
async function createRequest(
  tx: ReadTx,
  row: DrawingRow,
  era: number,
  key: string,
  dates: readonly (keyof Dates)[],
): Promise<PushRequest> {
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
  const named = differing({}, row).map((name) => `"${name}":${JSON.stringify(row[name])},`);
  return {
    era,
    drawing: row.id,
    seq: row.seq,
    grows: true,
    method: 'PUT',
    path: drawingPath(row.id),
    headers: { 'Content-Type': 'application/json', 'If-None-Match': '*', 'Idempotency-Key': key, ...MINIMAL },
    body: `{${dates.map((name) => `"${name}":"${row[name]}",`).join('')}${named.join('')}"title":${title},"strokes":[${texts.join(',')}],"thumb":${JSON.stringify(thumb)}}`,
    rev: 0,
    dated: dates.length > 0,
    next: () => ({
      ...contentOf(row),
      trashed: false,
      strokeCount: countOf(chunks),
      chunks,
      written: [],
    }),
  };
}

/** A request with the difference, or as much of it as one body can hold. */
function patchRequest(
  row: DrawingRow,
  base: Base,
  { before, behind, from, to }: StrokesChange,
  thumb: string,
  key: string,
  { dated }: { readonly dated: boolean },
): PushRequest {
  const towards = (wish: readonly string[]) => {
    return { wish, ...difference(from, wish, countOf(before), base.strokeCount, SLICE) };
  };
  const direct = towards(to);
  // If the limits allow only the final state, a request that adds first would always be refused. So removals
  // go first.
  const overfull = direct.count > STROKES_MAX || sizeAfter(row, from, to, direct) > STROKES_SIZE_MAX;
  const part = overfull ? towards(common(from, to)) : direct;
  const isWhole = part.wish === to && part.to === to.length && part.from === from.length;
  const operations = [...part.operations];
  // The thumbnail goes with the strokes that it shows, or as soon as it is made.
  if (isWhole && (operations.length > 0 || isThumbNew(row)))
    operations.push(`{"op":"replace","path":"/thumb","value":${JSON.stringify(thumb)}}`);
  if (row.title !== base.title) {
    operations.unshift(...changeOf('title', base.title, row.title));
  }
  for (const name of differing(base, row)) {
    operations.unshift(...changeOf(name, memberOf(base, name), memberOf(row, name)));
  }
  if (dated) operations.push(`{"op":"replace","path":"/updatedAt","value":"${dateToSend(row, base)}"}`);
  const whole = { ...contentOf(row), trashed: false, written: [] };
  return {
    ...keyedRequest(row, base, key),
    grows: sizeOfTexts(to) > sizeOfTexts(from),
    dated,
    method: 'PATCH',
    path: drawingPath(row.id),
    body: `[${operations.join(',')}]`,
    next(newChunk) {
      if (isWhole) return whole;
      const texts = [...part.wish.slice(0, part.to), ...from.slice(part.from)];
      const between = place(packTexts(texts), new Map(), newChunk);
      const all = [...before, ...between.chunks, ...behind];
      return { ...whole, strokeCount: countOf(all), chunks: all, written: between.written };
    },
  };
}

/** Size of the drawing on the server after a part of the difference, counted from the size in the row. */
function sizeAfter(
  { size = 0 }: DrawingRow,
  from: readonly string[],
  to: readonly string[],
  part: Difference,
): number {
  return size - sizeOfTexts(to) + sizeOfTexts(to.slice(0, part.to)) + sizeOfTexts(from.slice(part.from));
}

/**
 * The date to send. The server takes its own date sent back as a change made now, so an earlier one is sent
 * to leave it unchanged.
 */
function dateToSend(row: DrawingRow, base: Base): string {
  const { updatedAt = '' } = base;
  return row.updatedAt > updatedAt ? row.updatedAt : dateBefore(updatedAt);
}

function flagRequest(
  row: DrawingRow,
  base: Base,
  trashed: boolean,
  key: string,
  cursor: string | undefined,
): PushRequest {
  const path = drawingPath(row.id);
  return {
    ...keyedRequest(row, base, key),
    method: trashed ? 'DELETE' : 'PUT',
    path: trashed ? withCursor(path, cursor) : `${path}/restore`,
    next: () => ({ ...contentOf(base), trashed, written: [] }),
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

/** The operations that change a member, if it is as it was. */
function changeOf(member: 'title' | MemberName, from: unknown, to: unknown): string[] {
  const operation = (op: string, value: unknown) =>
    `{"op":"${op}","path":"/${member}","value":${JSON.stringify(value)}}`;
  return [operation('test', from), operation('replace', to)];
}

function countOf(chunks: readonly ChunkRef[]): number {
  return chunks.reduce((sum, [, strokes]) => sum + strokes, 0);
}
