/** The check of an object with known members, such as a paper. */
import { isObject, pointerToken, problem } from '../problems.ts';
import type { Problem } from '../types.ts';

export interface Rule {
  /** What the member must be. */
  readonly must: string;
  readonly isSound: (value: unknown) => boolean;
  readonly isOptional?: boolean;
}

/** By member. A Map, because an object may have a member called `constructor`. */
export type Rules = ReadonlyMap<string, Rule>;

export const FLAG: Rule = { isSound: (v) => typeof v === 'boolean', must: 'must be true or false' };

export const OPACITY: Rule = {
  isSound: (v) => typeof v === 'number' && v > 0 && v <= 1,
  must: 'must be a number above 0 and at most 1',
};

/** A number between two, which are allowed too. */
export function within(min: number, max: number): Rule {
  return { isSound: (v) => isWithin(v, min, max), must: `must be a number from ${min} to ${max}` };
}

/** NaN and the infinities fail. */
export function isWithin(v: unknown, min: number, max: number): boolean {
  return typeof v === 'number' && v >= min && v <= max;
}

/** Equal for two objects of which all known members are equal, in whatever order (RFC 6902, 4.6); also for null. */
export function textOf(value: object | null, rules: Rules): string {
  return JSON.stringify(value && [...rules.keys()].map((name) => Reflect.get(value, name)));
}

/**
 * Checks an object. A member that this version does not know is refused: kept without being understood it could hold
 * anything, and another device would show another drawing without saying so.
 * @param noun what it is, with its article
 */
export function checkObject(
  value: unknown,
  noun: string,
  rules: Rules,
  path: string,
  problems: Problem[],
): boolean {
  if (!isObject(value)) {
    const members = [...rules].map(([name, { isOptional }]) => (isOptional ? `${name}?` : name));
    return problem(problems, path, `must be an object {${members.join(', ')}}`);
  }
  let sound = true;
  const fault = (name: string, message: string) => {
    sound = problem(problems, `${path}/${pointerToken(name)}`, message);
  };
  for (const name of Object.keys(value)) if (!rules.has(name)) fault(name, `is not a member of ${noun}`);
  for (const [name, { must, isSound, isOptional }] of rules) {
    if ((!isOptional || Object.hasOwn(value, name)) && !isSound(value[name])) fault(name, must);
  }
  return sound;
}
