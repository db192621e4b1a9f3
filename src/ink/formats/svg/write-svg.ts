/**
 * Writes a drawing as SVG, with a path for each stroke: a line where its width is constant, an outline where
 * pressure varies it. Both go round points as the painted stroke does, except in a very large drawing. Each layer is a
 * group. Within it, strokes whose brush paints under the ink come first, and strokes that erase become masks over what was
 * drawn before them.
 */
import { layerOf } from '../../../core/drawing/members/layers.ts';
import type { Layer, Point, Stroke } from '../../../core/drawing/types.ts';
import { groupBy } from '../../../core/group-by.ts';
import { type Brush, opacityOf, UPRIGHT } from '../../brush/brush.ts';
import { BRUSHES, brushOf, leavesInk } from '../../brush/brushes.ts';
import { traceOf } from '../../brush/field/trace.ts';
import { asFlatStroke } from '../../brush/flat-stroke.ts';
import { coatsOf } from '../../brush/wet-wash.ts';
import type { Bounds } from '../../geometry/bounds.ts';
import { fromHex } from '../common/colors.ts';
import { bentLine, CLOSE_UP, type PathCommand } from './bent-line.ts';
import { ISOLATED, layerGroup, MULTIPLIES } from './layer-groups.ts';
import { outline } from './outline.ts';
import { toneOf } from './tone.ts';
import { escapeXml } from './xml.ts';

export interface SvgHead {
  readonly title: string;
  /** CSS colour; undefined for none. */
  readonly paper: string | undefined;
  /** The area shown, drawing units. */
  readonly area: Bounds;
  /** Absent: the strokes are written as they lie on one. */
  readonly layers?: readonly Layer[] | undefined;
  /** Elements between paper and ink, such as a photo. */
  readonly under?: string | undefined;
  /** Elements above the ink, such as a guide. */
  readonly over?: string | undefined;
}

/** The attribute that marks the paper, so that the reader does not take it for a drawn shape. */
export const PAPER_MARK = 'data-paper';

/** The attribute that names a path's tool, so that the reader makes the same stroke of it. */
export const TOOL_MARK = 'data-tool';

/**
 * Attributes that keep what a path cannot show: the stroke's own opacity, when it began, and what its tone
 * (tone.ts) makes of that opacity.
 */
export const OPACITY_MARK = 'data-opacity';
export const AT_MARK = 'data-at';
export const TONE_MARK = 'data-tone';

/** The attribute with the number of a path's stroke in the drawing, where layers are written one after the other. */
export const ORDER_MARK = 'data-order';

/**
 * The attribute of a line with bends. Each bend is a `q` behind the `l` that leads to its begin, and its control is the
 * stroke's point.
 */
export const BENDS_MARK = 'data-bends';

/** Ids of the filters that give brushes their texture. */
export const TEXTURE_ID = 'pleinair-';
/** What ends the ids of those for strokes that run up and down. */
const UPRIGHT_ID = '-upright';

/** A drawing of more points keeps its straight pieces: round ones are twice as much to write, and to read again. */
const ROUND_MAX = 200_000;

/** Coordinates are written in thousandths of a unit. */
const SCALE = 1000;

