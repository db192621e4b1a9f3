import type { Problem } from './types.ts';

/** A request that is wrong throughout is told its first faults, not twenty thousand of them. */
export const PROBLEMS_MAX = 20;

/** Notes a problem while there is room. Always false: a guard ends with `return problem(...)`. */
export function problem(problems: Problem[], path: string, message: string): false {
  if (problems.length < PROBLEMS_MAX) problems.push({ path, message });
  return false;
}

/** One reference token of a JSON Pointer (RFC 6901, 3). */
export function pointerToken(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** Is it a JSON object, that is neither null nor an array? */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
