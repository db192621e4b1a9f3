/**
 * Nobody can tell what another person has: the same requests have the same responses, byte for byte, on a server
 * where somebody else does whatever one can do under the same ids, keys and times, and on one where nobody else
 * is.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SERVER_ROUTES } from '../../src/api/server-api.ts';
import { testedDatabases } from '../support/postgres/databases.ts';
import { anyStep, REQUESTS, timeOfStep } from './steps.ts';
import { idNo, NAMES, type Name, openWorld, type Step } from './worlds.ts';

/** Longer than the runs take on a busy machine. */
const TIMEOUT = 120_000;
/** PostgreSQL takes longer for each; what people may see is decided in the same code and queries. */
const RUNS = { SQLite: 80, PostgreSQL: 6 } as const;

function create(n: number): Step {
  return {
    kind: 'http',
    sent: {
      method: 'PUT',
      path: `/api/v1/drawings/${idNo(n)}`,
      headers: { 'Content-Type': 'application/json', 'If-None-Match': '*' },
      body: { title: 'The same', strokes: [], thumb: '' },
    },
  };
}

function share(n: number): Step {
  return {
    kind: 'http',
    sent: {
      method: 'POST',
      path: `/api/v1/drawings/${idNo(n)}/shares`,
      headers: { 'Content-Type': 'application/json' },
      body: {},
    },
  };
}

/** How everybody begins: with a drawing and a link to it, one in the trash that gets none, and a code for a device. */
const BEGIN: readonly Step[] = [
  create(1),
  share(1),
  create(3),
  { kind: 'http', sent: { method: 'DELETE', path: `/api/v1/drawings/${idNo(3)}` } },
  share(3),
  { kind: 'http', sent: { method: 'POST', path: '/api/v1/pairing-codes' } },
];

/** Reads everything of a person. */
const LOOKS: readonly Step[] = [
  ...[
    '/status',
    '/drawings',
    '/drawings?trashed=true',
    '/drawings/changes',
    '/profile',
    '/pairing-codes',
    ...[1, 2, 3].flatMap((n) => [
      `/drawings/${idNo(n)}/shares`,
      `/drawings/${idNo(n)}/versions`,
      `/drawings/${idNo(n)}/underlay`,
      `/shared/{secret me ${n}}`,
    ]),
  ].map((path): Step => ({ kind: 'http', sent: { method: 'GET', path: `/api/v1${path}` } })),
  { kind: 'export' },
];

test('people: every route is among the requests of two on one server', () => {
  const ids = SERVER_ROUTES.filter(({ access }) => access !== 'air').map((route) => route.id);
  expect(Object.keys(REQUESTS).sort()).toEqual(ids.sort());
});

for (const tested of testedDatabases()) {
  describe.skipIf(tested.skip)(`people: two on one server, in ${tested.name}`, () => {
    test('neither sees, changes or can tell of anything of the other', { timeout: TIMEOUT }, async () => {
      const both = await openWorld(tested, NAMES);
      const alone = { mei: await openWorld(tested, ['mei']), ravi: await openWorld(tested, ['ravi']) };
      const steps = fc.array(fc.tuple(fc.constantFrom(...NAMES), await anyStep()), {
        minLength: 4,
        maxLength: 40,
        size: 'max',
      });
      const statuses = new Set<unknown>();

      async function run(all: readonly (readonly [Name, Step])[]): Promise<void> {
        for (const world of [both, ...Object.values(alone)]) await world.begin();
        const [begin, looks] = [BEGIN, LOOKS].map((steps) =>
          NAMES.flatMap((name) => steps.map((step) => [name, step] as const)),
        );
        for (const [n, [name, step]] of [...(begin ?? []), ...all, ...(looks ?? [])].entries()) {
          const time = timeOfStep(n);
          const seen = await both.act(name, step, time);
          expect(seen, `step ${n}, by ${name}`).toEqual(await alone[name].act(name, step, time));
          const { status } = Object(seen);
          statuses.add(status);
          if (step.kind !== 'http') continue;
          const about = /\/(shared|shares|pairings)\b/.exec(step.sent.path)?.[1];
          if (about !== undefined) statuses.add(`${step.sent.method} ${about} ${status}`);
        }
      }

      await fc.assert(fc.asyncProperty(steps, run), { numRuns: RUNS[tested.name] });
      // The requests were neither all refused nor all granted.
      const seldom = tested.name === 'SQLite';
      for (const status of [200, 201, 404, ...(seldom ? [409, 410, 422] : [])]) {
        expect([...statuses]).toContain(status);
      }
      for (const [what, ...some] of [
        ['POST shares', 201, 404, 409],
        ['DELETE shares', 200, 404],
        ['GET shared', 200, 404],
        ['POST pairings', 200, 201, 401],
      ]) {
        for (const status of seldom ? some : []) expect([...statuses]).toContain(`${what} ${status}`);
      }
    });
  });
}