/** The file in parts, about one for each stroke, so that the caller can pause between them. */
export function* svgParts(
  strokes: readonly Stroke[],
  { title, paper, area, layers, under, over }: SvgHead,
): Generator<string> {
  const { minX, minY, maxX, maxY } = area;
  const [width, height] = [decimal(whole(maxX) - whole(minX)), decimal(whole(maxY) - whole(minY))];
  const box = `x="${number(minX)}" y="${number(minY)}" width="${width}" height="${height}"`;
  yield `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" ` +
    `viewBox="${number(minX)} ${number(minY)} ${width} ${height}">\n`;
  if (title !== '') yield `<title>${escapeXml(title)}</title>\n`;
  if (paper !== undefined) yield `<rect ${PAPER_MARK}="" ${box} fill="${escapeXml(paper)}"/>\n`;
  if (under !== undefined) yield under;
  for (const [id, texture] of texturesOf(strokes)) {
    yield `<filter id="${id}" filterUnits="userSpaceOnUse" ${box} color-interpolation-filters="sRGB">${texture}</filter>\n`;
  }
  // Ink multiplies with ink, as on the canvas: multiplied with night paper, a wash would be all but invisible.
  const look = layers || strokes.some(isMultiplied) ? ISOLATED : '';
  yield `<g fill="none" stroke-linecap="round" stroke-linejoin="round"${look}>\n`;
  const isRound = strokes.reduce((sum, { points }) => sum + points.length, 0) <= ROUND_MAX;
  // Which washes run into each other is asked of the whole drawing.
  const coats: CoatOf = new Map(coatsOf(strokes).flatMap((coat) => coat.map((stroke) => [stroke, coat])));
  if (layers) {
    const on = groupBy(strokes, (stroke) => layerOf(stroke, layers));
    const orders = new Map(strokes.map((stroke, i) => [stroke, i]));
    const path = (stroke: Stroke) => pathOf(stroke, isRound, orders.get(stroke));
    for (const [i, layer] of layers.entries()) {
      yield layerGroup(layer);
      yield* inkOf(on.get(layer.id) ?? [], `e${i}-`, box, coats, path);
      yield '</g>\n';
    }
  } else yield* inkOf(strokes, 'e', box, coats, (stroke) => pathOf(stroke, isRound));
  yield '</g>\n';
  if (over !== undefined) yield over;
  yield '</svg>\n';
}

/**
 * The strokes of one layer, or of a drawing without layers.
 * @param mask what the ids of its masks begin with
 * @param box the attributes of the area shown
 */
function* inkOf(
  strokes: readonly Stroke[],
  mask: string,
  box: string,
  coats: CoatOf,
  path: (stroke: Stroke) => string,
): Generator<string> {
  // Each mask hides what its erasers take. What the later masks hide passes through it.
  const stages = stagesOf(strokes);
  for (const [i, { erasers }] of stages.entries()) {
    if (erasers.length === 0) continue;
    const next = stages[i + 1]?.erasers.length ? ` mask="url(#${mask}${i + 1})"` : '';
    yield `<mask id="${mask}${i}" maskUnits="userSpaceOnUse" ${box}><g${next}><rect ${box} fill="#fff"/>\n`;
    for (const stroke of erasers) yield path({ ...stroke, color: '#000' });
    yield '</g></mask>\n';
  }
  const inked = (i: number, { erasers }: Stage, ink: readonly Stroke[]) =>
    behindMask(erasers.length > 0 ? `${mask}${i}` : undefined, ink, coats, path);
  // A marker goes under everything before it, other markers too: so the last one lies lowest.
  for (const [i, stage] of [...stages.entries()].reverse()) {
    yield* inked(i, stage, stage.ink.filter(liesUnder).reverse());
  }
  for (const [i, stage] of stages.entries()) {
    yield* inked(
      i,
      stage,
      stage.ink.filter((stroke) => !liesUnder(stroke)),
    );
  }
}

function liesUnder({ tool }: Stroke): boolean {
  return brushOf(tool).blend === 'under';
}

/** The textures that a drawing needs, by the ids of their filters. */
function texturesOf(strokes: readonly Stroke[]): readonly (readonly [id: string, texture: string])[] {
  const used = new Set(strokes.map(textureOf));
  const all = BRUSHES.flatMap(({ tool, svg: { texture, upright } }) => [
    [`${TEXTURE_ID}${tool}`, texture] as const,
    [`${TEXTURE_ID}${tool}${UPRIGHT_ID}`, upright] as const,
  ]);
  return all.flatMap(([id, texture]) =>
    texture !== undefined && used.has(id) ? [[id, texture] as const] : [],
  );
}

/** The id of the filter that gives a stroke its texture; undefined if it has none. */
function textureOf(stroke: Stroke): string | undefined {
  const { tool, svg } = brushOf(stroke.tool);
  if (svg.texture === undefined) return undefined;
  return `${TEXTURE_ID}${tool}${svg.upright !== undefined && runsUpright(stroke) ? UPRIGHT_ID : ''}`;
}

