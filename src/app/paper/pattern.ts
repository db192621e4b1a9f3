/** The pattern of a paper, drawn live: no tile of ink knows of it, so it is crisp at every zoom. */
import { STEP } from '../../core/drawing/members/paper.ts';
import type { Paper } from '../../core/drawing/types.ts';
import type { Camera } from '../../ink/index.ts';

/** Fewer CSS px between two lines would be grey, and slow to draw: every second line is left out, as often as needed. */
const CLOSEST = 14;
/** A dot of the pattern, CSS px. */
const DOT = 2;
/** Height of a triangle whose sides are 1. */
const HEIGHT = Math.sqrt(3) / 2;

/** Drawing units between two lines that are drawn at this zoom: the step, doubled until they are far enough apart. */
export function gapAt(step: number, zoom: number): number {
  let gap = step;
  while (gap * zoom < CLOSEST) gap *= 2;
  return gap;
}

/** Where the multiples of `gap` lie that are within `extent` CSS px of `start`, a drawing unit; CSS px from there. */
export function placesOf(gap: number, start: number, extent: number, zoom: number): number[] {
  const first = Math.ceil(start / gap);
  const count = Math.floor((start + extent / zoom) / gap) - first + 1;
  return Array.from({ length: Math.max(0, count) }, (_, i) => ((first + i) * gap - start) * zoom);
}

/** After how many drawing units a pattern looks the same again, across and down. Parameters as for `gapAt`. */
export function periodOf({ pattern, step = STEP }: Paper, zoom: number): readonly [x: number, y: number] {
  const gap = gapAt(step, zoom);
  // Its upright lines are half of that apart, where the others cross half a gap lower.
  return pattern === 'isometric' ? [2 * HEIGHT * gap, gap] : [gap, gap];
}

/** How far beyond the view a pattern is drawn, CSS px. */
export const BEYOND = 64;

/**
 * How far a pattern that is drawn for one view is moved to show another one of the same zoom, CSS px in whole device
 * pixels; undefined if that shows where nothing is drawn. A pattern repeats: it is moved by less than what it repeats
 * after, as far as one likes.
 */
export function movedBy(
  paper: Paper,
  drawn: Camera,
  now: Camera,
  ratio: number,
): readonly [x: number, y: number] | undefined {
  if (drawn.zoom !== now.zoom) return undefined;
  const [x, y] = periodOf(paper, now.zoom);
  const along = (by: number, period: number) => {
    const rest = period <= 2 * BEYOND ? by - period * Math.round(by / period) : by;
    return Math.round(rest * ratio) / ratio;
  };
  const left = along((drawn.x - now.x) * now.zoom, x * now.zoom);
  const top = along((drawn.y - now.y) * now.zoom, y * now.zoom);
  return Math.max(Math.abs(left), Math.abs(top)) <= BEYOND ? [left, top] : undefined;
}

/** What a pattern is made of. Places are CSS px from the corner of the view. */
export interface Marks {
  /** x, y, width and height of each. */
  readonly rects: readonly number[];
  /** From x, y to x, y of each. */
  readonly lines: readonly number[];
  /** The width of a line. */
  readonly thick: number;
}

/**
 * What is seen of a pattern.
 * @param view width and height, CSS px, of what `camera` is the corner of
 * @param ratio device pixels per CSS px
 */
export function marksOf(
  { pattern, step = STEP }: Paper,
  { x, y, zoom }: Camera,
  { width, height }: { readonly width: number; readonly height: number },
  ratio: number,
): Marks {
  const gap = gapAt(step, zoom);
  /** Whole device pixels, so that no line is blurred. */
  const thick = Math.max(1, Math.round(ratio)) / ratio;
  const snapped = (place: number) => Math.round(place * ratio) / ratio;
  const rects: number[] = [];
  const lines: number[] = [];
  const across = (places: readonly number[]) => {
    for (const place of places) rects.push(0, snapped(place), width, thick);
  };
  const down = (places: readonly number[]) => {
    for (const place of places) rects.push(snapped(place), 0, thick, height);
  };
  if (pattern === 'lines' || pattern === 'grid') across(placesOf(gap, y, height, zoom));
  if (pattern === 'grid') down(placesOf(gap, x, width, zoom));
  if (pattern === 'dots') {
    const columns = placesOf(gap, x, width, zoom);
    for (const row of placesOf(gap, y, height, zoom)) {
      for (const column of columns) rects.push(snapped(column - DOT / 2), snapped(row - DOT / 2), DOT, DOT);
    }
  }
  if (pattern === 'isometric') {
    down(placesOf(gap * HEIGHT, x, width, zoom));
    for (const slope of [1, -1].map((sign) => sign / (2 * HEIGHT))) {
      const rise = slope * width;
      // All that leave the left edge where they, or their other end, are seen.
      const from = Math.min(0, -rise);
      const start = y - slope * x + from / zoom;
      for (const place of placesOf(gap, start, height + Math.abs(rise), zoom)) {
        lines.push(0, place + from, width, place + from + rise);
      }
    }
  }
  return { rects, lines, thick };
}

/** Draws what is seen of a pattern, and `BEYOND` around it, on a canvas that shows nothing yet. Parameters as for `marksOf`. */
export function drawPattern(
  context: CanvasRenderingContext2D,
  paper: Paper,
  camera: Camera,
  view: { readonly width: number; readonly height: number },
  ratio: number,
): void {
  const { x, y, zoom } = camera;
  const corner = { x: x - BEYOND / zoom, y: y - BEYOND / zoom, zoom };
  const { rects, lines, thick } = marksOf(paper, corner, view, ratio);
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  for (let i = 0; i < rects.length; i += 4) {
    context.fillRect(rects[i]!, rects[i + 1]!, rects[i + 2]!, rects[i + 3]!);
  }
  strokeLines(context, lines, thick);
}

/** Strokes lines at once, so that they are not darker where they cross. From x, y to x, y of each. */
export function strokeLines(
  context: CanvasRenderingContext2D,
  lines: readonly number[],
  width: number,
): void {
  if (lines.length === 0) return;
  context.lineWidth = width;
  context.beginPath();
  for (let i = 0; i < lines.length; i += 4) {
    context.moveTo(lines[i]!, lines[i + 1]!);
    context.lineTo(lines[i + 2]!, lines[i + 3]!);
  }
  context.stroke();
}
