/**
 * Draws as a person does, with the page's own pen: every stroke is made of samples, smoothed and thinned by the
 * engine, and stored as the studio would store it.
 */
import { readFileSync } from 'node:fs';
import type { Point, Stroke } from '../../../src/core/drawing/types.ts';
import { brushOf } from '../../../src/ink/brush/brushes.ts';
import { storedInk } from '../../../src/ink/geometry/simplify.ts';
import { curveBetween } from '../../../src/ink/geometry/smooth.ts';
import { emptySamples, type StrokeSamples } from '../../../src/ink/geometry/stroke-samples.ts';
import { generator } from '../../support/drawing/strokes.ts';
import type { Mark } from '../../support/painting/sketch.ts';
import { sharedFile } from '../../support/shared.ts';

/** Colours of the studio's palette, so that a person could draw the same. */
export const INK = '#1f1b16';
export const GRAPHITE = '#77716a';
export const BLUE = '#1f4fae';
export const BRICK = '#bf3b2b';
export const LEAF = '#3d7a3f';
export const OCHRE = '#d2962a';

/** The palette's widths, in drawing units. */
export const FINE = 2;
export const MEDIUM = 4;
export const BROAD = 9;
export const BRUSH = 20;

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export class Hand {
  readonly strokes: Stroke[] = [];
  color = INK;
  size = MEDIUM;
  readonly #random: () => number;

  /** The same seed draws the same lines. */
  constructor(seed: number) {
    this.#random = generator(seed);
  }

  take(color: string, size: number): this {
    this.color = color;
    this.size = size;
    return this;
  }

  /** A random number between -by and by. */
  shake(by: number): number {
    return (this.#random() * 2 - 1) * by;
  }

  /** One stroke through these points, lighter at its ends, wavering by `wobble` drawing units. */
  line(through: readonly Point[], wobble = 1.2): this {
    const samples = emptySamples();
    const last = Math.max(1, through.length - 1);
    through.forEach(([x, y], i) => {
      const middle = Math.sin((Math.PI * (i + 0.6)) / (last + 1.2));
      push(samples, x + this.shake(wobble), y + this.shake(wobble), 0.22 + 0.4 * middle + this.shake(0.05));
    });
    this.#store(samples);
    return this;
  }

  /** A straight stroke, bent a little as by hand. */
  dash(from: Point, to: Point, wobble = 1.5): this {
    const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
    const steps = Math.max(2, Math.round(Math.hypot(dx, dy) / 60));
    const points = Array.from(
      { length: steps + 1 },
      (_, i): Point => [from[0] + (dx * i) / steps, from[1] + (dy * i) / steps],
    );
    return this.line(points, wobble);
  }

  /** A closed line through these corners. */
  shape(corners: readonly Point[], wobble = 1.5): this {
    corners.forEach((corner, i) => {
      this.dash(corner, corners[(i + 1) % corners.length]!, wobble);
    });
    return this;
  }

  box({ x, y, width, height }: Box): this {
    return this.shape([
      [x, y],
      [x + width, y],
      [x + width, y + height],
      [x, y + height],
    ]);
  }

  /** Parallel strokes across a box, leaning by `lean` drawing units from top to bottom. */
  hatch({ x, y, width, height }: Box, step: number, lean = 0): this {
    for (let at = step / 2; at < width; at += step) {
      const top = this.shake(height * 0.06);
      this.dash([x + at + lean / 2, y + top], [x + at - lean / 2, y + height + this.shake(height * 0.06)]);
    }
    return this;
  }

  /** Horizontal strokes of different lengths, for water, ground and shade. */
  ripples({ x, y, width, height }: Box, rows: number): this {
    for (let row = 0; row < rows; row++) {
      const depth = row / Math.max(1, rows - 1);
      let at = x + this.#random() * width * 0.18;
      while (at < x + width) {
        const length = (0.08 + 0.2 * this.#random()) * width * (0.5 + 0.7 * depth);
        const end = Math.min(at + length, x + width);
        const level = y + depth * height;
        if (end - at > 14) {
          this.line(
            [
              [at, level],
              [(2 * at + end) / 3, level - 3 - 3 * depth],
              [(at + 2 * end) / 3, level + 3 + 2 * depth],
              [end, level],
            ],
            1.5,
          );
        }
        at = end + (0.04 + 0.16 * this.#random()) * width;
      }
    }
    return this;
  }

  /** Foliage: one long stroke of loops around an ellipse, without lifting the pen. */
  leaves(x: number, y: number, width: number, height: number, loops = 26): this {
    const points: Point[] = [];
    const least = Math.min(width, height) * 0.14;
    let radius = least;
    for (let i = 0; i <= loops * 8; i++) {
      if (i % 8 === 0) radius = least * (1 + 0.7 * this.#random());
      const around = (i / (loops * 8)) * 2 * Math.PI;
      const turn = (i / 8) * 2 * Math.PI;
      points.push([
        x + (Math.cos(around) * width) / 2 + Math.cos(turn) * radius,
        y + (Math.sin(around) * height) / 2 + Math.sin(turn) * radius,
      ]);
    }
    return this.line(points, least * 0.08);
  }

  circle(x: number, y: number, radius: number): this {
    const points = Array.from({ length: 22 }, (_, i): Point => {
      const angle = -1.7 + (i / 20) * 2 * Math.PI;
      return [x + Math.cos(angle) * radius, y + Math.sin(angle) * radius];
    });
    return this.line(points, radius * 0.02);
  }

  /**
   * A sketch that somebody recorded, fitted into the box with its proportions. Nothing if there are no
   * recordings.
   */
  sketch(word: string, number: number, { x, y, width, height }: Box): this {
    const lines = sketches(word)[number] ?? [];
    const xs = lines.flatMap((line) => line.map(([px]) => px));
    const ys = lines.flatMap((line) => line.map(([, py]) => py));
    const [left, top] = [Math.min(...xs), Math.min(...ys)];
    const [w, h] = [Math.max(...xs) - left, Math.max(...ys) - top];
    const scale = Math.min(width / (w || 1), height / (h || 1));
    const [dx, dy] = [x + (width - w * scale) / 2, y + height - h * scale];
    for (const line of lines) {
      const samples = emptySamples();
      for (const [px, py] of line) push(samples, (px - left) * scale + dx, (py - top) * scale + dy);
      this.#store(samples);
    }
    return this;
  }

  #store(samples: StrokeSamples): void {
    const line = emptySamples();
    samples.x.forEach((x, i) => {
      push(line, x, samples.y[i]!, samples.pressure[i]);
      if (i < samples.x.length - 1) curveBetween(samples, i, 1, line);
    });
    for (const ink of storedInk(line, 1, this.size)) {
      this.strokes.push({ tool: 'pen', color: this.color, size: this.size, ...ink });
    }
  }
}

/** The strokes of one drawing. The same seed draws the same lines. */
export function drawn(seed: number, draw: (hand: Hand) => void): readonly Stroke[] {
  const hand = new Hand(seed);
  draw(hand);
  return hand.strokes;
}

/** From one mark to the next, ms of drawing time: a wash is still wet then. */
const PAUSE = 600;
/** From one moment of a mark to the next, ms. */
const MOMENT = 8;

/** The strokes that marks become in the studio. */
export function strokesOf(marks: readonly Mark[]): readonly Stroke[] {
  let at = 0;
  return marks.flatMap(({ tool, color, size, opacity, touches }): Stroke[] => {
    const samples = emptySamples();
    const leans = brushOf(tool).reads.includes('lean');
    for (const { x, y, pressure, lean } of touches) {
      push(samples, x, y, pressure);
      if (leans) samples.tilt.push(lean / 90);
    }
    at += PAUSE + MOMENT * touches.length;
    return storedInk(samples, 1, size).map((ink) => ({
      tool,
      color,
      size,
      ...ink,
      ...(opacity < 1 && { opacity }),
      at,
    }));
  });
}

function push(trace: StrokeSamples, x: number, y: number, pressure?: number): void {
  trace.x.push(x);
  trace.y.push(y);
  if (pressure !== undefined) trace.pressure.push(pressure);
}

const known = new Map<string, (readonly Point[])[][]>();

/** Recorded sketches of a word, in the order of their file (Google's Quick, Draw!, CC BY 4.0). */
function sketches(word: string): (readonly Point[])[][] {
  let all = known.get(word);
  if (!all) {
    const file = sharedFile(`strokes/quickdraw/${word}.raw.ndjson`);
    const lines = file === undefined ? [] : readFileSync(file, 'utf8').trim().split('\n');
    all = lines.map((text): (readonly Point[])[] => {
      const drawing: [number[], number[]][] = JSON.parse(text).drawing;
      return drawing.map(([xs, ys]) => xs.map((x, i): Point => [x, ys[i] ?? 0]));
    });
    known.set(word, all);
  }
  return all;
}
