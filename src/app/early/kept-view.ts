/**
 * A kept view: the pixels that the canvas of a drawing showed last, and where. Shared by the studio, which stores it, and
 * the script that shows it before the app has loaded. A database of its own, because that script waits for it to open.
 */

import { COORDINATE_MAX } from '../../core/drawing/limits.ts';
import { ZOOM_MAX, ZOOM_MIN } from '../../ink/view/zoom-limits.ts';
import type { EarlyPen } from './early-pen.ts';

/** The database, and its stores. Keys are ids of drawings. Apart, so that counting bytes reads no pixels. */
export const KEPT_VIEWS = 'pleinair-views';
export const VIEWS = 'views';
export const PIXELS = 'pixels';

/** What a canvas shows, but for its pixels. */
export interface SeenView {
  /** Device pixels. */
  readonly width: number;
  readonly height: number;
  /** Device pixels per drawing unit, and the top left corner in device pixels from the drawing's origin. */
  readonly scale: number;
  readonly left: number;
  readonly top: number;
  readonly camera: { readonly x: number; readonly y: number; readonly zoom: number };
  /** Colour of the paper under it; absent for white. */
  readonly paper?: string | undefined;
  /** The canvas in the window, CSS px. */
  readonly at: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
  /** The window: `screenOf` then. Another one shows other parts of the paper. */
  readonly screen: string;
  /** `inkPrint` of the drawing's strokes. */
  readonly ink: string;
}

/** A part of a picture, in its pixels. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** What is stored of a view beside its pixels. */
export interface KeptView extends SeenView {
  /** The part that PIXELS has: nothing is drawn around it. */
  readonly box: Box;
  /** INK_LOOK of the ink that drew it. */
  readonly look: number;
  /** ms since the epoch. */
  readonly used: number;
  /** Bytes in PIXELS; 0 if only this is left of it, which knows the paper. */
  readonly bytes: number;
  /** True if the pixels are a picture file, as old ones are; else they are RGBA, not premultiplied. */
  readonly packed: boolean;
}

/**
 * The version of how ink looks, and of its print. Raise it when a stroke gets other pixels: pictures of before would
 * change under the eyes of a person; or when `inkPrint` looks at more: they may show something else.
 */
export const INK_LOOK = 12;

/** Most pixels of a side: more than any screen has, and no more than every browser gives a canvas. */
const SIDE_MAX = 16_384;

/** True unless something in it is damaged: then it is as if there were none. */
export function isSound(value: unknown): value is KeptView {
  const view = value as Partial<KeptView> | null | undefined;
  if (!view?.camera || !view.at || !view.box) return false;
  const { width, height, scale, left, top, camera, at, box, look, used, bytes, paper, screen } = view;
  const numbers = [scale, left, top, camera.x, camera.y, camera.zoom, at.x, at.y, look, used, bytes];
  if (!numbers.every(Number.isFinite) || !(scale! > 0)) return false;
  // What is drawn on it gets its place from the camera: one of another place would put it out of sight.
  const ratio = Number(`${screen}`.split(' ').at(-1));
  if (!(Math.abs(scale! / (camera.zoom * ratio) - 1) <= 1e-6)) return false;
  if (!(Math.abs(left! - camera.x * scale!) <= 1 && Math.abs(top! - camera.y * scale!) <= 1)) return false;
  if (camera.zoom < ZOOM_MIN || camera.zoom > ZOOM_MAX) return false;
  // At the edge of the paper, a camera is a part of a pixel beyond it.
  if (Math.max(Math.abs(camera.x), Math.abs(camera.y)) > COORDINATE_MAX + 1 / scale!) return false;
  // A canvas of another size is empty, or none, and painting it throws.
  const right = box.x + box.width;
  const bottom = box.y + box.height;
  const sides = [
    width,
    height,
    at.width,
    at.height,
    box.width,
    box.height,
    box.x + 1,
    box.y + 1,
    right,
    bottom,
  ];
  if (!sides.every((n) => Number.isInteger(n) && n! > 0 && n! <= SIDE_MAX)) return false;
  if (right > width! || bottom > height!) return false;
  return paper === undefined || (typeof paper === 'string' && /^#[\da-f]{3,8}$/i.test(paper));
}

/** What a kept view must fit: the size of the window and its pixels. */
export function screenOf(window: Pick<Window, 'innerWidth' | 'innerHeight' | 'devicePixelRatio'>): string {
  return [window.innerWidth, window.innerHeight, window.devicePixelRatio].join(' ');
}

/** The picture that early.ts shows, or hands to the app. */
export interface ShownView {
  readonly drawing: string;
  readonly view: KeptView;
  readonly canvas: HTMLCanvasElement;
  /** What a person does on it; absent if the app was faster, so that it is not in the page. */
  readonly pen?: EarlyPen;
}

declare global {
  /** Set by early.ts once it has the picture. */
  var shownView: ShownView | undefined;
  /** Set by the app, which may be faster: early.ts calls it when it has set one of these. */
  var onEarlyNews: (() => void) | undefined;
  /** Set by early.ts: the colour of the paper of the drawing that the address names, where that is known. */
  var knownPaper: { readonly drawing: string; readonly color: string } | undefined;
}

/** Takes the picture of this drawing over, if it is shown. The caller removes its canvas, and shows the same. */
export function takeShownView(drawing: string): ShownView | undefined {
  const shown = globalThis.shownView;
  if (shown?.drawing !== drawing) return undefined;
  globalThis.shownView = undefined;
  return shown;
}

/** Removes the picture, where the page turns out to show something else. */
export function dropShownView(): void {
  globalThis.shownView?.pen?.stop();
  globalThis.shownView?.pen?.page.letGo();
  globalThis.shownView?.canvas.remove();
  globalThis.shownView = undefined;
}
