/** A host that keeps earlier versions of its drawings, with a clock that only its test moves. */
import type { Store } from '../../../src/api/ports.ts';
import { server } from '../sync/sync.ts';
import { stroke } from './any-stroke.ts';

export const START = Date.UTC(2026, 10, 25);
export const DAY = 86_400_000;
export const ID = '00000000-0000-4000-8000-000000000001';

/** What a test does with drawings, and what is kept of them, in this store. */
export function keeper(store: Store) {
  const clock = { now: START };
  const { handle, pages } = server(store, () => clock.now);
  const versions = (id = ID) => store.read(async (tx) => (await tx.versions(id)) ?? []);
  /** Keeps a version of a new drawing, a day later. */
  async function drawTwice(id = ID) {
    await pages.create({ strokes: [stroke(1), stroke(2)] }, id);
    clock.now += DAY;
    await pages.add(id, stroke(3));
  }
  const told = async (id = ID) =>
    (await handle(new Request(`http://here/api/v1/drawings/${id}/versions`))).json();
  return { pages, clock, versions, drawTwice, told };
}
