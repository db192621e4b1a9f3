/** The pattern and the perspective of a paper in a file: only where a person asks for them. */
import type { Paper } from '../../core/drawing/types.ts';
import type { Bounds } from '../../ink/index.ts';
import { guideLines, HORIZON_WIDTH, RAY_OPACITY, RAY_WIDTH } from './guide-lines.ts';
import { isDark } from './on-paper.ts';
import { PAPERS } from './papers.ts';
import { type Marks, marksOf, strokeLines } from './pattern.ts';

/** A file of a large drawing has the lines that one sees where so many px show it: otherwise there could be millions. */
const PIXELS = 4_000_000;

/** What is printed on the paper; undefined if nothing is. */
export function printedOn(paper: Paper | undefined): 'pattern' | 'guide' | 'both' | undefined {
  const { pattern, guide } = paper ?? {};
  if (pattern && guide) return 'both';
  return pattern ? 'pattern' : guide && 'guide';
}

/** Colours as in the studio (pattern.css): ink or chalk, as faint on each paper, and the accent. */
function lookOn(ground: string) {
  if (isDark({ color: ground })) return { color: '#f3ece0', opacity: 0.16, guide: '#93b4f2' };
  return { color: '#1f1b16', opacity: ground === PAPERS.white.color ? 0.2 : 0.22, guide: '#1f4fae' };
}

/** The lines in an area, as at 100 %, or smaller where the area is large. Places are px from its corner. */
function linesIn(paper: Paper, { minX, minY, maxX, maxY }: Bounds) {
  const [across, down] = [maxX - minX, maxY - minY];
  const zoom = Math.min(1, Math.sqrt(PIXELS / (across * down)));
  const camera = { x: minX, y: minY, zoom };
  const view = { width: across * zoom, height: down * zoom };
  const marks: Marks = marksOf(paper, camera, view, 1);
  const guide = paper.guide && guideLines(paper.guide, camera, view);
  return { zoom, marks, guide };
}

/**
 * Draws what is printed on the paper on a canvas that has the ink: the perspective above it, the pattern below.
 * @param scale px of the canvas for each drawing unit
 * @param ground the colour that will be below all
 */
export function paintPrinted(
  context: CanvasRenderingContext2D,
  paper: Paper,
  area: Bounds,
  scale: number,
  ground: string,
): void {
  const { zoom, marks, guide } = linesIn(paper, area);
  const { color, opacity, guide: accent } = lookOn(ground);
  const { rects, lines, thick } = marks;
  context.save();
  context.scale(scale / zoom, scale / zoom);
  context.globalCompositeOperation = 'destination-over';
  context.globalAlpha = opacity;
  context.fillStyle = color;
  context.strokeStyle = color;
  context.beginPath();
  for (let i = 0; i < rects.length; i += 4) {
    context.rect(rects[i]!, rects[i + 1]!, rects[i + 2]!, rects[i + 3]!);
  }
  context.fill();
  strokeLines(context, lines, thick);
  context.globalCompositeOperation = 'source-over';
  context.strokeStyle = accent;
  context.globalAlpha = RAY_OPACITY;
  strokeLines(context, guide?.rays ?? [], RAY_WIDTH);
  context.globalAlpha = 1;
  strokeLines(context, guide?.horizon ?? [], HORIZON_WIDTH);
  context.restore();
}

/**
 * What is printed on the paper as groups of SVG, below and above the ink; `""` for nothing.
 * @param mark the attribute by which the reader knows that they are no strokes
 */
export function svgPrinted(
  paper: Paper,
  area: Bounds,
  ground: string,
  mark: string,
): { readonly under: string; readonly over: string } {
  const { zoom, marks, guide } = linesIn(paper, area);
  const { color, opacity, guide: accent } = lookOn(ground);
  const { rects, lines, thick } = marks;
  const group = (attributes: string, inside: string) =>
    inside &&
    `<g ${mark}="" fill="none" transform="translate(${short(area.minX)} ${short(area.minY)}) scale(${1 / zoom})" ${attributes}>${inside}</g>\n`;
  const stroked = (all: readonly number[], attributes: string) =>
    all.length > 0
      ? `<path ${attributes} d="${fours(all, (x, y, x2, y2) => `M${x} ${y}L${x2} ${y2}`)}"/>`
      : '';
  const filled =
    rects.length > 0
      ? `<path fill="${color}" d="${fours(rects, (x, y, width, height) => `M${x} ${y}h${width}v${height}h-${width}z`)}"/>`
      : '';
  return {
    under: group(
      `opacity="${opacity}"`,
      filled + stroked(lines, `stroke="${color}" stroke-width="${thick}"`),
    ),
    over: group(
      `stroke="${accent}"`,
      stroked(guide?.rays ?? [], `opacity="${RAY_OPACITY}" stroke-width="${RAY_WIDTH}"`) +
        stroked(guide?.horizon ?? [], `stroke-width="${HORIZON_WIDTH}"`),
    ),
  };
}

function short(value: number): string {
  return String(Math.round(value * 100) / 100);
}

function fours(all: readonly number[], text: (a: string, b: string, c: string, d: string) => string): string {
  const parts: string[] = [];
  for (let i = 0; i < all.length; i += 4) {
    parts.push(text(short(all[i]!), short(all[i + 1]!), short(all[i + 2]!), short(all[i + 3]!)));
  }
  return parts.join('');
}
