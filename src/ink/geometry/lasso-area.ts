/** The area inside a lasso's line, and which strokes the lasso takes. All lengths in drawing units. */
import type { Point, Stroke } from '../../core/drawing/types.ts';
import { type Bounds, contains, overlap, strokeBounds } from './bounds.ts';

/** The area is cut into this many rows. A point is compared only with the edges in its own row. */
const ROWS = 128;
/** A segment of a stroke longer than this part of the lasso's size is sampled in several places. */
const FINENESS = 1 / 48;
/** At most this many samples for one segment. */
const PARTS_MAX = 64;

interface Edge {
  readonly ax: number;
  readonly ay: number;
  readonly bx: number;
  readonly by: number;
}

/**
 * The polygon of the lasso's points, closed from the last to the first. By the nonzero rule: a part that the
 * line runs around twice is inside too.
 */
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

  /** True if at least half of the stroke's length is inside. A dot is inside or not. */
  takes(stroke: Stroke): boolean {
    const bounds = strokeBounds(stroke);
    if (!overlap(bounds, this.bounds)) return false;
    const { points } = stroke;
    const [first] = points;
    let [inside, outside] = [0, 0];
    for (let i = 1; i < points.length; i++) {
      const a = points[i - 1]!;
      const b = points[i]!;
      const ax = a[0];
      const ay = a[1];
      const bx = b[0];
      const by = b[1];
      // Math.hypot takes many times as long.
      const length = Math.sqrt((bx - ax) ** 2 + (by - ay) ** 2);
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

  /** True if the lasso is too small to have been meant as one. */
  isSmallerThan(size: number): boolean {
    const { minX, minY, maxX, maxY } = this.bounds;
    const box = { minX, minY, maxX: minX + size, maxY: minY + size };
    return contains(box, { minX, minY, maxX, maxY });
  }
}
