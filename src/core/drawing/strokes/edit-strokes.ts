import { CHUNK_CHARS, CHUNK_STROKES, SMALL_CHARS, SMALL_STROKES, TIER_CHUNKS } from '../limits.ts';
import type { Stroke } from '../types.ts';
import type { Extent } from '../versions.ts';
import { type Chunk, type ChunkRef, packChunks, packTexts, parseChunk, sizeOfTexts } from './chunks.ts';
import { strokeJson } from './stroke-json.ts';

/** Reads chunk texts, in the order of the ids. */
export type ReadChunks = (ids: readonly string[]) => Promise<string[]>;

export interface EditedStrokes {
  readonly chunks: ChunkRef[];
  /** New chunks to store. */
  readonly written: { readonly id: string; readonly text: string }[];
  /** Chunks that `chunks` no longer names. */
  readonly dropped: string[];
  /** Change in size of the stored texts, counted by `sizeOfTexts`; negative if they shrank. */
  readonly growth: number;
  /** What was removed or replaced. */
  readonly lost: Extent;
}

/**
 * Edits the strokes of a stored drawing and reads only the chunks that it touches. Each index counts the
 * strokes as the earlier calls left them. It awaits nothing but `read`, so it works inside an IndexedDB
 * transaction.
 * @throws RangeError if an index is out of range
 */
export interface StrokeEditor {
  readonly count: number;
  at(index: number): Promise<Stroke>;
  /** Inserts before the stroke at `index`; `count` appends. */
  insert(index: number, stroke: Stroke): Promise<void>;
  remove(index: number): Promise<void>;
  replace(index: number, stroke: Stroke): Promise<void>;
  /**
   * Returns the changes to store. `newId` gives the id of the n-th new chunk. The editor must not be used
   * afterwards.
   */
  finish(newId: (n: number) => string): Promise<EditedStrokes>;
}

type Tier = 0 | 1 | 2;

/** A stored chunk that is unchanged so far, or strokes that need storing. */
interface Segment {
  count: number;
  /** Id of the stored chunk; absent once anything changed. */
  id?: string;
  /** See ChunkRef; 0 for a full chunk. */
  readonly tier: Tier;
  /** The stored text, once it is read. */
  text?: string;
  /** The strokes of `text`, once one of them is needed. */
  strokes?: Stroke[];
  /** Stroke texts, once anything changed. The first may hold several strokes (`packSegments`). */
  items?: string[];
}

/** Largest segment in strokes. Longer runs of new strokes are split, so that inserting stays cheap. */
const SEGMENT_MAX = 4 * CHUNK_STROKES;

