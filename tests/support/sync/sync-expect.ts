/** Expectations of sync tests. */
import { expect } from 'vitest';
import { numbers } from '../drawing/any-stroke.ts';
import { contentOf, type Peer } from './sync.ts';

/** Expects all peers to have the same drawings. */
export async function expectEqual(...peers: readonly Peer[]): Promise<void> {
  const [first, ...others] = await Promise.all(peers.map(contentOf));
  for (const other of others) expect(other).toEqual(first);
}

/** The numbers of a drawing's strokes, in order. */
export async function drawn({ pages }: Peer, id: string): Promise<number[]> {
  const drawing = await pages.read(id);
  return numbers(drawing?.strokes ?? []).map(Number);
}

/** The same numbers in ascending order. */
export async function drawnSorted(peer: Peer, id: string): Promise<number[]> {
  return (await drawn(peer, id)).sort((a, b) => a - b);
}
