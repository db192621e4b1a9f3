/** Paints strokes: numbers in, bytes out. The same bytes in every browser, thread and part of a picture. */
import { type Brush, opacityOf, type Plane } from '../brush.ts';
import { brushOf } from '../brushes.ts';
import type { FlatStroke } from '../flat-stroke.ts';
import { shadeFlat } from '../kinds/flat-shade.ts';
import { blend, blendFlat, type Tones, tonesOf } from './blend.ts';
import type { Pixels } from './pixels.ts';
import { StrokeField } from './stroke-field.ts';
import { traceOf } from './trace.ts';

const field = new StrokeField();
const NO_PLANES: readonly Plane[] = [];
const ERASED = tonesOf(0, 255);

/**
 * Paints a stroke onto pixels of the grid of this scale. Returns false if it does not come near them.
 * @param scale device px per drawing unit
 * @param brush another one than the stroke's own
 */
export function paintPixels(
  pixels: Pixels,
  scale: number,
  stroke: FlatStroke,
  brush: Brush = brushOf(stroke.tool),
): boolean {
  if (stroke.count === 0) return false;
  const size = stroke.size * scale;
  const reads = planesOf(brush, stroke);
  if (!field.lay(traceOf(stroke, brush, scale), pixels, brush.depth(size), reads)) return false;
  paintField(field, pixels, scale, stroke, brush);
  return true;
}

/**
 * Paints a stroke, or the strokes of one wash: their fields are one, which is shaded once. Returns false if none comes
 * near. A brush that is wet reads depth alone.
 * @param flat a stroke as numbers, which are valid until its next call
 * @param other another brush than the strokes' own
 */
export function paintCoat<T>(
  pixels: Pixels,
  scale: number,
  coat: readonly T[],
  flat: (stroke: T) => FlatStroke,
  other?: Brush,
): boolean {
  const first = flat(coat[0]!);
  const brush = other ?? brushOf(first.tool);
  if (coat.length === 1) return paintPixels(pixels, scale, first, brush);
  field.begin(pixels, NO_PLANES);
  const depth = brush.depth(first.size * scale);
  let trace = traceOf(first, brush, scale);
  for (const stroke of coat) {
    if (stroke !== coat[0]) trace = traceOf(flat(stroke), brush, scale);
    field.add(trace, 0, depth);
  }
  if (!field.close()) return false;
  paintField(field, pixels, scale, first, brush);
  return true;
}

/** What a brush must know of a stroke besides its line. */
export type StrokeStyle = Pick<FlatStroke, 'color' | 'size' | 'opacity' | 'time' | 'pressed' | 'tilted'>;

/** Shades a stroke's field, blends it onto the pixels of the same rectangle, and clears it. */
function paintField(
  field: StrokeField,
  { words }: Pixels,
  scale: number,
  stroke: StrokeStyle,
  brush: Brush,
): void {
  const tones = tonesFor(stroke, brush);
  if (brush.shade === shadeFlat && brush.blend === 'over') {
    blendFlat(field, words, tones);
    return;
  }
  shadeField(field, scale, stroke, brush);
  blend(brush.blend, field, words, tones);
}

/** Writes the opacities of a stroke into its field. */
export function shadeField(field: StrokeField, scale: number, stroke: StrokeStyle, brush: Brush): void {
  const { pressed: isPressed, tilted: isTilted } = stroke;
  const seed = Math.max(0, stroke.time);
  brush.shade(field, { size: stroke.size * scale, scale, seed, isPressed, isTilted });
}

/** What the brush reads and the stroke has. */
export function planesOf(
  { reads }: Brush,
  stroke: Pick<StrokeStyle, 'pressed' | 'tilted'>,
): readonly Plane[] {
  if (reads.length === 0) return NO_PLANES;
  return reads.filter(
    (plane) => (stroke.pressed || plane !== 'pressure') && (stroke.tilted || plane !== 'lean'),
  );
}

const known = new Map<string, Tones>();
/** Colours that are remembered at a time. */
const KNOWN_MAX = 256;

/** The stroke's colour at each opacity of its field. */
export function tonesFor(stroke: Pick<StrokeStyle, 'color' | 'opacity'>, brush: Brush): Tones {
  // What erases does so wholly, whatever its own colour.
  if (brush.blend === 'erase') return ERASED;
  const { color } = stroke;
  const opacity = opacityOf(brush, stroke);
  const name = `${color} ${opacity}`;
  const before = known.get(name);
  if (before) return before;
  const tones = tonesOf(solidOf(color), Math.round(partOf(color, 3) * opacity));
  if (known.size >= KNOWN_MAX) known.clear();
  known.set(name, tones);
  return tones;
}

/** A colour as a pixel of full opacity, whatever its own. */
export function solidOf(color: string): number {
  return (255 << 24) | (partOf(color, 2) << 16) | (partOf(color, 1) << 8) | partOf(color, 0);
}

/** Red, green, blue or alpha of `#rgb`, `#rrggbb` or one of them with alpha, 0..255. */
function partOf(color: string, i: number): number {
  const short = color.length < 6;
  const digits = short ? 1 : 2;
  const hex = color.slice(1 + i * digits, 1 + (i + 1) * digits);
  if (hex === '') return 255;
  return Number.parseInt(short ? hex + hex : hex, 16);
}
