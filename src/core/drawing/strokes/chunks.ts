/**
 * Strokes are stored in chunks: immutable texts of canonical stroke JSON joined by `,`. A response is
 * put together from them without parsing, and appending one stroke rewrites one small chunk.
 */
import { CHUNK_CHARS, CHUNK_STROKES } from '../limits.ts';
import type { Stroke } from '../types.ts';
import { strokeJson } from './stroke-json.ts';

/**
 * A run of strokes, stored once as JSON text and never changed. Strokes that are appended one by one stand in small
 * chunks of their own at the end of a drawing, so that no save writes again what was written before. Several of these
 * (tier 1) are packed into one of tier 2, and several of tier 2 into a full one, which has no tier.
 */
export type ChunkRef =
  | readonly [id: string, strokes: number]
  | readonly [id: string, strokes: number, tier: 1 | 2];

export interface Chunk {
  /** Canonical stroke JSON joined by `,`, without brackets. */
  readonly text: string;
  readonly strokes: number;
}

/** Cuts a drawing into chunks; none for a drawing without strokes. */
export function chunkStrokes(strokes: readonly Stroke[]): Chunk[] {
  return packTexts(strokes.map(strokeJson));
}

/**
 * Packs stroke texts, in order, into chunks of at most `maxStrokes` strokes and `maxChars` characters. A
 * stroke that is longer than that stands alone.
 */
export function packTexts(
  texts: readonly string[],
  maxStrokes: number = CHUNK_STROKES,
  maxChars: number = CHUNK_CHARS,
): Chunk[] {
  const chunks: Chunk[] = [];
  let start = 0;
  let chars = 0;
  for (let i = 0; i < texts.length; i++) {
    const length = (texts[i] ?? '').length;
    if (i > start && (i - start >= maxStrokes || chars + 1 + length > maxChars)) {
      chunks.push({ text: texts.slice(start, i).join(), strokes: i - start });
      start = i;
      chars = 0;
    }
    chars += (i > start ? 1 : 0) + length;
  }
  if (texts.length > start) chunks.push({ text: texts.slice(start).join(), strokes: texts.length - start });
  return chunks;
}

/** Joins neighbours, in order, as long as they fit into one chunk. */
export function packChunks(chunks: readonly Chunk[]): Chunk[] {
  const packed: Chunk[] = [];
  for (const chunk of chunks) {
    const last = packed.at(-1);
    const strokes = (last?.strokes ?? 0) + chunk.strokes;
    if (
      last === undefined ||
      strokes > CHUNK_STROKES ||
      last.text.length + 1 + chunk.text.length > CHUNK_CHARS
    )
      packed.push(chunk);
    else packed[packed.length - 1] = { text: `${last.text},${chunk.text}`, strokes };
  }
  return packed;
}

/** Characters of chunks as they stand in a document, each with a comma after it. */
export function sizeOfTexts(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + text.length + 1, 0);
}

/** The strokes of a chunk, from its own text. */
export function parseChunk(text: string): Stroke[] {
  return JSON.parse(`[${text}]`);
}
