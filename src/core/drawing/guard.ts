/**
 * Guards for the parts of a drawing. Hand-written: a full body holds 20,000 strokes, and a schema library
 * needs several times as long for them as JSON.parse, in a worker that a person waits for.
 *
 * A guard adds the faults it finds to `problems` (`path` is a JSON Pointer below the given one) and returns
 * true if the value is valid. Once PROBLEMS_MAX problems are noted, a guard may return false without adding
 * one.
 */
import {
  AT_MAX,
  COLOR_PATTERN,
  COORDINATE_MAX,
  LAYER_PATTERN,
  POINTS_MAX,
  SIZE_MAX,
  STROKES_MAX,
  TITLE_MAX,
  TOOL_PATTERN,
} from './limits.ts';
import { isObject, PROBLEMS_MAX, pointerToken, problem } from './problems.ts';
import { codePoints, textProblem } from './text.ts';
import type { Problem, Stroke } from './types.ts';

/** Checks a list of at most STROKES_MAX strokes. */
export function checkStrokes(value: unknown, path: string, problems: Problem[]): value is Stroke[] {
  if (!Array.isArray(value)) return problem(problems, path, 'must be an array of strokes');
  if (value.length > STROKES_MAX) {
    return problem(problems, path, `must not hold more than ${STROKES_MAX} strokes`);
  }
  const strokes: readonly unknown[] = value;
  let sound = true;
  for (let i = 0; i < strokes.length; i++) {
    if (strokeIsSound(strokes[i])) continue;
    sound = false;
    noteStroke(strokes[i], `${path}/${i}`, problems);
    if (problems.length >= PROBLEMS_MAX) break;
  }
  return sound;
}

/** Checks one stroke: exactly the members of the contract. */
export function checkStroke(value: unknown, path: string, problems: Problem[]): value is Stroke {
  if (strokeIsSound(value)) return true;
  noteStroke(value, path, problems);
  return false;
}

/** Checks a title: at most TITLE_MAX code points of storable text. */
export function checkTitle(value: unknown, path: string, problems: Problem[]): value is string {
  if (typeof value !== 'string') return problem(problems, path, 'must be a string');
  const bad = textProblem(value);
  if (bad !== undefined) return problem(problems, path, bad);
  // A text never has more code points than code units, so they are only counted near the limit.
  if (value.length > TITLE_MAX && codePoints(value) > TITLE_MAX) {
    return problem(problems, path, `must not be longer than ${TITLE_MAX} characters`);
  }
  return true;
}

/** The rule of one member of a stroke. */
interface Rule {
  readonly isOptional?: boolean;
  /** Checks the member. `count` is the number of points. */
  isSound(value: unknown, count: number): boolean;
  /** What it must be. */
  readonly must: string;
  /** The rule of each item, for a list. */
  readonly items?: { readonly isSound: (item: unknown) => boolean; readonly must: string };
}

const UNITS: Rule = {
  isOptional: true,
  isSound: areUnits,
  must: 'must be an array as long as points',
  items: { isSound: isUnit, must: 'must be a number from 0 to 1' },
};

