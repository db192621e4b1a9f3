/** What an older client leaves out of a drawing's strokes because it does not know it. */
import { type Chunk, type ChunkRef, packTexts } from './chunks.ts';

/**
 * Members that strokes had not from the beginning. All came at once, so a client that does not know layers drops every one of
 * them.
 */
export const NEWER_MEMBERS: readonly string[] = ['tilt', 'opacity', 'layer', 'at'];

/** Chunks in one read: what is in memory at a time. */
const RUN = 64;

/** Between two strokes. Nothing in a stroke has a brace. */
const COMMA = /,(?={)/;

/**
 * Gives strokes back what their client does not know: a body without any stroke on a layer is of one that dropped the layers,
 * which would empty them. Each of its strokes that equals a stored one, but for the newer members that no stroke of the body
 * has, becomes that one. Equal strokes are paired in their order. The order and all others stay as they are.
 *
 * Takes one pass through both, and reads nothing if a stroke of the body is on a layer. No stroke is added, and one with all of
 * its members is less than six times as long as without the newer ones: a tilt has at most 24 characters, its point at least
 * five. So the largest body becomes 30 MiB at most. Limits count what comes out.
 * @param chunks the strokes of the body
 * @param stored those of the drawing that it replaces
 * @param read texts of some of those; undefined if they cannot be read
 */
export async function withUnknownMembers(
  chunks: readonly Chunk[],
  stored: readonly ChunkRef[],
  read: (ids: readonly string[]) => Promise<readonly string[] | undefined>,
): Promise<readonly Chunk[]> {
  const dropped = NEWER_MEMBERS.filter((name) => !chunks.some(({ text }) => text.includes(`,"${name}":`)));
  if (!dropped.includes('layer')) return chunks;
  const unknown = new RegExp(`,"(?:${dropped.join('|')})":(?:\\[[^\\]]*]|[^,}]*)`, 'g');
  const texts = chunks.flatMap(({ text }) => text.split(COMMA));
  /** The first place of each text in the body, and after each place the next one of the same text. */
  const first = new Map<string | undefined, number | undefined>();
  const next: (number | undefined)[] = [];
  for (let place = texts.length; place-- > 0; first.set(texts[place], place))
    next[place] = first.get(texts[place]);
  for (let from = 0; from < stored.length; from += RUN) {
    for (const text of (await read(stored.slice(from, from + RUN).map(([id]) => id))) ?? []) {
      const known = text.replace(unknown, '').split(COMMA);
      for (const [i, whole] of text.split(COMMA).entries()) {
        const place = first.get(known[i]);
        if (place === undefined) continue;
        texts[place] = whole;
        first.set(known[i], next[place]);
      }
    }
  }
  return packTexts(texts);
}