/** True if a stroke runs more up and down than across. */
function runsUpright({ points }: Stroke): boolean {
  let [across, down] = [0, 0];
  for (const [i, [x, y]] of points.entries()) {
    const [fromX, fromY] = points[Math.max(0, i - 1)]!;
    across += Math.abs(x - fromX);
    down += Math.abs(y - fromY);
  }
  return down > across;
}

/** How many strokes have a texture, which a vector can only imitate. */
export function texturedCount(strokes: readonly Stroke[]): number {
  return strokes.filter(({ tool }) => brushOf(tool).svg.texture !== undefined).length;
}

/** The coat of each stroke. */
type CoatOf = ReadonlyMap<Stroke, readonly Stroke[]>;

/**
 * Strokes behind a mask, if there is one. What is masked is blended as a whole: what multiplies is masked apart from the
 * rest, in a group that multiplies with what lies below.
 */
function* behindMask(
  mask: string | undefined,
  strokes: readonly Stroke[],
  coats: CoatOf,
  path: (stroke: Stroke) => string,
): Generator<string> {
  let masked: 'multiplied' | 'covering' | undefined;
  let open: Stroke | undefined;
  for (const stroke of strokes) {
    const texture = textureOf(stroke);
    if (open && !(isMultiplied(open) ? coats.get(open) === coats.get(stroke) : textureOf(open) === texture)) {
      yield '</g>\n';
      open = undefined;
    }
    const blends = isMultiplied(stroke) ? 'multiplied' : 'covering';
    if (mask !== undefined && masked !== blends) {
      if (masked) yield '</g>\n';
      yield `<g mask="url(#${mask})"${blends === 'multiplied' ? MULTIPLIES : ''}>\n`;
      masked = blends;
    }
    if (!open && texture !== undefined) {
      yield group(stroke, texture);
      open = stroke;
    }
    yield path(stroke);
  }
  if (open) yield '</g>\n';
  if (masked) yield '</g>\n';
}

/** What was drawn before some strokes erased, and those strokes. */
interface Stage {
  readonly ink: Stroke[];
  /** Strokes that erase this stage and all before it. */
  readonly erasers: Stroke[];
}

function stagesOf(strokes: readonly Stroke[]): Stage[] {
  let stage: Stage = { ink: [], erasers: [] };
  const stages = [stage];
  for (const stroke of strokes) {
    if (!leavesInk(stroke.tool)) stage.erasers.push(stroke);
    else {
      if (stage.erasers.length > 0) {
        stage = { ink: [], erasers: [] };
        stages.push(stage);
      }
      stage.ink.push(stroke);
    }
  }
  return stages;
}

function isMultiplied({ tool }: Stroke): boolean {
  return brushOf(tool).blend === 'multiply';
}

/**
 * The group that gives strokes their texture. Neighbours of one brush share it. What multiplies has a group for each
 * coat, which also carries the opacity: so strokes of one wash are one.
 */
function group(stroke: Stroke, texture: string): string {
  const look = isMultiplied(stroke) ? `${MULTIPLIES} opacity="${portion(coverOf(stroke))}"` : '';
  return `<g filter="url(#${texture})"${look}>\n`;
}

/** The opacity of the stroke's shape, 0..1, without its tone. */
function coverOf(stroke: Stroke): number {
  const brush = brushOf(stroke.tool);
  return fromHex(stroke.color).alpha * opacityOf(brush, stroke) * (brush.svg.opacity ?? 1);
}

/** What the reader needs to make the same stroke. */
function marksOf({ tool, opacity, at }: Stroke, tone: number): string {
  const brush = brushOf(tool);
  const name = brush.svg.named ? ` ${TOOL_MARK}="${brush.tool}"` : '';
  const own = opacity === undefined ? '' : ` ${OPACITY_MARK}="${opacity}"`;
  const began = at === undefined ? '' : ` ${AT_MARK}="${at}"`;
  return `${name}${own}${began}${tone === 1 ? '' : ` ${TONE_MARK}="${tone}"`}`;
}

/**
 * @param isRound true if it goes round its points
 * @param order its number in the drawing; undefined where it is not written
 */
