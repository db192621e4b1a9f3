/** Turns lines of text into the lines of a pen. Pure. */
import type { Point } from '../../core/drawing/types.ts';
import type { Bounds } from '../geometry/bounds.ts';
import { lineOf } from './curve.ts';
import { CAP_HEIGHT, HIGHEST, LETTERS, LOWEST, UNKNOWN_LETTER } from './letters.ts';

/** In the letters' unit of length. */
const BETWEEN_LETTERS = 3;
const WORD_SPACE = 6.5;
/** Distance between baselines: no line touches the next one. */
export const LINE_PITCH = HIGHEST - LOWEST + 3;
const SMALL = 0.62;
const LOWERED = -4;
const RAISED = 6.5;
/** Slant: how far letters lean to the right, as a part of the height. */
const LEAN = 0.1;
/** How far a letter may leave its line, so that the writing looks made by hand. */
const WAVER = 0.25;

type Level = 'line' | 'sub' | 'super';

/** A part of a text that is written at one height. */
export interface Run {
  readonly text: string;
  readonly level: Level;
}

/** One letter in its place: x to the right and y downwards, from the top left corner of the block. */
export interface PlacedLetter {
  readonly letter: string;
  /** The letter's box, before the slant. */
  readonly box: Bounds;
  readonly strokes: readonly (readonly Point[])[];
}

export interface WrittenText {
  readonly letters: readonly PlacedLetter[];
  readonly width: number;
  readonly height: number;
}

/**
 * Splits a text into runs: normal, subscript (as in PM2.5) and superscript (as in the third power). Every kind of space is
 * one: some browsers put a narrow one before `pm`.
 */
export function runsOf(text: string): Run[] {
  return text
    .replace(/\s/g, ' ')
    .split(/(?<=PM)(2\.5)|(³)/)
    .filter((part) => part !== undefined && part !== '')
    .map((part): Run => {
      if (part === '2.5') return { text: part, level: 'sub' };
      return part === '³' ? { text: '3', level: 'super' } : { text: part, level: 'line' };
    });
}

/** True if the alphabet has every letter of the text. */
export function isWritable(text: string): boolean {
  return runsOf(text).every((run) => [...run.text].every((letter) => letter === ' ' || letter in LETTERS));
}

/**
 * Writes the lines below each other, in the letters' unit of length. A letter that the alphabet lacks is
 * written as a question mark.
 * @param align where the shorter lines begin or end
 */
export function write(lines: readonly string[], align: 'left' | 'right' = 'left'): WrittenText {
  const rows = lines.map((line, i) => writeLine(line, HIGHEST + i * LINE_PITCH));
  const lean = LEAN * CAP_HEIGHT;
  const width = Math.max(0, ...rows.map((row) => row.width)) + lean;
  const letters = rows.flatMap((row) => {
    const by = align === 'right' ? width - lean - row.width : 0;
    return row.letters.map((letter) => moved(letter, by));
  });
  const height = lines.length === 0 ? 0 : HIGHEST - LOWEST + (lines.length - 1) * LINE_PITCH;
  return { letters, width, height };
}

function writeLine(line: string, baseline: number): { letters: PlacedLetter[]; width: number } {
  const letters: PlacedLetter[] = [];
  let x = 0;
  for (const { text, level } of runsOf(line)) {
    const scale = level === 'line' ? 1 : SMALL;
    const rise = level === 'sub' ? LOWERED : level === 'super' ? RAISED : 0;
    for (const letter of text) {
      if (letter === ' ') {
        x += WORD_SPACE * scale;
        continue;
      }
      const { width, strokes } = LETTERS[letter] ?? UNKNOWN_LETTER;
      const off = rise + WAVER * Math.sin(2.4 * letters.length);
      const box = {
        minX: x,
        maxX: x + width * scale,
        minY: baseline - off - HIGHEST * scale,
        maxY: baseline - off - LOWEST * scale,
      };
      const place = ([px, py]: Point): Point => {
        const up = py * scale + off;
        return [x + px * scale + LEAN * Math.max(0, up), baseline - up];
      };
      letters.push({ letter, box, strokes: strokes.map((stroke) => lineOf(stroke).map(place)) });
      x += (width + BETWEEN_LETTERS) * scale;
    }
  }
  const last = letters.at(-1)?.box.maxX ?? 0;
  return { letters, width: last };
}

function moved({ letter, box, strokes }: PlacedLetter, by: number): PlacedLetter {
  return {
    letter,
    box: { ...box, minX: box.minX + by, maxX: box.maxX + by },
    strokes: strokes.map((points) => points.map(([x, y]): Point => [x + by, y])),
  };
}
