/**
 * Checks of what came from the server or was kept: small functions that are put together. What travels is JSON of a few
 * shapes, and every byte of a schema library would count in the worker's script.
 */
import { parseInstant } from '../../core/air/time/time.ts';

export type Guard<T> = (value: unknown) => value is T;

/** At most `most` characters. */
export function text(most: number): Guard<string> {
  return (value): value is string => typeof value === 'string' && value.length <= most;
}

/** RFC 3339 with an offset. */
export const instant: Guard<string> = (value): value is string => parseInstant(value) !== undefined;

export const finite: Guard<number> = (value): value is number => Number.isFinite(value);

export function oneOf<const T>(...values: readonly T[]): Guard<T> {
  return (value): value is T => (values as readonly unknown[]).includes(value);
}

export function or<A, B>(first: Guard<A>, second: Guard<B>): Guard<A | B> {
  return (value): value is A | B => first(value) || second(value);
}

export function orNull<T>(guard: Guard<T>): Guard<T | null> {
  return or(guard, oneOf(null));
}

/** At most `most` entries. */
export function list<T>(guard: Guard<T>, most: number): Guard<readonly T[]> {
  return (value): value is readonly T[] =>
    Array.isArray(value) && value.length <= most && value.every((entry) => guard(entry));
}

/** These members; others are nobody's concern. */
export function shape<T>(members: { readonly [K in keyof T]-?: Guard<T[K]> }): Guard<T> {
  const guards = Object.entries<Guard<unknown>>(members);
  return (value): value is T =>
    typeof value === 'object' &&
    value !== null &&
    guards.every(([name, guard]) => guard((value as Readonly<Record<string, unknown>>)[name]));
}

/** The value of a JSON text; undefined for a text that is missing or none. */
export function parseJson(json: string | undefined): unknown {
  try {
    return JSON.parse(json ?? '');
  } catch {
    return undefined;
  }
}
