/** A line drawn around strokes, and which of them it takes. All lengths in drawing units. */
import type { Point, Stroke } from '../../core/drawing/types.ts';
import { type Bounds, contains, overlap, strokeBounds } from './bounds.ts';

/** Rows that the loop is cut into: a place is held against the edges in its row alone. */
const ROWS = 128;
/** A piece of a stroke longer than this part of the loop is looked at in parts. */
const FINENESS = 1 / 48;
/** Parts of one piece at most. */
const PARTS_MAX = 64;

interface Edge {
  readonly ax: number;
  readonly ay: number;
  readonly bx: number;
  readonly by: number;
}

/** Closed from its last point to its first. Where it runs over itself, what it runs around twice is in it too. */
export class LassoArea {
  readonly bounds: Bounds;
  readonly #rows: Edge[][];
  readonly #row: (y: number) => number;
  readonly #step: number;

  constructor(points: readonly Point[]) {
    const xs = points.map(([x]) => x);
    const ys = points.map(([, y]) => y);
    const least = (list: readonly number[]) => list.reduce((a, b) => Math.min(a, b), Infinity);
    const most = (list: readonly number[]) => list.reduce((a, b) => Math.max(a, b), -Infinity);
    const bounds = { minX: least(xs), minY: least(ys), maxX: most(xs), maxY: most(ys) };
    const height = Math.max(bounds.maxY - bounds.minY, 1e-9);
    this.bounds = bounds;
    this.#row = (y) => Math.min(ROWS - 1, Math.max(0, Math.floor(((y - bounds.minY) / height) * ROWS)));
    this.#rows = Array.from({ length: ROWS }, () => []);
    this.#step = Math.max(bounds.maxX - bounds.minX, height) * FINENESS;
    for (const [i, [ax, ay]] of points.entries()) {
      const [bx, by] = points[(i + 1) % points.length]!;
      const edge = { ax, ay, bx, by };
      const last = this.#row(Math.max(ay, by));
      for (let row = this.#row(Math.min(ay, by)); row <= last; row++) this.#rows[row]!.push(edge);
    }
  }

  holds(x: number, y: number): boolean {
    const { minX, minY, maxX, maxY } = this.bounds;
    if (x < minX || x > maxX || y < minY || y > maxY) return false;
    let turns = 0;
    for (const { ax, ay, bx, by } of this.#rows[this.#row(y)]!) {
      if (ay <= y === by <= y) continue;
      const side = (bx - ax) * (y - ay) - (x - ax) * (by - ay);
      if (by > ay && side > 0) turns++;
      else if (by < ay && side < 0) turns--;
    }
    return turns !== 0;
  }

  /** Does at least half of the stroke, by its length, lie in the loop? A dot lies in it or not. */
  takes(stroke: Stroke): boolean {
    const bounds = strokeBounds(stroke);
    if (!overlap(bounds, this.bounds)) return false;
    const { points } = stroke;
    const [first] = points;
    let [inside, outside] = [0, 0];
    for (let i = 1; i < points.length; i++) {
      const [ax, ay] = points[i - 1]!;
      const [bx, by] = points[i]!;
      const length = Math.hypot(bx - ax, by - ay);
      const parts = Math.min(PARTS_MAX, Math.max(1, Math.ceil(length / this.#step)));
      for (let k = 0; k < parts; k++) {
        const t = (k + 0.5) / parts;
        if (this.holds(ax + t * (bx - ax), ay + t * (by - ay))) inside += length / parts;
        else outside += length / parts;
      }
    }
    if (inside + outside > 0) return inside >= outside;
    return first !== undefined && this.holds(first[0], first[1]);
  }

  /** Is it too small to go around anything? */
  isSmallerThan(size: number): boolean {
    const { minX, minY, maxX, maxY } = this.bounds;
    const box = { minX, minY, maxX: minX + size, maxY: minY + size };
    return contains(box, { minX, minY, maxX, maxY });
  }
}
