/** The forms of a drawing in responses. Strokes are inserted as their stored text. */
import { membersJson, optionalMembers } from '../../../core/drawing/members/optional-members.ts';
import type { DrawingEntry, OptionalMembers } from '../../../core/drawing/types.ts';
import { jsonResponse, type RouteResponse } from '../../http/respond.ts';
import type { DrawingRow, ReadTx } from '../../ports.ts';

/** The entity tag of a drawing is its revision. */
export function revTag(rev: number): string {
  return `"${rev}"`;
}

/** A drawing as lists show it. */
export function entryOf(row: DrawingRow, thumb: string): DrawingEntry {
  return {
    id: row.id,
    rev: row.rev,
    title: row.title,
    strokeCount: row.strokeCount,
    thumb,
    ...optionalMembers(row),
    trashed: row.trashed,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  };
}

type DocumentParts = Pick<DrawingRow, 'id' | 'rev' | 'title' | 'trashed' | 'createdAt' | 'updatedAt'> &
  OptionalMembers;

/**
 * The JSON of a whole drawing.
 * @param strokes JSON texts of runs of strokes, without brackets
 */
export function documentText(row: DocumentParts, strokes: readonly string[], thumb: string): string {
  const { head, tail } = documentEnds(row, thumb);
  return `${head}${strokes.join(',')}${tail}`;
}

/** The JSON before and after the strokes. */
export function documentEnds(
  row: DocumentParts,
  thumb: string,
): { readonly head: string; readonly tail: string } {
  const head = `{"id":${JSON.stringify(row.id)},"rev":${row.rev},"title":${JSON.stringify(row.title)}`;
  const tail = `"thumb":${JSON.stringify(thumb)}${membersJson(row)},"trashed":${row.trashed},"createdAt":${JSON.stringify(
    row.createdAt,
  )},"updatedAt":${JSON.stringify(row.updatedAt)}}`;
  return { head: `${head},"strokes":[`, tail: `],${tail}` };
}

/**
 * Reads the parts of a document that its row lacks.
 * @param thumb its thumbnail, if it was read already
 */
export async function readParts(
  tx: ReadTx,
  row: DrawingRow,
  thumb?: string,
): Promise<{ strokes: string[]; thumb: string }> {
  const [strokes, thumbs] = await Promise.all([
    tx.chunks(row.chunks.map(([id]) => id)),
    thumb === undefined ? tx.thumbs([row.id]) : [thumb],
  ]);
  return { strokes, thumb: thumbs[0] ?? '' };
}

/** Header that confirms the short response. */
export const MINIMAL = { 'Preference-Applied': 'return=minimal' };

/** The short response of `Prefer: return=minimal`: the list entry without its thumbnail. */
export function minimalResponse(
  status: number,
  row: DrawingRow,
  headers: Record<string, string> = {},
): RouteResponse {
  return jsonResponse(status, JSON.stringify(entryOf(row, '')), {
    ...headers,
    ETag: revTag(row.rev),
    ...MINIMAL,
  });
}
