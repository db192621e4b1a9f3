/**
 * The import of one drawing of an export. It is the only write that keeps the revision, dates and trash state
 * from elsewhere. Therefore it is no route: the HTTP API owns these members, and a request that could set
 * them could rewrite history. Hosts call it on their store. It never changes an existing drawing;
 * docs/export.md gives the reason.
 */

import { isAhead, isInstant } from '../../core/drawing/dates.ts';
import { ID_PATTERN, TITLE_MAX } from '../../core/drawing/limits.ts';
import { differing, sameMembers } from '../../core/drawing/members/member-kinds.ts';
import { optionalMembers } from '../../core/drawing/members/optional-members.ts';
import { sizeOfTexts } from '../../core/drawing/strokes/chunks.ts';
import type { Problem } from '../../core/drawing/types.ts';
import { type DrawingBody, ownedMembers, parseDrawing, readDrawingBody } from '../contract/drawing-body.ts';
import { ApiError, invalidBody } from '../errors.ts';
import type { DrawingRow, ReadTx, Store, WriteTx } from '../ports.ts';
import { chunkIds, nextNumber } from './change/commit.ts';
import { requireSize } from './change/size.ts';
import { readParts } from './response/responses.ts';
import { idOfKey } from './write.ts';

/** A document from GET, checked like the body of a PUT, with the members that a PUT ignores. */
export interface ArchivedDrawing extends DrawingBody {
  readonly id: string;
  readonly rev: number;
  readonly trashed: boolean;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/**
 * `same`: a drawing with the same title, optional members and strokes exists here. `copied`: stored beside a different drawing
 * with this id. `copied_before`: an earlier import stored that copy.
 */
export type ImportOutcome = 'added' | 'same' | 'copied' | 'copied_before';

export interface ImportedDrawing {
  readonly outcome: ImportOutcome;
  /** The written row; undefined if nothing was written. */
  readonly row: DrawingRow | undefined;
}

/** Largest revision accepted. As many more can follow, all of them exact numbers. */
const REV_MAX = 2 ** 52;

/**
 * @param id drawing id in the entry's name
 * @throws ApiError 400 with the problems; 413 if the drawing is too large
 */
export function readArchivedDrawing(json: string, id: string): ArchivedDrawing {
  let value: unknown;
  try {
    value = parseDrawing(json);
  } catch {
    throw new ApiError('invalid_json', 'it is not valid JSON');
  }
  const body = readDrawingBody(value, id, true);
  const { id: named, rev, trashed, createdAt, updatedAt } = ownedMembers(value);
  const problems: Problem[] = [];
  const need = (holds: boolean, path: string, message: string) => {
    if (!holds) problems.push({ path, message });
    return holds;
  };
  need(named === id && ID_PATTERN.test(id), '/id', 'must be the id that the entry is named after');
  const isRev = typeof rev === 'number' && Number.isInteger(rev) && rev >= 1 && rev <= REV_MAX;
  need(isRev, '/rev', 'must be a whole number from 1');
  need(typeof trashed === 'boolean', '/trashed', 'must be true or false');
  need(isInstant(createdAt), '/createdAt', 'must be a time like 2026-09-28T09:00:00.000Z');
  need(isInstant(updatedAt), '/updatedAt', 'must be a time like 2026-09-28T09:00:00.000Z');
  if (problems.length === 0) {
    need(String(createdAt) <= String(updatedAt), '/updatedAt', 'must not be before createdAt');
  }
  if (problems.length > 0) throw invalidBody(problems);
  requireSize(sizeOfTexts(body.chunks.map(({ text }) => text)));
  return {
    ...body,
    id,
    rev: Number(rev),
    trashed: trashed === true,
    createdAt: String(createdAt),
    updatedAt: String(updatedAt),
  };
}

/**
 * Imports a drawing. If its id is new, the drawing keeps everything that it had. If a drawing with the same
 * title, optional members and strokes exists, nothing changes, its trash state included. If the existing drawing differs, it
 * stays, and the imported one is stored beside it. The copy's id is derived from its content, so that a
 * repeated import makes no second copy. No person drew in the future: such a date becomes now, otherwise the
 * drawing would stay first in the list until then.
 * @param now ms since the epoch
 * @throws StoreFull, StoreUnavailable, StoreCorrupt
 */
export async function importDrawing(
  store: Store,
  archived: ArchivedDrawing,
  now: number,
): Promise<ImportedDrawing> {
  const updatedAt = past(archived.updatedAt, now);
  const createdAt = past(archived.createdAt, now);
  // Only one of the dates may have been too far ahead, so their order is checked again.
  const isAhead = createdAt > updatedAt;
  const drawing = { ...archived, createdAt: isAhead ? updatedAt : createdAt, updatedAt };
  // Compares in a read first: a repeated import changes nothing and waits for no writer.
  const seen = await store.read((tx) => compare(tx, drawing));
  if (seen === 'same') return { outcome: 'same', row: undefined };
  const copy = seen === 'absent' ? undefined : await copyOf(drawing);
  const written = await store.write(async (tx): Promise<ImportedDrawing | undefined> => {
    const found = await compare(tx, drawing);
    if (found === 'same') return { outcome: 'same', row: undefined };
    if (found === 'absent') return { outcome: 'added', row: await adopt(tx, drawing) };
    if (copy === undefined) return undefined;
    // A copy from an earlier import, whatever it contains now: it belongs to the person.
    if ((await tx.drawing(copy.id)) !== undefined) return { outcome: 'copied_before', row: undefined };
    return { outcome: 'copied', row: await adopt(tx, copy) };
  });
  // Somebody created the drawing between the two transactions. The next try finds it.
  return written ?? importDrawing(store, drawing, now);
}

function past(date: string, now: number): string {
  return isAhead(date, now) ? new Date(now).toISOString() : date;
}

async function compare(tx: ReadTx, drawing: ArchivedDrawing): Promise<'absent' | 'same' | 'other'> {
  const row = await tx.drawing(drawing.id);
  if (row === undefined) return 'absent';
  if (row.title !== drawing.title || row.strokeCount !== drawing.strokeCount) return 'other';
  if (!sameMembers(row, drawing)) return 'other';
  // Equal strokes have the same size, however they are split into chunks.
  if (row.size !== undefined && row.size !== sizeOfTexts(drawing.chunks.map(({ text }) => text)))
    return 'other';
  const { strokes } = await readParts(tx, row);
  return strokes.join(',') === strokesText(drawing) ? 'same' : 'other';
}

/** The canonical text of all strokes. Equal strokes have equal texts, however they are split into chunks. */
function strokesText({ chunks }: DrawingBody): string {
  return chunks.map(({ text }) => text).join(',');
}

const COPY_WORDS = ' (imported copy)';

async function copyOf(drawing: ArchivedDrawing): Promise<ArchivedDrawing> {
  const { id, title } = drawing;
  const members = differing({}, drawing).map((name) => `${JSON.stringify(drawing[name])}\n`);
  const content = `import\n${id}\n${JSON.stringify(title)}\n${members.join('')}${strokesText(drawing)}`;
  const room = TITLE_MAX - COPY_WORDS.length;
  const named = `${[...title].slice(0, room).join('') || 'Untitled'}${COPY_WORDS}`;
  return { ...drawing, id: await idOfKey(content), title: named, rev: 1 };
}

/** Writes a new drawing with its own revision, as one change. `commit` makes all later revisions. */
async function adopt(tx: WriteTx, drawing: ArchivedDrawing): Promise<DrawingRow> {
  const purge = await tx.purge(drawing.id);
  const rev = Math.max(drawing.rev, (purge?.rev ?? 0) + 1);
  const { id, title, strokeCount, trashed, createdAt, updatedAt, thumb } = drawing;
  const seq = await nextNumber(tx);
  const nameChunk = chunkIds(seq);
  const chunks = drawing.chunks.map(({ text }, index) => ({ id: nameChunk(index), text }));
  const refs = drawing.chunks.map(({ strokes }, index) => [nameChunk(index), strokes] as const);
  const row: DrawingRow = {
    id,
    rev,
    seq,
    title,
    ...optionalMembers(drawing),
    strokeCount,
    size: sizeOfTexts(drawing.chunks.map(({ text }) => text)),
    chunks: refs,
    trashed,
    createdAt,
    updatedAt,
    keyCount: 0,
  };
  await Promise.all([
    tx.setCounter(seq),
    tx.putDrawing(row),
    purge && tx.deletePurge(id),
    chunks.length > 0 ? tx.putChunks(chunks) : undefined,
    tx.putThumb(id, thumb),
  ]);
  return row;
}
