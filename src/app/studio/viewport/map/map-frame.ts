/** Positions on the map of a drawing. */
import type { Bounds, Size } from '../../../../ink/index.ts';

/** CSS px. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Scale in CSS px per drawing unit, and the drawing's coordinates at the map's upper left corner. */
export interface MapFrame {
  readonly x: number;
  readonly y: number;
  readonly scale: number;
}

/** Margin of the map, CSS px. */
const EDGE = 6;
/** Least size of the frame, CSS px, so that it stays visible. */
const FRAME_MIN = 4;

/** Fits `world` into the middle of the map. */
export function mapFrame(world: Bounds, map: Size): MapFrame {
  const [width, height] = [world.maxX - world.minX, world.maxY - world.minY];
  const scale = Math.min(
    (map.width - 2 * EDGE) / Math.max(width, 1e-9),
    (map.height - 2 * EDGE) / Math.max(height, 1e-9),
  );
  return {
    x: world.minX + width / 2 - map.width / 2 / scale,
    y: world.minY + height / 2 - map.height / 2 / scale,
    scale,
  };
}

export function onMap({ x, y, scale }: MapFrame, area: Bounds): Box {
  const width = Math.max(FRAME_MIN, (area.maxX - area.minX) * scale);
  const height = Math.max(FRAME_MIN, (area.maxY - area.minY) * scale);
  return {
    left: ((area.minX + area.maxX) / 2 - x) * scale - width / 2,
    top: ((area.minY + area.maxY) / 2 - y) * scale - height / 2,
    width,
    height,
  };
}

/** The drawing's coordinates at a point of the map. */
export function fromMap({ x, y, scale }: MapFrame, left: number, top: number): { x: number; y: number } {
  return { x: x + left / scale, y: y + top / scale };
}
