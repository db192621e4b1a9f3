/** Paints the pictures of a selection with the painter of tiles: its strokes without what was erased, and a ring around each. */
import type { Stroke } from '../../core/drawing/types.ts';
import type { Brush } from '../brush/brush.ts';
import { brushOf, leavesInk } from '../brush/brushes.ts';
import { paintCoat, paintPixels } from '../brush/field/paint-stroke.ts';
import { blankPixels, type Pixels, straightBytes, wholeOf } from '../brush/field/pixels.ts';
import { asFlatStroke } from '../brush/flat-stroke.ts';
import { FLAT_DEPTH, shadeFlat } from '../brush/kinds/flat-shade.ts';
import { Coats, washOf } from '../brush/wet-wash.ts';
import { grow, overlap, strokeBounds } from '../geometry/bounds.ts';
import type { Viewport } from '../view/viewport.ts';

/** The pictures are painted in squares of this side, px: a small one is quickly done, and needs little memory. */
const SIDE = 256;
/** How far a stroke may show beyond its bounds, px. */
const EDGE = 2;
/** Points that are painted between two looks at the clock: about a millisecond on a slow phone. */
const POINTS_PER_STEP = 300;

export interface PicturesToPaint {
  /** Bottom first, with those that erase. */
  readonly strokes: readonly Stroke[];
  /** The strokes themselves. */
  readonly ink: CanvasRenderingContext2D;
  /** The same, opaque wherever there is ink, if that is wanted. */
  readonly solid?: CanvasRenderingContext2D | undefined;
  /** The rings around them, if they are wanted. */
  readonly rings: CanvasRenderingContext2D | undefined;
  /** What the corner of both canvases shows. */
  readonly place: Viewport;
  /** Any CSS colour. */
  readonly color: string;
  /** Width of a ring, drawing units. */
  readonly wide: number;
}

/** Returns a step of the work, for `inSlices`. */
export function paintPictures(pictures: PicturesToPaint): () => boolean {
  const work = allSquares(pictures);
  return () => work.next().done === true;
}

/** Pauses after each step. */
function* allSquares(pictures: PicturesToPaint): Generator<void, void> {
  const { strokes, ink, solid, rings, place, wide } = pictures;
  const color = asHex(ink, pictures.color);
  const { width, height } = ink.canvas;
  const { scale } = place;
  const coats = new Coats(washOf);
  coats.set(strokes);
  for (let y = 0; y < height; y += SIDE) {
    for (let x = 0; x < width; x += SIDE) {
      const [left, top] = [place.left + x, place.top + y];
      const square = {
        minX: left / scale,
        minY: top / scale,
        maxX: (left + SIDE) / scale,
        maxY: (top + SIDE) / scale,
      };
      const around = grow(square, wide + EDGE / scale);
      const near = strokes.filter((stroke) => overlap(strokeBounds(stroke), around));
      if (near.length > 0) {
        const blank = () => blankPixels(left, top, Math.min(SIDE, width - x), Math.min(SIDE, height - y));
        const seen = near.filter(({ tool }) => leavesInk(tool));
        if (rings) yield* showSquare(rings, blank(), x, y, outlines(seen, color, wide), scale);
        yield* showSquare(
          ink,
          blank(),
          x,
          y,
          coats.group(near).map((coat) => [coat]),
          scale,
          solid,
        );
      }
      yield;
    }
  }
}

/** A stroke, or the strokes of one wash, with its own brush; or one stroke with another brush. */
type Painted = readonly [coat: readonly Stroke[], brush?: Brush];

/** All strokes wider by a ring, then without themselves: what lies below a selected stroke shows through. */
function outlines(strokes: readonly Stroke[], color: string, wide: number): Painted[] {
  return [
    ...strokes.map((stroke): Painted => [[{ ...stroke, color, opacity: 1 }], outline(stroke, wide)]),
    ...strokes.map((stroke): Painted => [[stroke], { ...outline(stroke, 0), blend: 'erase' }]),
  ];
}

/** Covers the shape of the stroke evenly, and `wide` drawing units around it. */
function outline({ tool, size }: Stroke, wide: number): Brush {
  const brush = brushOf(tool);
  return {
    ...brush,
    radius: (pressure, lean) => brush.radius(pressure, lean) + wide / size,
    blend: 'over',
    opacity: 1,
    reads: [],
    depth: () => FLAT_DEPTH,
    shade: shadeFlat,
  };
}

function* showSquare(
  target: CanvasRenderingContext2D,
  pixels: Pixels,
  x: number,
  y: number,
  painted: readonly Painted[],
  scale: number,
  solid?: CanvasRenderingContext2D,
): Generator<void, void> {
  let budget = POINTS_PER_STEP;
  for (const [coat, brush] of painted) {
    if (brush) paintPixels(pixels, scale, asFlatStroke(coat[0]!), brush);
    else paintCoat(pixels, scale, coat, asFlatStroke);
    for (const { points } of coat) budget -= points.length;
    if (budget > 0) continue;
    budget = POINTS_PER_STEP;
    yield;
  }
  const image = target.createImageData(pixels.width, pixels.height);
  straightBytes(pixels, wholeOf(pixels), image.data);
  target.putImageData(image, x, y);
  if (!solid) return;
  const { data } = image;
  for (let i = 3; i < data.length; i += 4) if (data[i]! > 0) data[i] = 255;
  solid.putImageData(image, x, y);
}

/** The colour as the painter takes it. A canvas knows every CSS colour, and writes opaque ones this way. */
function asHex(context: CanvasRenderingContext2D, color: string): string {
  context.fillStyle = '#000000';
  context.fillStyle = color;
  const { fillStyle } = context;
  return typeof fillStyle === 'string' && fillStyle.startsWith('#') ? fillStyle : '#000000';
}