function pathOf(stroke: Stroke, isRound: boolean, order?: number): string {
  const { tool, size, points, pressure, tilt } = stroke;
  const { hex } = fromHex(stroke.color);
  const brush = brushOf(tool);
  const cover = isMultiplied(stroke) ? 1 : coverOf(stroke);
  // As exact as it is written. No shape is darker than opaque.
  const tone = Math.round(1e4 * Math.min(1 / cover, toneOf(brush, stroke))) / 1e4;
  const covers = cover * tone;
  const mark = `${marksOf(stroke, tone)}${order === undefined ? '' : ` ${ORDER_MARK}="${order}"`}`;
  const varies = tilt ?? (brush.radius(0, UPRIGHT) === brush.radius(1, UPRIGHT) ? undefined : pressure);
  if (!varies) {
    const opacity = covers < 1 ? ` stroke-opacity="${portion(covers)}"` : '';
    const { data, isBent } = line(points, isRound && brush.bends);
    const bends = isBent ? ` ${BENDS_MARK}=""` : '';
    return `<path d="${data}" stroke="${hex}" stroke-width="${number(size)}"${opacity}${mark}${bends}/>\n`;
  }
  const opacity = covers < 1 ? ` fill-opacity="${portion(covers)}"` : '';
  return `<path d="${shape(stroke, { ...brush, bends: isRound && brush.bends })}" fill="${hex}"${opacity}${mark}/>\n`;
}

/** A line's path data. A dot is a line of no length, which its round ends make visible. */
function line(points: readonly Point[], bends: boolean): { readonly data: string; readonly isBent: boolean } {
  if (points.length === 1) return { data: `${run(points)}h0`, isBent: false };
  const bent = bends ? bentLine(points) : undefined;
  return bent ? { data: commands(bent), isBent: true } : { data: run(points), isBent: false };
}

function shape(stroke: Stroke, brush: Brush): string {
  const { count, x, y, radius } = traceOf(asFlatStroke(stroke), brush, CLOSE_UP);
  const points = Array.from({ length: count }, (_, i): Point => [x[i]! / CLOSE_UP, y[i]! / CLOSE_UP]);
  const radii = Array.from(radius.subarray(0, count), (r) => r / CLOSE_UP);
  const { ribbons, discs } = outline(points, radii);
  return [...ribbons.map((ribbon) => `${run(ribbon)}z`), ...discs.map(disc)].join('');
}

function disc({ x, y, r }: { readonly x: number; readonly y: number; readonly r: number }): string {
  const [radius, across] = [number(r), decimal(2 * whole(r))];
  if (whole(r) === 0) return '';
  return `M${decimal(whole(x) + whole(r))} ${number(y)}a${radius} ${radius} 0 1 1-${across} 0a${radius} ${radius} 0 1 1 ${across} 0z`;
}

/** A run of points. */
function run(points: readonly Point[]): string {
  return commands(points.map((point, i) => [i === 0 ? 'M' : 'l', point]));
}

/** The first point absolute, the others relative: in whole thousandths, so that errors do not add up. */
function commands(all: readonly PathCommand[]): string {
  let [x, y, last] = [0, 0, ''];
  const parts: string[] = [];
  for (const [name, ...points] of all) {
    const ends = points.map((point) => [whole(point[0]), whole(point[1])] as const);
    for (const [i, [nextX, nextY]] of ends.entries()) {
      const dy = decimal(nextY - y);
      const gap = i > 0 || name === last ? ' ' : name;
      const space = name !== 'M' && dy.startsWith('-') ? '' : ' ';
      parts.push(`${gap}${decimal(nextX - x)}${space}${dy}`);
    }
    [x, y] = ends.at(-1) ?? [x, y];
    last = name;
  }
  return parts.join('');
}

function whole(v: number): number {
  return Math.round(v * SCALE);
}

function number(v: number): string {
  return decimal(whole(v));
}

/** An opacity, exact enough to find the alpha of a colour in it again. */
function portion(v: number): string {
  return decimal(Math.round(v * 1e6) / 1e3);
}

/** Whole thousandths as a decimal: 1500 is `1.5`, -30 is `-.03`. */
function decimal(thousandths: number): string {
  const text = String(thousandths / SCALE);
  return text.startsWith('0.') ? text.slice(1) : text.startsWith('-0.') ? `-${text.slice(2)}` : text;
}
