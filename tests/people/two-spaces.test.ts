/**
 * Nobody can tell what another person has: the same requests have the same responses, byte for byte, on a server
 * where somebody else does whatever one can do under the same ids, keys and times, and on one where nobody else
 * is.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ROUTES } from '../../src/api/index.ts';
import { anyStep, REQUESTS, timeOfStep } from './steps.ts';
import { NAMES, type Name, openWorld, type Step, type World } from './worlds.ts';

/** Longer than the runs take on a busy machine. */
const TIMEOUT = 120_000;

let both: World;
let alone: Readonly<Record<Name, World>>;
let steps: fc.Arbitrary<readonly (readonly [Name, Step])[]>;

beforeAll(async () => {
  both = openWorld(NAMES);
  alone = { mei: openWorld(['mei']), ravi: openWorld(['ravi']) };
  steps = fc.array(fc.tuple(fc.constantFrom(...NAMES), await anyStep()), {
    minLength: 4,
    maxLength: 40,
    size: 'max',
  });
}, TIMEOUT);
afterAll(async () => {
  for (const world of [both, ...Object.values(alone)]) await world.close();
});

/** Reads everything of a person. */
const LOOKS: readonly Step[] = [
  ...['/status', '/drawings', '/drawings?trashed=true', '/drawings/changes', '/profile'].map(
    (path): Step => ({ kind: 'http', sent: { method: 'GET', path: `/api/v1${path}` } }),
  ),
  { kind: 'export' },
];

describe('people: two on one server', () => {
  test('every route is among the requests', () => {
    const ids = ROUTES.filter(({ access }) => access !== 'air').map((route) => route.id);
    expect(Object.keys(REQUESTS).sort()).toEqual(ids.sort());
  });

  test('neither sees, changes or can tell of anything of the other', { timeout: TIMEOUT }, async () => {
    const statuses = new Set<unknown>();
    await fc.assert(
      fc.asyncProperty(steps, async (all) => {
        for (const world of [both, ...Object.values(alone)]) await world.begin();
        const looks = NAMES.flatMap((name) => LOOKS.map((look) => [name, look] as const));
        for (const [n, [name, step]] of [...all, ...looks].entries()) {
          const time = timeOfStep(n);
          const seen = await both.act(name, step, time);
          expect(seen, `step ${n}, by ${name}`).toEqual(await alone[name].act(name, step, time));
          statuses.add(Object(seen).status);
        }
      }),
      { numRuns: 80 },
    );
    // The requests were neither all refused nor all granted.
    for (const status of [200, 201, 404, 409, 410, 422]) expect([...statuses]).toContain(status);
  });
});