export function editStrokes(refs: readonly ChunkRef[], read: ReadChunks): StrokeEditor {
  const segments: Segment[] = refs.map(([id, count, tier]): Segment => ({ id, count, tier: tier ?? 0 }));
  const dropped: string[] = [];
  let count = 0;
  for (const segment of segments) count += segment.count;
  /** Total size of the dropped chunks. Each was read before it was dropped, so its size is known. */
  let droppedSize = 0;
  /** Texts of what was removed or replaced. */
  const lost: string[] = [];

  /** The segment that holds `index`, its position, and the offset inside it. */
  function find(index: number): { segment: Segment; position: number; offset: number } {
    let offset = Number.isInteger(index) && index >= 0 ? index : Infinity;
    for (const [position, segment] of segments.entries()) {
      if (offset < segment.count) return { segment, position, offset };
      offset -= segment.count;
    }
    throw new RangeError(`no stroke at ${index}: there are ${count}`);
  }

  async function textOf(segment: Segment): Promise<string> {
    if (segment.text === undefined && segment.id !== undefined) {
      const [text = ''] = await read([segment.id]);
      segment.text = text;
    }
    return segment.text ?? '';
  }

  /** The segment's strokes as one text each, which the caller may change. */
  async function open(segment: Segment): Promise<string[]> {
    if (segment.items?.length === segment.count) return segment.items;
    const items = segment.items ? separate(segment) : (await strokesOf(segment)).map(strokeJson);
    change(segment, items);
    return items;
  }

  async function strokesOf(segment: Segment): Promise<Stroke[]> {
    segment.strokes ??= parseChunk(await textOf(segment));
    return segment.strokes;
  }

  function drop({ id, text = '' }: Segment): void {
    if (id === undefined) return;
    dropped.push(id);
    droppedSize += sizeOfTexts([text]);
  }

  function change(segment: Segment, items: string[]): void {
    drop(segment);
    delete segment.id;
    delete segment.text;
    delete segment.strokes;
    segment.items = items;
  }

  function append(text: string): void {
    const last = segments.at(-1);
    // A stored chunk is not extended, because that would write it again.
    if (last?.items !== undefined && last.count < SEGMENT_MAX) {
      last.items.push(text);
      last.count++;
    } else segments.push({ count: 1, items: [text], tier: 1 });
  }

  /**
   * Packs the chunks of a tier at the end of the drawing into the next tier. Chunks of the tier below may
   * follow them.
   */
  async function packTier(tier: 1 | 2): Promise<void> {
    const end = segments.findLastIndex((one) => one.tier >= tier || one.tier === 0) + 1;
    const first = segments.findLastIndex((one, i) => i < end && one.tier !== tier) + 1;
    // Leaves out the last one, which this edit may still be changing.
    const full = segments.slice(first, end - 1);
    if (full.length < TIER_CHUNKS) return;
    const unread = full.filter(({ id, text }) => id !== undefined && text === undefined);
    const texts = await read(unread.flatMap(({ id }) => id ?? []));
    for (const [i, segment] of unread.entries()) segment.text = texts[i] ?? '';
    segments.splice(first, full.length, ...packSegments(full, tier === 1 ? 2 : 0));
  }

  /**
   * Joins neighbouring segments while they fit into one chunk. One that fits with none keeps its stored
   * chunk.
   */
  function packSegments(full: readonly Segment[], tier: Tier): Segment[] {
    const groups: Segment[][] = [];
    let [count, chars] = [0, 0];
    for (const segment of full) {
      const size = textLength(segment);
      count += segment.count;
      chars += size + 1;
      const group = groups.at(-1);
      if (group === undefined || count > CHUNK_STROKES || chars > CHUNK_CHARS) {
        groups.push([segment]);
        [count, chars] = [segment.count, size];
      } else group.push(segment);
    }
    return groups.map((group) => {
      const [only] = group;
      if (group.length === 1 && only !== undefined) return { ...only, tier };
      for (const segment of group) drop(segment);
      const items = group.map(({ text, items: changed = [] }) => text ?? changed.join());
      return { count: group.reduce((sum, segment) => sum + segment.count, 0), items: [items.join()], tier };
    });
  }

  return {
    get count() {
      return count;
    },
    async at(index) {
      const { segment, offset } = find(index);
      if (segment.items !== undefined) return parseChunk((await open(segment))[offset]!)[0]!;
      return (await strokesOf(segment))[offset]!;
    },
    async insert(index, stroke) {
      const text = strokeJson(stroke);
      if (index === count) {
        append(text);
      } else {
        const { segment, position, offset } = find(index);
        const items = await open(segment);
        items.splice(offset, 0, text);
        segment.count++;
        if (segment.count > SEGMENT_MAX) {
          const rest = items.splice(SEGMENT_MAX / 2);
          segment.count = items.length;
          segments.splice(position + 1, 0, { count: rest.length, items: rest, tier: 0 });
        }
      }
      count++;
    },
    async remove(index) {
      const { segment, position, offset } = find(index);
      lost.push(...(await open(segment)).splice(offset, 1));
      segment.count--;
      if (segment.count === 0) segments.splice(position, 1);
      count--;
    },
    async replace(index, stroke) {
      const { segment, offset } = find(index);
      lost.push(...(await open(segment)).splice(offset, 1, strokeJson(stroke)));
    },
    async finish(newId) {
      await packTier(1);
      await packTier(2);
      const chunks: ChunkRef[] = [];
      const written: { id: string; text: string }[] = [];
      const write = ({ text, strokes }: Chunk, tier: Tier) => {
        const id = newId(written.length);
        written.push({ id, text });
        chunks.push(refOf(id, strokes, tier));
      };
      for (let start = 0; start < segments.length; ) {
        const segment = segments[start]!;
        let end = start + 1;
        if (segment.items === undefined) {
          if (segment.id !== undefined) chunks.push(refOf(segment.id, segment.count, segment.tier));
        } else if (isWhole(segment)) {
          write({ text: segment.items.join(), strokes: segment.count }, segment.tier);
        } else {
          // Packs changed neighbours together, so that chunks that shrank become one again.
          while (end < segments.length && isChanged(segments[end])) end++;
          for (const chunk of pack(segments.slice(start, end), segments[end]?.tier !== 0)) {
            write(chunk, 0);
          }
        }
        start = end;
      }
      const growth = sizeOfTexts(written.map(({ text }) => text)) - droppedSize;
      return { chunks, written, dropped, growth, lost: [lost.length, sizeOfTexts(lost)] };
    },
  };
}

function refOf(id: string, strokes: number, tier: Tier): ChunkRef {
  return tier === 0 ? [id, strokes] : [id, strokes, tier];
}

/** True for a changed segment of a tier that can be stored as it is. */
function isWhole(segment: Segment): boolean {
  const { tier, items, count } = segment;
  if (items === undefined || tier === 0) return false;
  if (tier === 2) return count <= CHUNK_STROKES && textLength(segment) <= CHUNK_CHARS;
  return count === 1 || (count <= SMALL_STROKES && textLength(segment) <= SMALL_CHARS);
}

function textLength({ text, items = [] }: Segment): number {
  return text?.length ?? items.reduce((chars, item) => chars + 1 + item.length, -1);
}

function isChanged(segment: Segment | undefined): boolean {
  return segment?.items !== undefined && !isWhole(segment);
}

/** The texts of a changed segment, one for each stroke. */
function separate({ items = [], count }: Segment): string[] {
  return items.length === count ? items : parseChunk(items.join()).map(strokeJson);
}

/**
 * The chunks of changed neighbours. At the end of a drawing they are filled up, because more strokes will
 * follow. In the middle they are halved: otherwise each further insertion into a full chunk would leave a
 * chunk of one stroke.
 */
function pack(segments: readonly Segment[], atEnd: boolean): Chunk[] {
  const chunks = packChunks(segments.flatMap(chunksOf));
  if (atEnd || chunks.length < 2) return chunks;
  const items = segments.flatMap(separate);
  return packTexts(items, Math.ceil(items.length / chunks.length));
}

/** The chunks of one segment. Its texts are joined without parsing if they fit into one chunk. */
function chunksOf(segment: Segment): Chunk[] {
  const { items = [], count } = segment;
  if (count === 0) return [];
  const text = count <= CHUNK_STROKES ? items.join() : '';
  return text !== '' && text.length <= CHUNK_CHARS
    ? [{ text, strokes: count }]
    : packTexts(separate(segment));
}
