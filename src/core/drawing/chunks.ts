/**
 * Strokes are stored in chunks: immutable texts of canonical stroke JSON joined by `,`. A response is
 * put together from them without parsing, and appending one stroke rewrites one small chunk.
 */
import { CHUNK_CHARS, CHUNK_STROKES } from './limits.ts';
import { strokeJson } from './stroke-json.ts';
import type { Stroke } from './types.ts';

/** A run of strokes, stored once as JSON text and never changed: `[id, number of strokes]`. */
export type ChunkRef = readonly [id: string, strokes: number];

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

/** The strokes of a chunk, from its own text. */
export function parseChunk(text: string): Stroke[] {
  return JSON.parse(`[${text}]`);
}
