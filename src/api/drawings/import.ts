/**
 * A drawing that comes from an export. It is the one write that keeps a revision, times and the trash of elsewhere, and
 * therefore no route: the HTTP API owns these members, and what could set them could also write history anew. Hosts
 * call it on their store. Nothing that is there is ever changed by it; docs/export.md says why.
 */

import { isAhead, isInstant } from '../../core/drawing/dates.ts';
import { ID_PATTERN, TITLE_MAX } from '../../core/drawing/limits.ts';
import { sizeOfTexts } from '../../core/drawing/strokes/chunks.ts';
import type { Problem } from '../../core/drawing/types.ts';
import { type DrawingBody, ownedMembers, parseDrawing, readDrawingBody } from '../contract/drawing-body.ts';
import { ApiError, invalidBody } from '../errors.ts';
import type { DrawingRow, ReadTx, Store, WriteTx } from '../ports.ts';
import { readParts } from './answer/answers.ts';
import { chunkIds, nextNumber } from './change/commit.ts';
import { requireSize } from './change/size.ts';
import { idOfKey } from './write.ts';

/** A document as GET answered it, checked as a PUT of it would be, with the members that a PUT ignores. */
export interface ArchivedDrawing extends DrawingBody {
  readonly id: string;
  readonly rev: number;
  readonly trashed: boolean;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** `same`: its title and strokes are here already. `copied`: kept beside the one that is here. */
export type ImportOutcome = 'added' | 'same' | 'copied' | 'copied_before';

export interface ImportedDrawing {
  readonly outcome: ImportOutcome;
  /** What was written; undefined where nothing was. */
  readonly row: DrawingRow | undefined;
}

/** So many revisions stay to come, all of them exact numbers. */
const REV_MAX = 2 ** 52;

/**
 * @param id the drawing that the entry names
 * @throws ApiError 400 with what is wrong; 413 when it is larger than a drawing may be
 */
export function readArchivedDrawing(json: string, id: string): ArchivedDrawing {
  let value: unknown;
  try {
    value = parseDrawing(json);
  } catch {
    throw new ApiError('invalid_json', 'it is not JSON');
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
 * Takes a drawing in. One that is not here comes with everything that it had; one that is here with the same title and
 * strokes is left alone, its trash too; one that differs stays as it is, and the other is kept beside it, as a drawing
 * whose id is made of what it holds, so that the same import makes no second one. A date in the future was never one
 * of a person: it becomes now, or the drawing would stand before all others for as long.
 * @param now ms
 * @throws StoreFull, StoreUnavailable, StoreCorrupt
 */
export async function importDrawing(
  store: Store,
  archived: ArchivedDrawing,
  now: number,
): Promise<ImportedDrawing> {
  const updatedAt = past(archived.updatedAt, now);
  const createdAt = past(archived.createdAt, now);
  // The one may be so far ahead, and the other not quite.
  const isAhead = createdAt > updatedAt;
  const drawing = { ...archived, createdAt: isAhead ? updatedAt : createdAt, updatedAt };
  // Read first: an import that is repeated changes nothing, and waits for no writer.
  const seen = await store.read((tx) => compare(tx, drawing));
  if (seen === 'same') return { outcome: 'same', row: undefined };
  const copy = seen === 'absent' ? undefined : await copyOf(drawing);
  const written = await store.write(async (tx): Promise<ImportedDrawing | undefined> => {
    const found = await compare(tx, drawing);
    if (found === 'same') return { outcome: 'same', row: undefined };
    if (found === 'absent') return { outcome: 'added', row: await adopt(tx, drawing) };
    if (copy === undefined) return undefined;
    // Whatever it holds by now: it came with this import before, and is the person's since.
    if ((await tx.drawing(copy.id)) !== undefined) return { outcome: 'copied_before', row: undefined };
    return { outcome: 'copied', row: await adopt(tx, copy) };
  });
  // Somebody wrote it between the two transactions. It is never removed again, so this happens once.
  return written ?? importDrawing(store, drawing, now);
}

function past(date: string, now: number): string {
  return isAhead(date, now) ? new Date(now).toISOString() : date;
}

async function compare(tx: ReadTx, drawing: ArchivedDrawing): Promise<'absent' | 'same' | 'other'> {
  const row = await tx.drawing(drawing.id);
  if (row === undefined) return 'absent';
  if (row.title !== drawing.title || row.strokeCount !== drawing.strokeCount) return 'other';
  // However they are cut, the same strokes are of the same length.
  if (row.size !== undefined && row.size !== sizeOfTexts(drawing.chunks.map(({ text }) => text)))
    return 'other';
  const { strokes } = await readParts(tx, row);
  return strokes.join(',') === strokesText(drawing) ? 'same' : 'other';
}

/** Canonical: equal strokes are equal texts, however they are cut into chunks. */
function strokesText({ chunks }: DrawingBody): string {
  return chunks.map(({ text }) => text).join(',');
}

const COPY_WORDS = ' (imported copy)';

async function copyOf(drawing: ArchivedDrawing): Promise<ArchivedDrawing> {
  const { id, title } = drawing;
  const content = `import\n${id}\n${JSON.stringify(title)}\n${strokesText(drawing)}`;
  const room = TITLE_MAX - COPY_WORDS.length;
  const named = `${[...title].slice(0, room).join('') || 'Untitled'}${COPY_WORDS}`;
  return { ...drawing, id: await idOfKey(content), title: named, rev: 1 };
}

/** Writes a drawing that is not here, as a change of its own: `commit` makes every later revision. */
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
