/** Marks as a hand makes them: with pressure, speed and lean that vary, from a description in lines and shapes. */
import type { Point } from '../../../src/core/drawing/types.ts';
import type { BrushTool } from '../../../src/ink/index.ts';
import { generator } from '../drawing/strokes.ts';

/** A pen at one moment; moments are equally long, so that places farther apart are a faster hand. */
export interface Touch {
  readonly x: number;
  readonly y: number;
  /** 0..1 */
  readonly pressure: number;
  /** Degrees from upright to the right. */
  readonly lean: number;
}

/** What is in the hand. */
export interface Kit {
  readonly tool: BrushTool | 'eraser';
  /** `#rrggbb` */
  readonly color: string;
  readonly size: number;
  /** 0..1 */
  readonly opacity: number;
}

export interface Mark extends Kit {
  readonly touches: readonly Touch[];
}

/** How a line is drawn. */
export interface Manner {
  /** Pressure at its begin, in its middle and at its end. */
  readonly press?: readonly [number, number, number];
  readonly lean?: number;
  /** Units from one moment to the next, in the middle of the line. */
  readonly speed?: number;
  /** How far the hand strays, units. */
  readonly stray?: number;
  /** How far a straight line bends, units. */
  readonly bow?: number;
}

export interface Hatching extends Manner {
  /** Degrees from the horizontal. */
  readonly angle?: number;
  readonly gap: number;
  /** How far from the outline the lines end, units: less than 0 lets them run over. */
  readonly inset?: number;
}

const PLAIN: Required<Manner> = { press: [0.3, 0.55, 0.35], lean: 0, speed: 7, stray: 0.6, bow: 0.8 };

export class Sketch {
  readonly marks: Mark[] = [];
  #kit: Kit = { tool: 'pen', color: '#000000', size: 2, opacity: 1 };
  readonly #random: () => number;

  /** The same seed draws the same lines. */
  constructor(seed: number) {
    this.#random = generator(seed);
  }

  take(tool: Kit['tool'], color: string, size: number, opacity = 1): this {
    this.#kit = { tool, color, size, opacity };
    return this;
  }

