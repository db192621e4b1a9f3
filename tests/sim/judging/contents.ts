/** Everything that a store holds of its person, for comparing. */
import type { PhotoRow, Store } from '../../../src/api/ports.ts';
import { storedProfile } from '../../../src/api/profile.ts';
import { ONE_LAYER } from '../../../src/core/drawing/members/layers.ts';
import { parseChunk } from '../../../src/core/drawing/strokes/chunks.ts';
import type { Layer, Stroke, Underlay } from '../../../src/core/drawing/types.ts';

export interface DrawingContents {
  readonly id: string;
  readonly rev: number;
  readonly seq: number;
  readonly title: string;
  readonly trashed: boolean;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly layers: readonly Layer[];
  readonly strokes: readonly Stroke[];
  readonly underlay: Underlay | undefined;
}

export interface Contents {
  readonly drawings: ReadonlyMap<string, DrawingContents>;
  readonly profile: string;
}

export function contentsOf(store: Store): Promise<Contents> {
  return store.read(async (tx) => {
    const [all, trash, profile] = await Promise.all([
      tx.list({ trashed: false }),
      tx.list({ trashed: true }),
      storedProfile(tx),
    ]);
    const drawings = new Map<string, DrawingContents>();
    for (const row of [...all, ...trash]) {
      const { id, rev, seq, title, trashed, createdAt, updatedAt, layers = ONE_LAYER } = row;
      const { chunks, strokeCount, underlay } = row;
      const texts = await tx.chunks(chunks.map(([chunk]) => chunk));
      const strokes = texts.flatMap(parseChunk);
      if (strokes.length !== strokeCount)
        throw new Error(`${id} says ${strokeCount} strokes, has ${strokes.length}`);
      const drawing = { id, rev, seq, title, trashed, createdAt, updatedAt, layers, strokes };
      drawings.set(id, { ...drawing, underlay: underlay ?? undefined });
    }
    return { drawings, profile };
  });
}

/** The photos whose bytes a store has. */
export async function photosOf(store: Store): Promise<readonly PhotoRow[]> {
  return (await store.read((tx) => tx.photos())) ?? [];
}

/** The number that the simulator gives to a drawn stroke. It is stored in the first point. */
export function strokeNumber(stroke: Stroke): number {
  return stroke.points[0]?.[0] ?? -1;
}

/** The difference between two contents, in words; undefined if a person would find them equal. */
export function difference(
  a: Contents,
  b: Contents,
  except: ReadonlySet<string> = new Set(),
): string | undefined {
  if (a.profile !== b.profile) return `profile ${a.profile} and ${b.profile}`;
  for (const id of new Set([...a.drawings.keys(), ...b.drawings.keys()])) {
    if (except.has(id)) continue;
    const [here, there] = [textOf(a.drawings.get(id)), textOf(b.drawings.get(id))];
    if (here !== there) return `${id.slice(0, 8)} is ${here} and ${there}`;
  }
  return undefined;
}

function textOf(drawing: DrawingContents | undefined): string {
  if (drawing === undefined) return 'not there';
  const { title, trashed, strokes, layers, underlay, createdAt, updatedAt } = drawing;
  const placeOf = ({ layer }: Stroke) => (layer === undefined ? '' : `@${layer}`);
  const photo = underlay ? ` over ${underlay.sha256.slice(0, 8)} at ${underlay.x}` : '';
  const numbers = strokes.map((stroke) => `${strokeNumber(stroke)}${placeOf(stroke)}`).join(' ');
  const sheets = layers
    .map((layer) =>
      Object.entries(layer)
        .map((member) => member.join(' '))
        .toSorted((a, b) => (a < b ? -1 : 1))
        .join(', '),
    )
    .join(' / ');
  return `${JSON.stringify(title)}${trashed ? ' (trashed)' : ''} of ${createdAt}, changed ${updatedAt} [${numbers}] in ${sheets}${photo}`;
}
