/**
 * Chunks: immutable texts in which strokes are stored, as canonical stroke JSON joined by `,`. A response is
 * assembled from them without parsing, and appending a stroke rewrites only one small chunk.
 */
import { CHUNK_CHARS, CHUNK_STROKES } from '../limits.ts';
import type { Stroke } from '../types.ts';
import { strokeJson } from './stroke-json.ts';

/**
 * Reference to a chunk: its id and its number of strokes. Strokes appended one by one form small chunks at
 * the end of a drawing (tier 1), so that no save writes older strokes again. Several of tier 1 are packed
 * into one of tier 2, and several of tier 2 into a full chunk, which has no tier.
 */
export type ChunkRef =
  | readonly [id: string, strokes: number]
  | readonly [id: string, strokes: number, tier: 1 | 2];

export interface Chunk {
  /** Canonical stroke JSON joined by `,`, without brackets. */
  readonly text: string;
  readonly strokes: number;
}

/** Splits strokes into full chunks; none for a drawing without strokes. */
export function chunkStrokes(strokes: readonly Stroke[]): Chunk[] {
  return packTexts(strokes.map(strokeJson));
}

/**
 * Packs stroke texts, in order, into chunks of at most `maxStrokes` strokes and `maxChars` characters. A
 * stroke that is longer than that gets a chunk of its own.
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

/** Joins neighbouring chunks while they fit into one. */
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

/** Characters that the texts take in a document, each followed by a comma. */
export function sizeOfTexts(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + text.length + 1, 0);
}

export function parseChunk(text: string): Stroke[] {
  return JSON.parse(`[${text}]`);
}
