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

/**
 * Draws what is seen of a pattern on a canvas that shows nothing yet.
 * @param view width and height, CSS px
 * @param ratio device pixels per CSS px
 */
export function drawPattern(
  context: CanvasRenderingContext2D,
  { pattern, step = STEP }: Paper,
  { x, y, zoom }: Camera,
  { width, height }: { readonly width: number; readonly height: number },
  ratio: number,
): void {
  const gap = gapAt(step, zoom);
  /** Whole device pixels, so that no line is blurred. */
  const thick = Math.max(1, Math.round(ratio)) / ratio;
  const snapped = (place: number) => Math.round(place * ratio) / ratio;
  const across = (places: readonly number[]) => {
    for (const place of places) context.fillRect(0, snapped(place), width, thick);
  };
  const down = (places: readonly number[]) => {
    for (const place of places) context.fillRect(snapped(place), 0, thick, height);
  };
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  if (pattern === 'lines' || pattern === 'grid') across(placesOf(gap, y, height, zoom));
  if (pattern === 'grid') down(placesOf(gap, x, width, zoom));
  if (pattern === 'dots') {
    const columns = placesOf(gap, x, width, zoom);
    for (const row of placesOf(gap, y, height, zoom)) {
      for (const column of columns) {
        context.fillRect(snapped(column - DOT / 2), snapped(row - DOT / 2), DOT, DOT);
      }
    }
  }
  if (pattern === 'isometric') {
    down(placesOf(gap * HEIGHT, x, width, zoom));
    context.lineWidth = thick;
    context.beginPath();
    for (const slope of [1, -1].map((sign) => sign / (2 * HEIGHT))) {
      const rise = slope * width;
      // All that leave the left edge where they, or their other end, are seen.
      const from = Math.min(0, -rise);
      const start = y - slope * x + from / zoom;
      for (const place of placesOf(gap, start, height + Math.abs(rise), zoom)) {
        context.moveTo(0, place + from);
        context.lineTo(width, place + from + rise);
      }
    }
    context.stroke();
  }
}
