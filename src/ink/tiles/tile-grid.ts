/**
 * The grid of tiles. The paper at one scale (device pixels per drawing unit) is cut into squares of TILE device
 * pixels, counted from the drawing's origin: every scale has its own grid.
 */
import type { Bounds } from '../geometry/bounds.ts';

/**
 * Side of a tile, device pixels: 256 KB of pixels. With 512, most of a whole drawing lay on two tiles that took
 * half a second each at 20,000 strokes: too large for two threads to share, and too slow for a view that moves.
 */
export const TILE = 256;
/** How far a stroke may show beyond its bounds, device pixels: antialiasing and thin lines. */
export const INK_EDGE = 2;

export interface Cell {
  readonly scale: number;
  /** Column and row, counted in tiles from the origin. */
  readonly x: number;
  readonly y: number;
}

/** A range of columns and rows, both ends included. */
export interface Span {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** The cell's area, drawing units. */
export function cellBounds({ scale, x, y }: Cell): Bounds {
  const side = TILE / scale;
  return { minX: x * side, minY: y * side, maxX: (x + 1) * side, maxY: (y + 1) * side };
}

/** The cells that overlap this area; at least one. `edge` widens the area on all sides, in device pixels. */
export function cellsOver(area: Bounds, scale: number, edge = 0): Span {
  const first = (v: number) => Math.floor((v * scale - edge) / TILE);
  const last = (v: number, from: number) => Math.max(from, Math.ceil((v * scale + edge) / TILE) - 1);
  const left = first(area.minX);
  const top = first(area.minY);
  return { left, top, right: last(area.maxX, left), bottom: last(area.maxY, top) };
}

/** The cells that a change to a stroke of these bounds affects. */
export function cellsTouched(bounds: Bounds, scale: number): Span {
  return cellsOver(bounds, scale, INK_EDGE);
}

export function cellCount({ left, top, right, bottom }: Span): number {
  return (right - left + 1) * (bottom - top + 1);
}

export function inSpan({ left, top, right, bottom }: Span, { x, y }: Pick<Cell, 'x' | 'y'>): boolean {
  return x >= left && x <= right && y >= top && y <= bottom;
}

/** All cells of the span, those nearest to its middle first. */
export function nearestFirst(span: Span, scale: number): Cell[] {
  const cells: Cell[] = [];
  for (let y = span.top; y <= span.bottom; y++) {
    for (let x = span.left; x <= span.right; x++) cells.push({ scale, x, y });
  }
  const middleX = (span.left + span.right) / 2;
  const middleY = (span.top + span.bottom) / 2;
  const away = ({ x, y }: Cell) => (x - middleX) ** 2 + (y - middleY) ** 2;
  return cells.sort((a, b) => away(a) - away(b));
}
