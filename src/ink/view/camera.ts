/** The position and zoom of the view on the endless paper. */
import { COORDINATE_MAX } from '../../core/drawing/limits.ts';
import type { Bounds, Position } from '../geometry/bounds.ts';
import { NO_TRANSFORM, type Transform } from '../geometry/transform.ts';
import { ZOOM_MAX, ZOOM_MIN } from './zoom-limits.ts';

/** `x`, `y`: the drawing units at the top left corner of the view. `zoom`: CSS px per drawing unit. */
export interface Camera {
  readonly x: number;
  readonly y: number;
  readonly zoom: number;
}

/** Width and height, CSS px. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Zoom 1, with the origin at the top left. */
export const HOME: Camera = { x: 0, y: 0, zoom: 1 };

function clampZoom(zoom: number): number {
  return Math.min(ZOOM_MAX, Math.max(ZOOM_MIN, zoom));
}

function clampCoordinate(v: number): number {
  return Math.min(COORDINATE_MAX, Math.max(-COORDINATE_MAX, v));
}

/** A camera within the limits of zoom and coordinates. A number that is NaN becomes that of `HOME`. */
export function cameraAt(x: number, y: number, zoom: number): Camera {
  return {
    x: clampCoordinate(Number.isFinite(x) ? x : HOME.x),
    y: clampCoordinate(Number.isFinite(y) ? y : HOME.y),
    zoom: clampZoom(Number.isFinite(zoom) ? zoom : HOME.zoom),
  };
}

/** Converts a screen place (CSS px in the view) to drawing units. */
export function toWorld(camera: Camera, x: number, y: number): Position {
  return { x: camera.x + x / camera.zoom, y: camera.y + y / camera.zoom };
}

/** Converts drawing units to a screen place (CSS px in the view). */
export function toScreen(camera: Camera, x: number, y: number): Position {
  return { x: (x - camera.x) * camera.zoom, y: (y - camera.y) * camera.zoom };
}

/** Moves the paper by CSS px, along with the hand. */
export function pan(camera: Camera, dx: number, dy: number): Camera {
  return cameraAt(camera.x - dx / camera.zoom, camera.y - dy / camera.zoom, camera.zoom);
}

/** Zooms so that the paper at this place of the screen stays there. */
export function zoomAt(camera: Camera, x: number, y: number, zoom: number): Camera {
  const next = clampZoom(zoom);
  const at = toWorld(camera, x, y);
  return cameraAt(at.x - x / next, at.y - y / next, next);
}

/** Zooms by `factor` about `from`, and moves that place to `to`. CSS px. */
export function pinch(camera: Camera, from: Position, to: Position, factor: number): Camera {
  return pan(zoomAt(camera, from.x, from.y, camera.zoom * factor), to.x - from.x, to.y - from.y);
}

/** Widths at the edges of the view that something covers, CSS px. */
export interface Insets {
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
}

/** Shows all of `bounds` in the middle of the part that `insets` leave free; never larger than 100 %. */
export function fitBounds(bounds: Bounds, view: Size, insets: Insets): Camera {
  const width = bounds.maxX - bounds.minX;
  const height = bounds.maxY - bounds.minY;
  const room = {
    width: Math.max(1, view.width - insets.left - insets.right),
    height: Math.max(1, view.height - insets.top - insets.bottom),
  };
  const zoom = clampZoom(
    Math.min(1, room.width / Math.max(width, 1e-9), room.height / Math.max(height, 1e-9)),
  );
  const x = bounds.minX + width / 2 - (insets.left + room.width / 2) / zoom;
  const y = bounds.minY + height / 2 - (insets.top + room.height / 2) / zoom;
  return cameraAt(x, y, zoom);
}

/** The part of the paper that the view shows, drawing units. */
export function visibleBounds(camera: Camera, view: Size): Bounds {
  return {
    minX: camera.x,
    minY: camera.y,
    maxX: camera.x + view.width / camera.zoom,
    maxY: camera.y + view.height / camera.zoom,
  };
}

/** The camera moved by less than a device pixel, so that the paper lies on whole device pixels. */
export function snap(camera: Camera, ratio: number): Camera {
  const scale = camera.zoom * ratio;
  return {
    x: Math.round(camera.x * scale) / scale,
    y: Math.round(camera.y * scale) / scale,
    zoom: camera.zoom,
  };
}

/** The transform that keeps strokes in place on the screen while the view moves. */
export function heldOnScreen(from: Camera, to: Camera): Transform {
  const scale = from.zoom / to.zoom;
  return { ...NO_TRANSFORM, scale, dx: to.x - from.x * scale, dy: to.y - from.y * scale };
}
