/** Where things lie on the small map of a drawing. Pure. */
import type { Bounds, Size } from '../../../../ink/index.ts';

/** CSS px. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** CSS px per drawing unit, and the drawing units at the map's top left corner. */
export interface MapFrame {
  readonly x: number;
  readonly y: number;
  readonly scale: number;
}

/** CSS px around what is shown. */
const EDGE = 6;
/** CSS px: however small it becomes, it stays to be seen. */
const LEAST = 4;

/** All of `world` in the middle of the map, as large as it can be. */
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
  const width = Math.max(LEAST, (area.maxX - area.minX) * scale);
  const height = Math.max(LEAST, (area.maxY - area.minY) * scale);
  return {
    left: ((area.minX + area.maxX) / 2 - x) * scale - width / 2,
    top: ((area.minY + area.maxY) / 2 - y) * scale - height / 2,
    width,
    height,
  };
}

/** The drawing units under a place of the map. */
export function fromMap({ x, y, scale }: MapFrame, left: number, top: number): { x: number; y: number } {
  return { x: x + left / scale, y: y + top / scale };
}
