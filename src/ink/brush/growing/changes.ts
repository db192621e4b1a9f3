/** The pieces of a stroke that came or went in a move, and the parts of the view that they touch. */
import { EDGE } from '../field/depths.ts';
import type { Box } from '../field/pixels.ts';
import type { Trace } from '../field/trace-points.ts';

/** Least side of a part, px: many small ones cost more than what lies between them. */
const LEAST = 64;

/** Two discs and what lies between them. */
interface Piece {
  readonly ax: number;
  readonly ay: number;
  readonly bx: number;
  readonly by: number;
  /** The larger of the two, with the edge. */
  readonly reach: number;
}

export class Changes {
  #pieces: Piece[] = [];

  /** Notes the pieces that end in the trace's points from `from` on. */
  add(trace: Trace, from: number): void {
    if (trace.count === 1) this.#pieces.push(pieceOf(trace, 0));
    for (let i = Math.max(1, from); i < trace.count; i++) this.#pieces.push(pieceOf(trace, i));
  }

  forget(): void {
    this.#pieces = [];
  }

  /** The parts of the view that the noted pieces touch. None is larger than `most` px in a side. Forgets the pieces. */
  *take(view: Box, most: number): Generator<Box> {
    const pieces = this.#pieces;
    this.#pieces = [];
    const all = clipped(pieces, view);
    if (!all) return;
    const widest = Math.ceil(pieces.reduce((reach, piece) => Math.max(reach, piece.reach), 0));
    const side = Math.min(most, Math.max(LEAST, 4 * widest));
    if (all.width <= side && all.height <= side) {
      yield all;
      return;
    }
    for (let top = all.top; top < all.top + all.height; top += side) {
      for (let left = all.left; left < all.left + all.width; left += side) {
        const square = {
          left,
          top,
          width: Math.min(side, all.left + all.width - left),
          height: Math.min(side, all.top + all.height - top),
        };
        const part = clipped(
          pieces.filter((piece) => isNear(piece, square)),
          square,
        );
        if (part) yield part;
      }
    }
  }
}

/** The piece that ends in a point of the trace. */
export function pieceOf({ x, y, radius }: Trace, i: number): Piece {
  const a = Math.max(0, i - 1);
  const reach = Math.max(radius[a]!, radius[i]!) + EDGE;
  return { ax: x[a]!, ay: y[a]!, bx: x[i]!, by: y[i]!, reach };
}

/** The pixels of the box that may lie in one of the pieces; undefined if none may. */
export function clipped(pieces: readonly Piece[], box: Box): Box | undefined {
  let x0 = Infinity;
  let y0 = Infinity;
  let x1 = -Infinity;
  let y1 = -Infinity;
  for (const { ax, ay, bx, by, reach } of pieces) {
    x0 = Math.min(x0, Math.min(ax, bx) - reach);
    y0 = Math.min(y0, Math.min(ay, by) - reach);
    x1 = Math.max(x1, Math.max(ax, bx) + reach);
    y1 = Math.max(y1, Math.max(ay, by) + reach);
  }
  const left = Math.max(box.left, Math.floor(x0));
  const top = Math.max(box.top, Math.floor(y0));
  const width = Math.min(box.left + box.width, Math.ceil(x1)) - left;
  const height = Math.min(box.top + box.height, Math.ceil(y1)) - top;
  return width > 0 && height > 0 ? { left, top, width, height } : undefined;
}

/** False if the piece lies wholly outside of the box. */
export function isNear({ ax, ay, bx, by, reach }: Piece, { left, top, width, height }: Box): boolean {
  const [x, y] = [left + width / 2, top + height / 2];
  const [dx, dy] = [bx - ax, by - ay];
  const length2 = dx * dx + dy * dy;
  const t = length2 === 0 ? 0 : Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / length2));
  const [fx, fy] = [ax + t * dx - x, ay + t * dy - y];
  const far = reach + Math.sqrt(width * width + height * height) / 2;
  return fx * fx + fy * fy <= far * far;
}
