/** What draws the finished strokes. How it keeps them (one bitmap, tiles) is its own affair. */
import type { Stroke } from '../../core/drawing/types.ts';
import type { Bounds } from '../geometry/bounds.ts';
import type { Camera, Size } from '../view/camera.ts';

export interface Renderer {
  /** What it draws on; it lies over the paper, which shows through. */
  readonly element: HTMLElement;
  /**
   * The JSON of the drawing, whose strokes are set next, and first of all: what can be drawn of it before is. It is not
   * to be used any more. False where nothing can be drawn before the strokes are set.
   */
  read(document: ArrayBuffer): boolean;
  /**
   * The drawing's own strokes have not come yet: these lie on top of them, whatever they will be. Until strokes are set
   * for the first time.
   */
  setEarly(strokes: readonly Stroke[]): void;
  /**
   * What there is to draw, bottom first. Strokes are told apart as objects: those that were given before
   * are not drawn anew.
   */
  setStrokes(strokes: readonly Stroke[]): void;
  /** More strokes, on top, until others are set. */
  add(strokes: readonly Stroke[]): void;
  /** Takes strokes away; as long as they are few, they are gone from the screen with the next frame. */
  remove(strokes: readonly Stroke[]): void;
  /** Those of its strokes that may be seen in this part of the paper, bottom first. */
  near(area: Bounds): Stroke[];
  setCamera(camera: Camera): void;
  /** `ratio`: device pixels per CSS px. */
  resize(view: Size, ratio: number): void;
  /** A hand draws: work that it does not see waits until it rests. */
  isDrawing: boolean;
  /** Is what is seen sharp and whole? */
  readonly settled: boolean;
  /** Called each time it becomes settled. */
  onSettled: (() => void) | undefined;
  destroy(): void;
}
