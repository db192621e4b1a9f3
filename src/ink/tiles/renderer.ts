/** The renderer draws the finished strokes. Whether it keeps one bitmap or tiles is its own business. */
import type { Layer, Stroke } from '../../core/drawing/types.ts';
import type { Veil } from '../brush/field/paint-coats.ts';
import type { ShowVeil } from '../canvas/wet-ink-layer.ts';
import type { Bounds } from '../geometry/bounds.ts';
import type { Swap } from '../scene/edit.ts';
import type { Camera, Size } from '../view/camera.ts';
import type { Area, StandIn } from './tile-painter.ts';

export interface Renderer {
  /** Its transparent element, over the paper. */
  readonly element: HTMLElement;
  /**
   * Shows a drawing from its JSON before its strokes are set for the first time. Takes the buffer over. Returns false if
   * it can only draw once the strokes are set.
   */
  read(document: ArrayBuffer): boolean;
  /**
   * Shows strokes that were drawn before the drawing's own strokes arrived; they lie on top of those. Only until strokes
   * are set for the first time.
   */
  setEarly(strokes: readonly Stroke[]): void;
  /** Shows a picture in the place of the drawing until all visible tiles are there. */
  standIn: StandIn | undefined;
  /** Called when that could not be painted: it is as if there had been none. */
  onStandInFailed: (() => void) | undefined;
  /** What the screen shows; undefined unless settled. The image changes with the next frame: copy it. */
  picture(): StandIn | undefined;
  /**
   * Replaces the strokes, bottom first. Compared by identity: those that were there before are not painted again.
   */
  setStrokes(strokes: readonly Stroke[]): void;
  /** Paints the strokes in these layers. Before the strokes are set for the first time, the document's own. */
  setLayers(layers: readonly Layer[]): void;
  /** Replaces strokes by parts of them, in their places, until others are set. `rub` shows the difference. */
  swap(swaps: readonly Swap[]): void;
  /**
   * Paints a stroke that erases, until what it went over is drawn anew. `holds`: not before `endRub`, because no other
   * strokes show the difference yet.
   */
  rub(stroke: Stroke, holds: boolean): void;
  /** The strokes show what they are to show: what was rubbed out is drawn anew. */
  endRub(): void;
  /** Removes strokes. A few of them disappear with the next frame. */
  remove(strokes: readonly Stroke[]): void;
  /** Strokes that may touch this area, bottom first. */
  near(area: Bounds): Stroke[];
  /** Has what the layers make of ink that is drawn or carried below others painted in the view, and nothing else. */
  wantVeils(veils: readonly Veil[]): void;
  /** Paint those onto a canvas, in a part of the view, device px. Undefined until all of the view is there. */
  readonly veils: readonly ShowVeil[] | undefined;
  /** Called once they are there, or are others. */
  onVeils: (() => void) | undefined;
  setCamera(camera: Camera): void;
  /** `ratio`: device pixels per CSS px. */
  resize(view: Size, ratio: number): void;
  /** Reports input: work that is not visible waits until it rests. */
  isDrawing: boolean;
  /** Where the view does not show all strokes as they are, not even roughly. Device px. */
  readonly lacking: readonly Area[];
  /** Called each time it has painted. */
  onPainted: (() => void) | undefined;
  /** True if everything visible is sharp and up to date. */
  readonly settled: boolean;
  /** Called each time `settled` becomes true. */
  onSettled: (() => void) | undefined;
  destroy(): void;
}
