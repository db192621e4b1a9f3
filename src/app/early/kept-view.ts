/**
 * A kept view: the pixels that the canvas of a drawing showed last, and where. Shared by the studio, which stores it, and
 * the script that shows it before the app has loaded. A database of its own, because that script waits for it to open.
 */

import type { EarlyPen } from './early-pen.ts';

/** The database, and its only store. Keys are ids of drawings. */
export const KEPT_VIEWS = 'pleinair-views';
export const VIEWS = 'views';

export interface KeptView {
  /** RGBA, not premultiplied, `width` x `height` device pixels. */
  readonly pixels: ArrayBuffer;
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
  /** INK_LOOK of the ink that drew it. */
  readonly look: number;
  /** ms since the epoch. */
  readonly used: number;
}

/**
 * The version of how ink looks. Raise it when a stroke gets other pixels: pictures of before would change under the
 * eyes of a person.
 */
export const INK_LOOK = 4;

/** What a kept view must fit: the size of the window and its pixels. */
export function screenOf(window: Pick<Window, 'innerWidth' | 'innerHeight' | 'devicePixelRatio'>): string {
  return [window.innerWidth, window.innerHeight, window.devicePixelRatio].join(' ');
}

/** The picture that early.ts shows. */
export interface ShownView {
  readonly drawing: string;
  readonly view: KeptView;
  readonly canvas: HTMLCanvasElement;
  /** What a person does on it. */
  readonly pen: EarlyPen;
}

declare global {
  /** Set by early.ts once the picture is in the page. */
  var shownView: ShownView | undefined;
}

/** Takes the picture of this drawing over, if it is shown. The caller removes its canvas once it shows the same. */
export function takeShownView(drawing: string): ShownView | undefined {
  const shown = globalThis.shownView;
  if (shown?.drawing !== drawing) return undefined;
  globalThis.shownView = undefined;
  return shown;
}

/** Removes the picture, where the page turns out to show something else. */
export function dropShownView(): void {
  globalThis.shownView?.pen.stop();
  globalThis.shownView?.canvas.remove();
  globalThis.shownView = undefined;
}
