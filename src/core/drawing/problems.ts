import type { Problem } from './types.ts';

/** Number of faults that a response lists: the first ones, not twenty thousand. */
export const PROBLEMS_MAX = 20;

/**
 * Adds a problem if there is room. Always returns false, so that a guard can end with `return problem(...)`.
 */
export function problem(problems: Problem[], path: string, message: string): false {
  if (problems.length < PROBLEMS_MAX) problems.push({ path, message });
  return false;
}

/** One reference token of a JSON Pointer (RFC 6901, 3). */
export function pointerToken(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** True for a JSON object, so neither null nor an array. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
