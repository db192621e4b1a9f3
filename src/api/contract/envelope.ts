/**
 * The outside of a request's body: its members, one by one. What checks them and the JSON Schema that describes them
 * stand together, so that the OpenAPI document is made of what validates. A schema library would do the same, for a
 * quarter of the worker's whole script.
 */
import type { Problem } from '../../core/drawing/types.ts';
import { invalidBody } from '../errors.ts';

export interface Member {
  /** JSON Schema, draft 2020-12. */
  readonly schema: Readonly<Record<string, unknown>>;
  /** What is wrong with a value, if anything is; undefined for what a body leaves out. */
  readonly problem: (value: unknown) => string | undefined;
}

/** Every member of a T, which has no others. */
export type Envelope<T> = { readonly [K in keyof T]-?: Member };

/** With their names, in order. */
export function membersOf<T>(envelope: Envelope<T>): [string, Member][] {
  return Object.entries(envelope as Readonly<Record<string, Member>>);
}

const OTHER_KIND = 'Invalid input';

/** Any value, and none: others look at it. */
export const anything: Member = { schema: {}, problem: () => undefined };

/** A text that may be left out. */
export const optionalText: Member = {
  schema: { type: 'string' },
  problem: (value) => (value === undefined || typeof value === 'string' ? undefined : OTHER_KIND),
};

/**
 * A text.
 * @param problem what is wrong with it, or nothing
 */
export function text(max: number, problem: (text: string) => string | undefined): Member {
  return {
    schema: { type: 'string', maxLength: max },
    problem: (value) => (typeof value === 'string' ? problem(value) : OTHER_KIND),
  };
}

/**
 * Checks an envelope.
 * @throws ApiError 400 naming the members at fault as JSON Pointers, 20 at most
 */
export function readEnvelope<T>(envelope: Envelope<T>, value: unknown): T {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalidBody([{ path: '', message: OTHER_KIND }]);
  }
  const body = new Map(Object.entries(value));
  const problems: Problem[] = [];
  for (const [name, { problem }] of membersOf(envelope)) {
    const message = problem(body.get(name));
    if (message !== undefined) problems.push({ path: `/${name}`, message });
  }
  for (const name of body.keys()) {
    if (Object.hasOwn(envelope, name)) continue;
    problems.push({ path: `/${pointerStep(name)}`, message: 'is not a member that is known here' });
  }
  if (problems.length > 0) throw invalidBody(problems.slice(0, 20));
  return value as T;
}

/** Escapes a member's name for a JSON Pointer (RFC 6901, 3), and keeps a hostile one short. */
function pointerStep(name: string): string {
  return name.slice(0, 64).replaceAll('~', '~0').replaceAll('/', '~1');
}
