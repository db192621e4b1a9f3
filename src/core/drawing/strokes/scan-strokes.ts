import {
  AT_MAX,
  COLOR_PATTERN,
  COORDINATE_MAX,
  LAYER_PATTERN,
  POINTS_MAX,
  SIZE_MAX,
  STROKES_MAX,
  TOOL_PATTERN,
} from '../limits.ts';

export interface Scan {
  /** The canonical text of each stroke. */
  readonly texts: string[];
  /** Index after the closing bracket. */
  readonly end: number;
}

/** Length limit of a tool, colour or number. No valid one has this many characters. */
const WORD_MAX = 40;

/**
 * Scans strokes in canonical form (`strokeJson`), `S,S,S]`, and checks everything that the guard checks.
 * @param start index after the opening bracket
 * @returns undefined at any other text, valid or not
 */
export function scanStrokes(json: string, start: number): Scan | undefined {
  const texts: string[] = [];
  if (json.startsWith(']', start)) return { texts, end: start + 1 };
  for (let at = start; texts.length < STROKES_MAX; ) {
    const end = endOfStroke(json, at);
    if (end === -1) return undefined;
    texts.push(json.slice(at, end));
    const next = json.charCodeAt(end);
    if (next === CLOSE) return { texts, end: end + 1 };
    if (next !== COMMA) return undefined;
    at = end + 1;
  }
  return undefined;
}

// Each `endOf` function returns the index after the part that it is named for, or -1 if that part is not at
// `at`.

function endOfStroke(json: string, start: number): number {
  let at = endOfWord(json, endOf(json, '{"tool":"', start), TOOL_PATTERN);
  at = endOfWord(json, endOf(json, '","color":"', at), COLOR_PATTERN);
  at = endOfNumber(json, endOf(json, '","size":', at), Number.MIN_VALUE, SIZE_MAX);
  at = endOf(json, ',"points":[', at);
  if (at === -1) return -1;
  let points = 0;
  for (let more = true; more; points++) {
    at = endOfPoint(json, at);
    if (at === -1 || points === POINTS_MAX) return -1;
    const next = json.charCodeAt(at++);
    if (next !== COMMA && next !== CLOSE) return -1;
    more = next === COMMA;
  }
  const end = endOf(json, '}', at);
  return end === -1 ? endOfOptional(json, at, points) : end;
}

/** End of the members that a stroke may have after its points, each at most once and in this order. */
function endOfOptional(json: string, start: number, points: number): number {
  let at = start;
  if (isNext(json, PRESSURE, at)) at = endOfUnits(json, at + PRESSURE.length, points);
  if (isNext(json, TILT, at)) at = endOfUnits(json, at + TILT.length, points);
  if (isNext(json, OPACITY, at)) at = endOfNumber(json, at + OPACITY.length, Number.MIN_VALUE, 1);
  if (isNext(json, LAYER, at)) {
    at = endOf(json, '"', endOfWord(json, at + LAYER.length, LAYER_PATTERN));
  }
  if (isNext(json, AT, at)) at = endOfAt(json, at + AT.length);
  return endOf(json, '}', at);
}

function endOfPoint(json: string, at: number): number {
  if (json.charCodeAt(at) !== OPEN) return -1;
  const x = endOfCoordinate(json, at + 1);
  if (x === -1 || json.charCodeAt(x) !== COMMA) return -1;
  const y = endOfCoordinate(json, x + 1);
  return y === -1 || json.charCodeAt(y) !== CLOSE ? -1 : y + 1;
}

/** End of a list of numbers from 0 to 1, its bracket included. */
function endOfUnits(json: string, start: number, count: number): number {
  let at = start;
  for (let i = 0; i < count; i++) {
    const first = json.charCodeAt(at);
    // A number that starts with 0 lies between 0 and 1, so the fast check is enough. Others are rare.
    at = first === ZERO ? endOfCoordinate(json, at) : endOfNumber(json, at, 0, 1);
    if (at === -1 || json.charCodeAt(at++) !== (i === count - 1 ? CLOSE : COMMA)) return -1;
  }
  return at;
}

function endOfAt(json: string, start: number): number {
  const end = endOfNumber(json, start, 0, AT_MAX);
  return end !== -1 && Number.isInteger(Number(json.slice(start, end))) ? end : -1;
}

/**
 * End of a coordinate. The common forms need only their digits counted: with at most six digits on each side
 * of the point there are fewer than 15 in all. A double keeps 15 decimal digits (IEEE 754), so no shorter
 * form of the same number exists.
 */
function endOfCoordinate(json: string, start: number): number {
  let at = json.charCodeAt(start) === MINUS ? start + 1 : start;
  const whole = at;
  let c = json.charCodeAt(at);
  if (c === ZERO) c = json.charCodeAt(++at);
  else while (c >= ZERO && c <= NINE) c = json.charCodeAt(++at);
  const wholeDigits = at - whole;
  if (c === DOT) {
    const fraction = ++at;
    for (c = json.charCodeAt(at); c >= ZERO && c <= NINE; ) c = json.charCodeAt(++at);
    const fractionDigits = at - fraction;
    // Numbers with more than six zeros after the point are written with an exponent.
    const isPlain = fractionDigits > 0 && fractionDigits <= 6 && json.charCodeAt(at - 1) !== ZERO;
    if (!isPlain) return endOfNumber(json, start, -COORDINATE_MAX, COORDINATE_MAX);
  }
  const isShort = wholeDigits > 0 && wholeDigits <= 6 && (c === COMMA || c === CLOSE);
  return isShort ? at : endOfNumber(json, start, -COORDINATE_MAX, COORDINATE_MAX);
}

/** End of a number within the bounds, in the form that JavaScript writes, or -0. */
function endOfNumber(json: string, at: number, min: number, max: number): number {
  if (at === -1) return -1;
  let end = at;
  for (let c = json.charCodeAt(end); c !== COMMA && c !== CLOSE && c !== BRACE; c = json.charCodeAt(++end)) {
    if (end - at > WORD_MAX || Number.isNaN(c)) return -1;
  }
  const text = json.slice(at, end);
  const value = Number(text);
  if (!(value >= min && value <= max)) return -1;
  return text === String(value) || (text === '-0' && min <= 0) ? end : -1;
}

function endOfWord(json: string, at: number, pattern: RegExp): number {
  if (at === -1) return -1;
  const end = json.indexOf('"', at);
  return end - at <= WORD_MAX && pattern.test(json.slice(at, end)) ? end : -1;
}

function endOf(json: string, literal: string, at: number): number {
  return isNext(json, literal, at) ? at + literal.length : -1;
}

/** `startsWith` alone would look at the start of the text for a place of -1. */
function isNext(json: string, literal: string, at: number): boolean {
  return at !== -1 && json.startsWith(literal, at);
}

const COMMA = 0x2c;
const MINUS = 0x2d;
const DOT = 0x2e;
const ZERO = 0x30;
const NINE = 0x39;
const OPEN = 0x5b;
const CLOSE = 0x5d;
const BRACE = 0x7d;
const PRESSURE = ',"pressure":[';
const TILT = ',"tilt":[';
const OPACITY = ',"opacity":';
const LAYER = ',"layer":"';
const AT = ',"at":';
