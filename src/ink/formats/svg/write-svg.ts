/**
 * Writes a drawing as SVG, with a path for each stroke: a line where its width is constant, an outline where
 * pressure varies it. Strokes whose brush paints under the ink come first. Strokes that erase become masks over what
 * was drawn before them.
 */
import type { Point, Stroke } from '../../../core/drawing/types.ts';
import { EVEN, opacityOf, UPRIGHT } from '../../brush/brush.ts';
import { brushOf, leavesInk } from '../../brush/brushes.ts';
import type { Bounds } from '../../geometry/bounds.ts';
import { fromHex } from '../common/colors.ts';
import { outline } from './outline.ts';

export interface SvgHead {
  readonly title: string;
  /** CSS colour; undefined for none. */
  readonly paper: string | undefined;
  /** The area shown, drawing units. */
  readonly area: Bounds;
}

/** The attribute that marks the paper, so that the reader does not take it for a drawn shape. */
export const PAPER_MARK = 'data-paper';

/** The attribute that names a path's tool, so that the reader makes the same stroke of it. */
export const TOOL_MARK = 'data-tool';

/** Coordinates are written in thousandths of a unit. */
const SCALE = 1000;

/** The file in parts, about one for each stroke, so that the caller can pause between them. */
export function* svgParts(strokes: readonly Stroke[], { title, paper, area }: SvgHead): Generator<string> {
  const { minX, minY, maxX, maxY } = area;
  const [width, height] = [decimal(whole(maxX) - whole(minX)), decimal(whole(maxY) - whole(minY))];
  const box = `x="${number(minX)}" y="${number(minY)}" width="${width}" height="${height}"`;
  yield `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" ` +
    `viewBox="${number(minX)} ${number(minY)} ${width} ${height}">\n`;
  if (title !== '') yield `<title>${escapeXml(title)}</title>\n`;
  if (paper !== undefined) yield `<rect ${PAPER_MARK}="" ${box} fill="${escapeXml(paper)}"/>\n`;
  yield '<g fill="none" stroke-linecap="round" stroke-linejoin="round">\n';
  // Each mask hides what its erasers take. What the later masks hide passes through it.
  const layers = layersOf(strokes);
  for (const [i, { erasers }] of layers.entries()) {
    if (erasers.length === 0) continue;
    const next = layers[i + 1]?.erasers.length ? ` mask="url(#e${i + 1})"` : '';
    yield `<mask id="e${i}" maskUnits="userSpaceOnUse" ${box}><g${next}><rect ${box} fill="#fff"/>\n`;
    for (const stroke of erasers) yield path({ ...stroke, color: '#000' });
    yield '</g></mask>\n';
  }
  // A marker goes under everything before it, other markers too: so the last one lies lowest.
  for (const [i, layer] of [...layers.entries()].reverse()) {
    yield* inked(i, layer, layer.ink.filter(liesUnder).reverse());
  }
  for (const [i, layer] of layers.entries()) {
    yield* inked(
      i,
      layer,
      layer.ink.filter((stroke) => !liesUnder(stroke)),
    );
  }
  yield '</g>\n</svg>\n';
}

function liesUnder({ tool }: Stroke): boolean {
  return brushOf(tool).blend === 'under';
}

/** The strokes of a layer, behind its mask. */
function* inked(i: number, { erasers }: Layer, strokes: readonly Stroke[]): Generator<string> {
  if (strokes.length === 0) return;
  if (erasers.length > 0) yield `<g mask="url(#e${i})">\n`;
  for (const stroke of strokes) yield path(stroke);
  if (erasers.length > 0) yield '</g>\n';
}

interface Layer {
  readonly ink: Stroke[];
  /** Strokes that erase this layer and all layers below. */
  readonly erasers: Stroke[];
}

function layersOf(strokes: readonly Stroke[]): Layer[] {
  let layer: Layer = { ink: [], erasers: [] };
  const layers = [layer];
  for (const stroke of strokes) {
    if (!leavesInk(stroke.tool)) layer.erasers.push(stroke);
    else {
      if (layer.erasers.length > 0) {
        layer = { ink: [], erasers: [] };
        layers.push(layer);
      }
      layer.ink.push(stroke);
    }
  }
  return layers;
}

function path(stroke: Stroke): string {
  const { tool, size, points, pressure } = stroke;
  const { hex, alpha } = fromHex(stroke.color);
  const brush = brushOf(tool);
  const covers = alpha * opacityOf(brush, stroke);
  const mark = brush.svg.named ? ` ${TOOL_MARK}="${brush.tool}"` : '';
  if (!pressure) {
    const opacity = covers < 1 ? ` stroke-opacity="${decimal(Math.round(covers * SCALE))}"` : '';
    return `<path d="${line(points)}" stroke="${hex}" stroke-width="${number(size)}"${opacity}${mark}/>\n`;
  }
  const radii = points.map((_, i) => size * brush.radius(pressure[i] ?? EVEN, UPRIGHT));
  const opacity = covers < 1 ? ` fill-opacity="${decimal(Math.round(covers * SCALE))}"` : '';
  return `<path d="${shape(points, radii)}" fill="${hex}"${opacity}${mark}/>\n`;
}

/** A line's path data. A dot is a line of no length, which its round ends make visible. */
function line(points: readonly Point[]): string {
  return points.length === 1 ? `${run(points)}h0` : run(points);
}

function shape(points: readonly Point[], radii: readonly number[]): string {
  const { ribbons, discs } = outline(points, radii);
  return [...ribbons.map((ribbon) => `${run(ribbon)}z`), ...discs.map(disc)].join('');
}

function disc({ x, y, r }: { readonly x: number; readonly y: number; readonly r: number }): string {
  const [radius, across] = [number(r), decimal(2 * whole(r))];
  if (whole(r) === 0) return '';
  return `M${decimal(whole(x) + whole(r))} ${number(y)}a${radius} ${radius} 0 1 1-${across} 0a${radius} ${radius} 0 1 1 ${across} 0z`;
}

/** The first point absolute, the others relative: in whole thousandths, so that errors do not add up. */
function run(points: readonly Point[]): string {
  const [first] = points;
  if (!first) return '';
  let [x, y] = [whole(first[0]), whole(first[1])];
  const parts = [`M${decimal(x)} ${decimal(y)}`];
  for (let i = 1; i < points.length; i++) {
    const [nextX, nextY] = [whole(points[i]![0]), whole(points[i]![1])];
    const dy = decimal(nextY - y);
    parts.push(`${i === 1 ? 'l' : ' '}${decimal(nextX - x)}${dy.startsWith('-') ? '' : ' '}${dy}`);
    [x, y] = [nextX, nextY];
  }
  return parts.join('');
}

function whole(v: number): number {
  return Math.round(v * SCALE);
}

function number(v: number): string {
  return decimal(whole(v));
}

/** Whole thousandths as a decimal: 1500 is `1.5`, -30 is `-.03`. */
function decimal(thousandths: number): string {
  const text = String(thousandths / SCALE);
  return text.startsWith('0.') ? text.slice(1) : text.startsWith('-0.') ? `-${text.slice(2)}` : text;
}

/** A text for XML. Characters that XML does not allow become spaces. */
export function escapeXml(text: string): string {
  return text
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, ' ')
    .replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
