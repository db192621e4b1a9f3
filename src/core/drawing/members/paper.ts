/** The paper of a drawing. A drawing without one has white paper. */
import { COORDINATE_MAX, GUIDE_MAX, PAPER_COLOR_PATTERN, STEP_MAX, STEP_MIN } from '../limits.ts';
import { isObject, pointerToken, problem } from '../problems.ts';
import type { Paper, PaperPattern, Problem } from '../types.ts';

/** The paper of every drawing that names none: a warm white. */
export const WHITE: Paper = { color: '#fffdf8' };

export const PATTERNS: readonly PaperPattern[] = ['grid', 'dots', 'lines', 'isometric'];

/** The step of a pattern that names none, drawing units. */
export const STEP = 32;

/** True if both show the same. */
export function samePaper(paper: Paper = WHITE, other: Paper = WHITE): boolean {
  return lookOf(paper) === lookOf(other);
}

function lookOf({ color, pattern, step = STEP, guide }: Paper): string {
  return JSON.stringify([color, pattern, step, guide]);
}

/** What each member must be, and whether a value is that. */
const RULES: ReadonlyMap<string, readonly [must: string, isSound: (value: unknown) => boolean]> = new Map([
  [
    'color',
    [
      'must be # and six of 0-9 and a-f',
      (v: unknown) => typeof v === 'string' && PAPER_COLOR_PATTERN.test(v),
    ],
  ],
  [
    'pattern',
    [`must be one of ${PATTERNS.join(', ')}`, (v: unknown) => (PATTERNS as readonly unknown[]).includes(v)],
  ],
  [
    'step',
    [`must be a number from ${STEP_MIN} to ${STEP_MAX}`, (v: unknown) => isWithin(v, STEP_MIN, STEP_MAX)],
  ],
  [
    'guide',
    [
      `must be 1 to ${GUIDE_MAX} of [x, y], each from -${COORDINATE_MAX} to ${COORDINATE_MAX}`,
      (v: unknown) => Array.isArray(v) && v.length > 0 && v.length <= GUIDE_MAX && v.every(isPoint),
    ],
  ],
]);

function isWithin(v: unknown, min: number, max: number): boolean {
  return typeof v === 'number' && v >= min && v <= max;
}

function isPoint(v: unknown): boolean {
  return (
    Array.isArray(v) && v.length === 2 && v.every((one) => isWithin(one, -COORDINATE_MAX, COORDINATE_MAX))
  );
}

/**
 * Checks a paper. A member or pattern that this version does not know is refused, like a member of a stroke: kept
 * without being understood, it could hold anything, and a newer version would have to take it.
 */
export function checkPaper(value: unknown, path: string, problems: Problem[]): value is Paper {
  if (!isObject(value)) return problem(problems, path, 'must be an object {color, pattern?, step?, guide?}');
  let sound = true;
  const fault = (name: string, message: string) => {
    sound = problem(problems, `${path}/${pointerToken(name)}`, message);
  };
  for (const name of Object.keys(value)) if (!RULES.has(name)) fault(name, 'is not a member of a paper');
  for (const [name, [must, isSound]] of RULES) {
    if ((name === 'color' || Object.hasOwn(value, name)) && !isSound(value[name])) fault(name, must);
  }
  return sound;
}
