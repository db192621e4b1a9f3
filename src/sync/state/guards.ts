/**
 * Guards for data from the server or the store: small functions that can be combined. These data are JSON of
 * a few shapes, and every byte of a schema library would add to the worker's script.
 */
import { parseInstant } from '../../core/air/time/time.ts';

export type Guard<T> = (value: unknown) => value is T;

/** A text of at most `most` characters. */
export function text(most: number): Guard<string> {
  return (value): value is string => typeof value === 'string' && value.length <= most;
}

/** An RFC 3339 instant with an offset. */
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

/** An array of at most `most` valid entries. */
export function list<T>(guard: Guard<T>, most: number): Guard<readonly T[]> {
  return (value): value is readonly T[] =>
    Array.isArray(value) && value.length <= most && value.every((entry) => guard(entry));
}

/** An object with these members. Other members are ignored. */
export function shape<T>(members: { readonly [K in keyof T]-?: Guard<T[K]> }): Guard<T> {
  const guards = Object.entries<Guard<unknown>>(members);
  return (value): value is T =>
    typeof value === 'object' &&
    value !== null &&
    guards.every(([name, guard]) => guard((value as Readonly<Record<string, unknown>>)[name]));
}

/** Parses a JSON text; undefined if it is missing or invalid. */
export function parseJson(json: string | undefined): unknown {
  try {
    return JSON.parse(json ?? '');
  } catch {
    return undefined;
  }
}
