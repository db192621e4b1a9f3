/** The geometry of a photo under the ink: where it lies, and where hands put it. Angles are degrees clockwise. */
import { COORDINATE_MAX, UNDERLAY_SCALE_MAX } from '../../../core/drawing/limits.ts';
import type { Underlay } from '../../../core/drawing/types.ts';
import { type Bounds, type Camera, roundTo, toScreen } from '../../../ink/index.ts';

/** Middle of the photo in drawing units, drawing units for each of its px, and how far it is turned. */
export type Place = Pick<Underlay, 'x' | 'y' | 'scale' | 'angle'>;
/** Px of the photo. */
export type PhotoSize = Pick<Underlay, 'width' | 'height'>;

interface Position {
  readonly x: number;
  readonly y: number;
}

/** How much of the paper in sight a new photo takes. */
const IN_SIGHT = 0.9;
/** What is narrower or lower than this beside a panel is too little for a photo, CSS px. */
const ROOM = 160;
/** Drawing units of the longer side, at least and at most: a photo can always be seen and found again. */
const [SIDE_MIN, SIDE_MAX] = [24, 20_000];
/** A turn this near to a quarter is one, degrees. */
const STRAIGHT = 2.5;
const QUARTER = 90;

/**
 * The largest part of the paper in sight beside what covers some of it. All of it where that part is small: what
 * is covered there is seen once the panel is closed.
 * @param zoom CSS px of a drawing unit
 */
export function roomBeside(seen: Bounds, cover: Bounds | undefined, zoom: number): Bounds {
  if (!cover) return seen;
  const area = ({ minX, minY, maxX, maxY }: Bounds) => Math.max(0, maxX - minX) * Math.max(0, maxY - minY);
  const parts = [
    { ...seen, maxX: Math.min(seen.maxX, cover.minX) },
    { ...seen, minX: Math.max(seen.minX, cover.maxX) },
    { ...seen, maxY: Math.min(seen.maxY, cover.minY) },
    { ...seen, minY: Math.max(seen.minY, cover.maxY) },
  ];
  const largest = parts.reduce((best, part) => (area(part) > area(best) ? part : best));
  const { minX, minY, maxX, maxY } = largest;
  return Math.min(maxX - minX, maxY - minY) * zoom >= ROOM ? largest : seen;
}

/** In the middle of the paper in sight, upright, as large as all of it can be seen. */
export function placeInSight({ width, height }: PhotoSize, { minX, minY, maxX, maxY }: Bounds): Place {
  const scale = IN_SIGHT * Math.min((maxX - minX) / width, (maxY - minY) / height);
  return settled({ x: (minX + maxX) / 2, y: (minY + maxY) / 2, scale, angle: 0 }, { width, height });
}

/** Another photo where one lies: with the same middle and turn, and as long. */
export function placeOfOther(place: Place, before: PhotoSize, { width, height }: PhotoSize): Place {
  const length = Math.max(before.width, before.height) * place.scale;
  return settled({ ...place, scale: length / Math.max(width, height) }, { width, height });
}

export interface Gesture {
  /** Drawing units: what lies at `from` comes to lie at `to`. */
  readonly from: Position;
  readonly to: Position;
  /** How much larger. */
  readonly grow: number;
  /** Degrees clockwise. */
  readonly turn: number;
}

/** The place after a gesture: moved, and made larger and turned around the place of the hand. */
export function gestured(place: Place, size: PhotoSize, { from, to, grow, turn }: Gesture): Place {
  const scale = scaleWithin(place.scale * grow, size);
  const factor = scale / place.scale;
  const [dx, dy] = turned((place.x - from.x) * factor, (place.y - from.y) * factor, turn);
  return settled({ x: to.x + dx, y: to.y + dy, scale, angle: place.angle + turn }, size);
}

/** Larger and turned around its own middle. */
export function changed(place: Place, size: PhotoSize, grow: number, turn: number): Place {
  return gestured(place, size, { from: place, to: place, grow, turn });
}

/** Turned to a quarter if it is nearly that. */
export function straightened(place: Place): Place {
  const quarter = Math.round(place.angle / QUARTER) * QUARTER;
  return Math.abs(place.angle - quarter) <= STRAIGHT ? { ...place, angle: wound(quarter) } : place;
}

/** Turned to the nearest multiple of `step` degrees. */
export function turnedInSteps(place: Place, step: number): Place {
  return { ...place, angle: wound(Math.round(place.angle / step) * step) };
}

/** The corners on the paper, clockwise from the photo's upper left, drawing units. */
export function cornersOf({ x, y, scale, angle }: Place, { width, height }: PhotoSize): readonly Position[] {
  const [w, h] = [(width * scale) / 2, (height * scale) / 2];
  return [
    [-w, -h],
    [w, -h],
    [w, h],
    [-w, h],
  ].map(([dx = 0, dy = 0]) => {
    const [right, down] = turned(dx, dy, angle);
    return { x: x + right, y: y + down };
  });
}

/** The px of the photo at a place of the paper, in drawing units; undefined beside the photo. */
export function photoPixelAt(place: Place, size: PhotoSize, at: Position): Position | undefined {
  const [dx, dy] = turned(at.x - place.x, at.y - place.y, -place.angle);
  const x = dx / place.scale + size.width / 2;
  const y = dy / place.scale + size.height / 2;
  return x >= 0 && y >= 0 && x < size.width && y < size.height ? { x, y } : undefined;
}

/** The CSS transform of an element that has the photo's size, its corner at that of the view, and origin 0 0. */
export function transformOf(place: Place, { width, height }: PhotoSize, camera: Camera): string {
  const { x, y } = toScreen(camera, place.x, place.y);
  return (
    `translate(${x}px, ${y}px) rotate(${place.angle}deg) scale(${place.scale * camera.zoom}) ` +
    `translate(${-width / 2}px, ${-height / 2}px)`
  );
}

function turned(x: number, y: number, degrees: number): readonly [number, number] {
  const radians = (degrees * Math.PI) / 180;
  const [sin, cos] = [Math.sin(radians), Math.cos(radians)];
  return [x * cos - y * sin, x * sin + y * cos];
}

function scaleWithin(scale: number, { width, height }: PhotoSize): number {
  const longer = Math.max(width, height);
  return Math.min(UNDERLAY_SCALE_MAX, SIDE_MAX / longer, Math.max(SIDE_MIN / longer, scale));
}

/** An angle above -180 and at most 180. */
function wound(angle: number): number {
  const rest = ((angle % 360) + 360) % 360;
  return rest > 180 ? rest - 360 : rest;
}

/** Within the limits of a drawing, in numbers that are short as text: to a hundredth of a px of a photo of 4,096. */
function settled({ x, y, scale, angle }: Place, size: PhotoSize): Place {
  const within = (v: number) => roundTo(Math.min(COORDINATE_MAX, Math.max(-COORDINATE_MAX, v)), 3);
  return {
    x: within(x),
    y: within(y),
    scale: Number(scaleWithin(scale, size).toPrecision(6)),
    angle: roundTo(wound(angle), 2),
  };
}
