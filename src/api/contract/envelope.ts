/**
 * The envelope of a request body: its top-level members. Each member has its check and its JSON Schema in one
 * place, so that the OpenAPI document describes exactly what is checked. A schema library would do the same,
 * but takes a quarter of the size of the whole worker script.
 */
import { isObject, PROBLEMS_MAX, pointerToken, problem } from '../../core/drawing/problems.ts';
import type { Problem } from '../../core/drawing/types.ts';
import { invalidBody } from '../errors.ts';

export interface Member {
  /** JSON Schema, draft 2020-12. */
  readonly schema: Readonly<Record<string, unknown>>;
  /** Error message for a value; undefined if it is valid. An absent member is passed as undefined. */
  readonly problem: (value: unknown) => string | undefined;
}

/** A check for each member of T. Other members are refused. */
export type Envelope<T> = { readonly [K in keyof T]-?: Member };

/** The members with their names, in order. */
export function membersOf<T>(envelope: Envelope<T>): [string, Member][] {
  return Object.entries(envelope as Readonly<Record<string, Member>>);
}

const OTHER_KIND = 'Invalid input';

/** Any value, or none. Other code checks it. */
export const anything: Member = { schema: {}, problem: () => undefined };

/** An optional text. */
export const optionalText: Member = {
  schema: { type: 'string' },
  problem: (value) => (value === undefined || typeof value === 'string' ? undefined : OTHER_KIND),
};

/**
 * A required text.
 * @param problem returns an error message, or undefined if the text is valid
 */
export function text(max: number, problem: (text: string) => string | undefined): Member {
  return {
    schema: { type: 'string', maxLength: max },
    problem: (value) => (typeof value === 'string' ? problem(value) : OTHER_KIND),
  };
}

/**
 * Checks the members of a body. Looks at no more of them than it needs: somebody may send very many.
 * @throws ApiError 400 with the faulty members as JSON Pointers, 20 at most
 */
export function readEnvelope<T>(envelope: Envelope<T>, value: unknown): T {
  if (!isObject(value)) throw invalidBody([{ path: '', message: OTHER_KIND }]);
  const problems: Problem[] = [];
  for (const [name, member] of membersOf(envelope)) {
    const message = member.problem(Object.hasOwn(value, name) ? value[name] : undefined);
    if (message !== undefined) problem(problems, `/${name}`, message);
  }
  for (const name in value) {
    if (problems.length === PROBLEMS_MAX) break;
    if (!Object.hasOwn(envelope, name))
      // Cut, because somebody may send a very long name.
      problem(problems, `/${pointerToken(name.slice(0, 64))}`, 'is not a known member');
  }
  if (problems.length > 0) throw invalidBody(problems);
  return value as T;
}