  /** A random number between -by and by. */
  shake(by: number): number {
    return (this.#random() * 2 - 1) * by;
  }

  /** One stroke along a smooth curve through these points. */
  curve(through: readonly Point[], manner: Manner = {}): this {
    const { press, lean, speed, stray } = { ...PLAIN, ...manner };
    const way = smoothed(through);
    const lengths = lengthsOf(way);
    const length = lengths.at(-1) ?? 0;
    const noise = [this.shake(9), this.shake(9), this.shake(9)] as const;
    const touches: Touch[] = [];
    for (let at = 0; ; ) {
      const part = length === 0 ? 0 : Math.min(1, at / length);
      const [x, y] = placeAt(way, lengths, part * length);
      const wave = (by: number, i: 0 | 1 | 2) => Math.sin(part * length * by + noise[i] * 7);
      const pressed = between(press, part) + 0.05 * wave(0.09, 0) + 0.02 * wave(0.31, 1);
      touches.push({
        x: round(x + stray * (0.7 * wave(0.05, 1) + 0.3 * wave(0.19, 2)), 100),
        y: round(y + stray * (0.7 * wave(0.045, 2) + 0.3 * wave(0.17, 0)), 100),
        pressure: round(Math.min(1, Math.max(0.02, pressed)), 1000),
        lean: Math.round(Math.min(80, Math.max(0, lean + 3 * wave(0.03, 0)))),
      });
      if (part === 1 || length === 0) break;
      at += speed * (0.3 + 0.7 * Math.sin(Math.PI * Math.min(1, Math.max(0.03, part))));
    }
    this.marks.push({ ...this.#kit, touches });
    return this;
  }

  /** A line that is nearly straight. */
  line(from: Point, to: Point, manner: Manner = {}): this {
    const { bow } = { ...PLAIN, ...manner };
    const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
    const length = Math.hypot(dx, dy) || 1;
    const bend = this.shake(bow);
    const middle: Point = [
      (from[0] + to[0]) / 2 - (dy / length) * bend,
      (from[1] + to[1]) / 2 + (dx / length) * bend,
    ];
    return this.curve([from, middle, to], manner);
  }

  /** Lines from corner to corner, which run over a little, as those of somebody in a hurry. */
  shape(corners: readonly Point[], manner: Manner & { readonly over?: number } = {}): this {
    const over = manner.over ?? 2;
    corners.forEach((from, i) => {
      const to = corners[(i + 1) % corners.length]!;
      const length = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
      const [ux, uy] = [(to[0] - from[0]) / length, (to[1] - from[1]) / length];
      const [a, b] = [over * this.#random(), over * this.#random()];
      this.line([from[0] - ux * a, from[1] - uy * a], [to[0] + ux * b, to[1] + uy * b], manner);
    });
    return this;
  }

  box(left: number, top: number, right: number, bottom: number, manner: Manner = {}): this {
    return this.shape(corners(left, top, right, bottom), manner);
  }

  /** A part of an ellipse, from one angle to another, degrees clockwise from the right. */
  arc(x: number, y: number, rx: number, ry: number, from: number, to: number, manner: Manner = {}): this {
    const steps = Math.max(3, Math.ceil(Math.abs(to - from) / 20));
    const points = Array.from({ length: steps + 1 }, (_, i): Point => {
      const angle = ((from + ((to - from) * i) / steps) * Math.PI) / 180;
      return [x + Math.cos(angle) * rx, y + Math.sin(angle) * ry];
    });
    return this.curve(points, manner);
  }

  /** Parallel strokes that fill a shape, to and fro. */
  hatch(outline: readonly Point[], { angle = 0, gap, inset = 0, ...manner }: Hatching): this {
    spans(outline, angle, gap, inset).forEach(([from, to], i) => {
      const jitter = (): number => this.shake(Math.min(2, gap / 5));
      const [a, b] = i % 2 === 0 ? [from, to] : [to, from];
      this.line([a[0] + jitter(), a[1] + jitter()], [b[0] + jitter(), b[1] + jitter()], manner);
    });
    return this;
  }

  /** One stroke that fills a shape, to and fro, without lifting the brush. */
  scrub(outline: readonly Point[], { angle = 0, gap, inset = 0, ...manner }: Hatching): this {
    const way = spans(outline, angle, gap, inset).flatMap(([from, to], i) =>
      i % 2 === 0 ? [from, to] : [to, from],
    );
    return way.length < 2 ? this : this.curve(eased(way), manner);
  }
}

export function corners(left: number, top: number, right: number, bottom: number): Point[] {
  return [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
  ];
}

/** The parts inside a shape of parallel lines, from end to end. */
function spans(outline: readonly Point[], degrees: number, gap: number, inset: number): [Point, Point][] {
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  const turned = outline.map(([x, y]): Point => [x * cos + y * sin, y * cos - x * sin]);
  const back = (x: number, y: number): Point => [x * cos - y * sin, x * sin + y * cos];
  const levels = turned.map(([, y]) => y);
  const [least, most] = [Math.min(...levels) + Math.max(inset, 0), Math.max(...levels) - Math.max(inset, 0)];
  const rows = Math.max(1, Math.round((most - least) / gap));
  const found: [Point, Point][] = [];
  for (let row = 0; row <= rows; row++) {
    const y = least + ((most - least) * (row + (inset > 0 ? 0 : 0.5))) / rows;
    if (inset <= 0 && row === rows) break;
    const level = Math.min(Math.max(y, Math.min(...levels) + 0.01), Math.max(...levels) - 0.01);
    const crossed = turned
      .flatMap(([x1, y1], i) => {
        const [x2, y2] = turned[(i + 1) % turned.length]!;
        return y1 <= level !== y2 <= level ? [x1 + ((level - y1) / (y2 - y1)) * (x2 - x1)] : [];
      })
      .sort((a, b) => a - b);
    for (let i = 0; i + 1 < crossed.length; i += 2) {
      const [left, right] = [crossed[i]! + inset, crossed[i + 1]! - inset];
      if (right > left) found.push([back(left, y), back(right, y)]);
    }
  }
  return found;
}

/** Points on the straight parts, so that a smooth curve through all of them turns only at the corners. */
function eased(way: readonly Point[]): Point[] {
  return way.flatMap(([x, y], i): Point[] => {
    const next = way[i + 1];
    if (!next) return [[x, y]];
    return [0, 0.15, 0.85].map((part) => [x + (next[0] - x) * part, y + (next[1] - y) * part]);
  });
}

/** A smooth curve through the points (Catmull and Rom), as short straight parts. */
function smoothed(through: readonly Point[]): Point[] {
  const at = (i: number) => through[Math.min(through.length - 1, Math.max(0, i))]!;
  const way: Point[] = [at(0)];
  for (let i = 0; i + 1 < through.length; i++) {
    const [a, b, c, d] = [at(i - 1), at(i), at(i + 1), at(i + 2)];
    for (let step = 1; step <= 12; step++) {
      const t = step / 12;
      const mix = (k: 0 | 1) =>
        0.5 *
        (2 * b[k] +
          (c[k] - a[k]) * t +
          (2 * a[k] - 5 * b[k] + 4 * c[k] - d[k]) * t * t +
          (3 * b[k] - a[k] - 3 * c[k] + d[k]) * t * t * t);
      way.push([mix(0), mix(1)]);
    }
  }
  return way;
}

/** How far along the way each of its points lies. */
function lengthsOf(way: readonly Point[]): number[] {
  let length = 0;
  return way.map(([x, y], i) => {
    const [px, py] = way[i - 1] ?? [x, y];
    length += Math.hypot(x - px, y - py);
    return length;
  });
}

function placeAt(way: readonly Point[], lengths: readonly number[], along: number): Point {
  const next = Math.max(
    1,
    lengths.findIndex((one) => one >= along),
  );
  const [from, to] = [way[next - 1] ?? way[0]!, way[next] ?? way.at(-1)!];
  const span = (lengths[next] ?? 0) - (lengths[next - 1] ?? 0);
  const part = span > 0 ? Math.min(1, (along - lengths[next - 1]!) / span) : 0;
  return [from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part];
}

function between([begin, middle, end]: readonly [number, number, number], part: number): number {
  const ease = (a: number, b: number, t: number) => a + (b - a) * t * (2 - t);
  return part < 0.5 ? ease(begin, middle, part * 2) : ease(end, middle, (1 - part) * 2);
}

function round(value: number, per: number): number {
  return Math.round(value * per) / per;
}