/** A Map, because a stroke may have a member called `constructor`. */
const RULES: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  [
    'tool',
    {
      isSound: (v) => typeof v === 'string' && TOOL_PATTERN.test(v),
      must: 'must be a lower-case letter and up to 31 more of a-z, 0-9 and -',
    },
  ],
  [
    'color',
    {
      isSound: (v) => typeof v === 'string' && COLOR_PATTERN.test(v),
      must: 'must be #rgb, #rgba, #rrggbb or #rrggbbaa',
    },
  ],
  [
    'size',
    {
      isSound: (v) => typeof v === 'number' && v > 0 && v <= SIZE_MAX,
      must: `must be a number above 0 and at most ${SIZE_MAX}`,
    },
  ],
  [
    'points',
    {
      isSound: (v, count) => count >= 1 && count <= POINTS_MAX && arePoints(v),
      must: `must be an array of 1 to ${POINTS_MAX} points`,
      items: {
        isSound: isPoint,
        must: `must be [x, y], each from -${COORDINATE_MAX} to ${COORDINATE_MAX}`,
      },
    },
  ],
  ['pressure', UNITS],
  ['tilt', UNITS],
  [
    'opacity',
    {
      isOptional: true,
      isSound: (v) => typeof v === 'number' && v > 0 && v <= 1,
      must: 'must be a number above 0 and at most 1',
    },
  ],
  [
    'layer',
    {
      isOptional: true,
      isSound: (v) => typeof v === 'string' && LAYER_PATTERN.test(v),
      must: 'must be 1 to 8 of a-z and 0-9',
    },
  ],
  [
    'at',
    {
      isOptional: true,
      isSound: (v) => typeof v === 'number' && Number.isInteger(v) && v >= 0 && v <= AT_MAX,
      must: `must be an integer from 0 to ${AT_MAX}`,
    },
  ],
]);

const REQUIRED = 4;

/**
 * The whole check without messages. Nearly all strokes are valid, so they should not pay for building paths.
 */
function strokeIsSound(value: unknown): boolean {
  if (!isObject(value)) return false;
  const count = lengthOf(value.points);
  let required = 0;
  for (const name of Object.keys(value)) {
    const rule = RULES.get(name);
    if (rule === undefined || !rule.isSound(value[name], count)) return false;
    if (!rule.isOptional) required++;
  }
  return required === REQUIRED;
}

function noteStroke(value: unknown, path: string, problems: Problem[]): void {
  if (!isObject(value)) {
    const members = [...RULES].map(([name, { isOptional }]) => (isOptional ? `${name}?` : name));
    problem(problems, path, `must be an object {${members.join(', ')}}`);
    return;
  }
  for (const name of Object.keys(value)) {
    if (!RULES.has(name)) problem(problems, `${path}/${pointerToken(name)}`, 'is not a member of a stroke');
  }
  const count = lengthOf(value.points);
  for (const [name, { isOptional, isSound, must, items }] of RULES) {
    const member = value[name];
    if ((isOptional && !Object.hasOwn(value, name)) || isSound(member, count)) continue;
    const at = `${path}/${name}`;
    if (
      items !== undefined &&
      count > 0 &&
      count <= POINTS_MAX &&
      Array.isArray(member) &&
      member.length === count
    ) {
      for (let i = 0; i < count && problems.length < PROBLEMS_MAX; i++) {
        if (!items.isSound(member[i])) problem(problems, `${at}/${i}`, items.must);
      }
    } else problem(problems, at, must);
  }
}

/** 0 for anything but an array. */
function lengthOf(value: unknown): number {
  return Array.isArray(value) ? value.length : 0;
}

/** Checks all points. Most of a body's values are checked in this loop and the next one, so they share no code. */
function arePoints(value: unknown): boolean {
  if (!Array.isArray(value)) return false;
  for (let i = 0; i < value.length; i++) if (!isPoint(value[i])) return false;
  return true;
}

/** Checks `count` numbers from 0 to 1. */
function areUnits(value: unknown, count: number): boolean {
  if (!Array.isArray(value) || value.length !== count) return false;
  for (let i = 0; i < count; i++) if (!isUnit(value[i])) return false;
  return true;
}

function isPoint(point: unknown): boolean {
  return Array.isArray(point) && point.length === 2 && isCoordinate(point[0]) && isCoordinate(point[1]);
}

/** Checks a coordinate. NaN and the infinities fail both comparisons. */
function isCoordinate(v: unknown): boolean {
  return typeof v === 'number' && v >= -COORDINATE_MAX && v <= COORDINATE_MAX;
}

function isUnit(v: unknown): boolean {
  return typeof v === 'number' && v >= 0 && v <= 1;
}
