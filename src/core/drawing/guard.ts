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

/**
 * The whole check without messages. Nearly all strokes are valid, so they should not pay for building paths.
 */
function strokeIsSound(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { tool, color, size, points } = value;
  let required = 0;
  for (const name of Object.keys(value)) {
    if (isRequired(name)) required++;
    else if (!isOptional(name)) return false;
  }
  if (required !== 4) return false;
  if (typeof tool !== 'string' || !TOOL_PATTERN.test(tool)) return false;
  if (typeof color !== 'string' || !COLOR_PATTERN.test(color)) return false;
  if (typeof size !== 'number' || !(size > 0 && size <= SIZE_MAX)) return false;
  if (!Array.isArray(points) || points.length < 1 || points.length > POINTS_MAX) return false;
  for (let i = 0; i < points.length; i++) if (!pointIsSound(points[i])) return false;
  if (Object.hasOwn(value, 'pressure') && !areUnits(value.pressure, points.length)) return false;
  if (Object.hasOwn(value, 'tilt') && !areUnits(value.tilt, points.length)) return false;
  if (Object.hasOwn(value, 'opacity') && !isOpacity(value.opacity)) return false;
  if (Object.hasOwn(value, 'layer') && !isLayer(value.layer)) return false;
  return !Object.hasOwn(value, 'at') || isAt(value.at);
}

function noteStroke(value: unknown, path: string, problems: Problem[]): void {
  if (!isObject(value)) {
    problem(
      problems,
      path,
      'must be an object {tool, color, size, points, pressure?, tilt?, opacity?, layer?, at?}',
    );
    return;
  }
  for (const name of Object.keys(value)) {
    if (!isRequired(name) && !isOptional(name))
      problem(problems, `${path}/${pointerToken(name)}`, 'is not a member of a stroke');
  }
  const { tool, color, size, points } = value;
  if (typeof tool !== 'string' || !TOOL_PATTERN.test(tool)) {
    problem(problems, `${path}/tool`, 'must be a lower-case letter and up to 31 more of a-z, 0-9 and -');
  }
  if (typeof color !== 'string' || !COLOR_PATTERN.test(color)) {
    problem(problems, `${path}/color`, 'must be #rgb, #rgba, #rrggbb or #rrggbbaa');
  }
  if (typeof size !== 'number' || !(size > 0 && size <= SIZE_MAX)) {
    problem(problems, `${path}/size`, `must be a number above 0 and at most ${SIZE_MAX}`);
  }
  notePoints(points, `${path}/points`, problems);
  for (const name of ['pressure', 'tilt']) {
    if (Object.hasOwn(value, name)) noteUnits(value[name], points, `${path}/${name}`, problems);
  }
  if (Object.hasOwn(value, 'opacity') && !isOpacity(value.opacity)) {
    problem(problems, `${path}/opacity`, 'must be a number above 0 and at most 1');
  }
  if (Object.hasOwn(value, 'layer') && !isLayer(value.layer)) {
    problem(problems, `${path}/layer`, 'must be 1 to 8 of a-z and 0-9');
  }
  if (Object.hasOwn(value, 'at') && !isAt(value.at)) {
    problem(problems, `${path}/at`, `must be an integer from 0 to ${AT_MAX}`);
  }
}

function notePoints(points: unknown, path: string, problems: Problem[]): void {
  if (!Array.isArray(points)) {
    problem(problems, path, 'must be an array of [x, y] pairs');
    return;
  }
  if (points.length < 1 || points.length > POINTS_MAX) {
    problem(problems, path, `must hold 1 to ${POINTS_MAX} points`);
    return;
  }
  for (let i = 0; i < points.length && problems.length < PROBLEMS_MAX; i++) {
    if (!pointIsSound(points[i])) {
      problem(problems, `${path}/${i}`, `must be [x, y], each from -${COORDINATE_MAX} to ${COORDINATE_MAX}`);
    }
  }
}

function noteUnits(units: unknown, points: unknown, path: string, problems: Problem[]): void {
  if (!Array.isArray(units) || (Array.isArray(points) && units.length !== points.length)) {
    problem(problems, path, 'must be an array as long as points');
    return;
  }
  for (let i = 0; i < units.length && problems.length < PROBLEMS_MAX; i++) {
    if (!isUnit(units[i])) problem(problems, `${path}/${i}`, 'must be a number from 0 to 1');
  }
}

function isRequired(name: string): boolean {
  return name === 'tool' || name === 'color' || name === 'size' || name === 'points';
}

function isOptional(name: string): boolean {
  return name === 'pressure' || name === 'tilt' || name === 'opacity' || name === 'layer' || name === 'at';
}

function pointIsSound(point: unknown): boolean {
  return Array.isArray(point) && point.length === 2 && isCoordinate(point[0]) && isCoordinate(point[1]);
}

/** Checks a coordinate. NaN and the infinities fail both comparisons. */
function isCoordinate(v: unknown): boolean {
  return typeof v === 'number' && v >= -COORDINATE_MAX && v <= COORDINATE_MAX;
}

/** Checks a list of `count` numbers from 0 to 1. */
function areUnits(units: unknown, count: number): boolean {
  if (!Array.isArray(units) || units.length !== count) return false;
  for (let i = 0; i < count; i++) if (!isUnit(units[i])) return false;
  return true;
}

function isUnit(v: unknown): boolean {
  return typeof v === 'number' && v >= 0 && v <= 1;
}

function isOpacity(v: unknown): boolean {
  return typeof v === 'number' && v > 0 && v <= 1;
}

function isLayer(v: unknown): boolean {
  return typeof v === 'string' && LAYER_PATTERN.test(v);
}

function isAt(v: unknown): boolean {
  return typeof v === 'number' && Number.isInteger(v) && v >= 0 && v <= AT_MAX;
}
