/** The paper of a drawing. A drawing without one has white paper. */
import { PAPER_COLOR_PATTERN } from '../limits.ts';
import { isObject, pointerToken, problem } from '../problems.ts';
import type { Paper, Problem } from '../types.ts';

/** The paper of every drawing that names none: a warm white. */
export const WHITE: Paper = { color: '#fffdf8' };

/** True if both show the same. */
export function samePaper({ color }: Paper = WHITE, other: Paper = WHITE): boolean {
  return color === other.color;
}

/**
 * Checks a paper. A member that this version does not know is refused, like one of a stroke: kept without being
 * understood, it could hold anything, and a newer version would have to take it.
 */
export function checkPaper(value: unknown, path: string, problems: Problem[]): value is Paper {
  if (!isObject(value)) return problem(problems, path, 'must be an object {color}');
  const others = Object.keys(value).filter((name) => name !== 'color');
  for (const name of others) problem(problems, `${path}/${pointerToken(name)}`, 'is not a member of a paper');
  const { color } = value;
  if (typeof color === 'string' && PAPER_COLOR_PATTERN.test(color)) return others.length === 0;
  return problem(problems, `${path}/color`, 'must be # and six of 0-9 and a-f');
}
