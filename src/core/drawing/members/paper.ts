/** The paper of a drawing. A drawing without one has white paper. */
import { COORDINATE_MAX, GUIDE_MAX, PAPER_COLOR_PATTERN, STEP_MAX, STEP_MIN } from '../limits.ts';
import type { Paper, PaperPattern, Problem } from '../types.ts';
import { checkObject, isWithin, type Rule, type Rules, within } from './rules.ts';

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

const RULES: Rules = new Map<string, Rule>([
  [
    'color',
    {
      isSound: (v) => typeof v === 'string' && PAPER_COLOR_PATTERN.test(v),
      must: 'must be # and six of 0-9 and a-f',
    },
  ],
  [
    'pattern',
    {
      isOptional: true,
      isSound: (v) => (PATTERNS as readonly unknown[]).includes(v),
      must: `must be one of ${PATTERNS.join(', ')}`,
    },
  ],
  ['step', { isOptional: true, ...within(STEP_MIN, STEP_MAX) }],
  [
    'guide',
    {
      isOptional: true,
      isSound: (v) => Array.isArray(v) && v.length > 0 && v.length <= GUIDE_MAX && v.every(isPoint),
      must: `must be 1 to ${GUIDE_MAX} of [x, y], each from -${COORDINATE_MAX} to ${COORDINATE_MAX}`,
    },
  ],
]);

function isPoint(v: unknown): boolean {
  return (
    Array.isArray(v) && v.length === 2 && v.every((one) => isWithin(one, -COORDINATE_MAX, COORDINATE_MAX))
  );
}

/** Checks a paper. A member or pattern that this version does not know is refused, like a member of a stroke. */
export function checkPaper(value: unknown, path: string, problems: Problem[]): value is Paper {
  return checkObject(value, 'a paper', RULES, path, problems);
}
