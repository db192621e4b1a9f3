/** Those who look: at the air, at their list, at changes and at a drawing. */
import { setTimeout as pause } from 'node:timers/promises';
import { ask } from './balanced.ts';
import type { Person } from './servers.ts';
import type { Tally } from './tally.ts';

/** ms between two requests of a reader. */
const REST_MS = 120;

/** Reads until `stop` is aborted, in turns. */
export async function read(
  { person, drawing, number }: { readonly person: Person; readonly drawing: string; readonly number: number },
  urls: readonly string[],
  tally: Tally,
  stop: AbortSignal,
): Promise<void> {
  const own = { Authorization: `Bearer ${person.token}` };
  // Many people read the air from many addresses.
  const somebody = (turn: number) => `10.${number}.${(turn >> 8) & 255}.${turn & 255}`;
  const turns = [
    (turn: number) => ({ kind: 'air', path: '/api/v1/readings', address: somebody(turn) }),
    () => ({ kind: 'list', path: '/api/v1/drawings?limit=50', headers: own, address: person.address }),
    () => ({ kind: 'changes', path: '/api/v1/drawings/changes', headers: own, address: person.address }),
    () => ({ kind: 'drawing', path: drawing, headers: own, address: person.address }),
  ];
  try {
    for (let turn = 0; !stop.aborted; turn++) {
      const next = turns[turn % turns.length];
      if (next) await ask(next(turn), urls, tally, stop);
      await pause(Math.random() * 2 * REST_MS, undefined, { signal: stop });
    }
  } catch (error) {
    if (!stop.aborted) throw error;
  }
}
