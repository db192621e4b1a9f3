import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { ApiError, ERROR_STATUS } from '../errors.ts';
import { drawingEnvelope } from './drawing-body.ts';
import { type Envelope, membersOf, readEnvelope } from './envelope.ts';
import { profileBody } from './profile-body.ts';

type Problems = readonly { readonly path: string; readonly message: string }[];

function problemsOf<T>(envelope: Envelope<T>, value: unknown): Problems {
  try {
    expect(readEnvelope(envelope, value)).toBe(value);
    return [];
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    expect([ERROR_STATUS[error.code], error.code]).toEqual([400, 'invalid_body']);
    return (error.details ?? []) as Problems;
  }
}

/** The same members, checked by a schema library. */
const text = (max: number) =>
  z.string().check((payload) => {
    const { value, issues } = payload;
    if (value.includes('\0') || !value.isWellFormed() || [...value].length > max) {
      issues.push({ code: 'custom', message: 'refused', input: value });
    }
  });
const byZod = {
  profile: z.strictObject({ displayName: text(80), avatarSeed: text(200) }),
  drawing: z.strictObject({
    ...Object.fromEntries(membersOf(drawingEnvelope).map(([name]) => [name, z.optional(z.unknown())])),
    id: z.optional(z.string()),
  }),
};
const pointerStep = (name: string) => name.replaceAll('~', '~0').replaceAll('/', '~1');
function zodPaths(schema: z.ZodMiniType, value: unknown): string[] {
  const issues = z.safeParse(schema, value, { jitless: true }).error?.issues ?? [];
  return issues.flatMap((issue) => {
    const at = issue.path.map((step) => `/${pointerStep(String(step))}`).join('');
    return issue.code === 'unrecognized_keys' ? issue.keys.map((key) => `${at}/${pointerStep(key)}`) : [at];
  });
}

const names = fc.constantFrom(
  'displayName',
  'avatarSeed',
  'id',
  'rev',
  'title',
  'x',
  '__proto__',
  'constructor',
);
const values = fc.oneof(
  fc.constantFrom('', 'Ada', 'a\0b', '\ud800', '🎨'.repeat(80), '🎨'.repeat(81), 'x'.repeat(201)),
  fc.jsonValue({ maxDepth: 1 }),
);
/** As JSON.parse makes it: `__proto__` is a member like any other. */
const bodies = fc.oneof(
  fc.array(fc.tuple(names, values), { maxLength: 6 }).map((members) => {
    const json = members.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`);
    return JSON.parse(`{${json.join(',')}}`);
  }),
  fc.jsonValue({ maxDepth: 1 }),
);

describe('contract: envelopes', () => {
  it.each([
    ['profile', profileBody, byZod.profile],
    ['drawing', drawingEnvelope, byZod.drawing],
  ] as const)('the %s refuses what a strict schema refuses, at the same places', (_, envelope, schema) => {
    fc.assert(
      fc.property(bodies, (body) => {
        const paths = problemsOf(envelope as Envelope<object>, body).map(({ path }) => path);
        expect(paths).toEqual(zodPaths(schema, body));
      }),
      { numRuns: 2000 },
    );
  });

  it('lists the faults member by member, unknown members last', () => {
    const body = { 'a/b~c': 1, avatarSeed: 'x'.repeat(201), ['long'.repeat(30)]: 1 };
    expect(problemsOf(profileBody, body)).toEqual([
      { path: '/displayName', message: 'Invalid input' },
      { path: '/avatarSeed', message: 'is longer than 200 characters' },
      { path: '/a~1b~0c', message: 'is not a known member' },
      { path: `/${'long'.repeat(16)}`, message: 'is not a known member' },
    ]);
    expect(problemsOf(profileBody, [])).toEqual([{ path: '', message: 'Invalid input' }]);
    expect(problemsOf(drawingEnvelope, { id: null })).toEqual([{ path: '/id', message: 'Invalid input' }]);
  });

  it('lists at most 20 problems', () => {
    const body = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`m${index}`, index]));
    expect(problemsOf(drawingEnvelope, body)).toHaveLength(20);
  });

  it('looks at no more members than it needs for 20 problems', () => {
    const body = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`m${index}`, index]));
    let looks = 0;
    const counted = new Proxy(body, {
      get: (target, name) => {
        looks += 1;
        return Reflect.get(target, name);
      },
      getOwnPropertyDescriptor: (target, name) => {
        looks += 1;
        return Reflect.getOwnPropertyDescriptor(target, name);
      },
    });
    expect(problemsOf(drawingEnvelope, counted)).toHaveLength(20);
    expect(looks).toBeLessThanOrEqual(20 + 1 + membersOf(drawingEnvelope).length);
  });
});
