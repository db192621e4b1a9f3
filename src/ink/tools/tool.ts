/** The interface of a tool, and the context that the engine gives it. */
import type { Stroke } from '../../core/drawing/types.ts';
import type { WetInkLayer } from '../canvas/wet-ink-layer.ts';
import type { Feel } from '../feel/feel.ts';
import type { Bounds, Position } from '../geometry/bounds.ts';
import type { Guide } from '../geometry/guide.ts';
import type { Device, Sample } from '../input/pointer.ts';
import type { Edit, Swap } from '../scene/edit.ts';
import type { Selection } from '../selection/selection.ts';
import type { Camera } from '../view/camera.ts';
import type { Left } from './late-work.ts';

export interface Tool {
  /** CSS cursor over the canvas. */
  readonly cursor: string;
  start(sample: Sample, device: Device): void;
  move(samples: readonly Sample[], predicted: readonly Sample[]): void;
  /** The pointer was lifted: finishes the gesture and commits it, or leaves work to `context.later`. */
  end(): void;
  /** The gesture was a mistake: undoes it and commits nothing. */
  drop(): void;
  /** Another tool was chosen. */
  leave?(): void;
}

/** Mode and width of the eraser. */
export interface EraserTip {
  readonly mode: 'part' | 'whole';
  /** Diameter in CSS px at any zoom: zoomed in, it erases finer. */
  readonly size: number;
}

/** The default eraser: people who erase mean the part that they touch. */
export const ERASER: EraserTip = { mode: 'part', size: 12 };

/** What the engine offers to its tools. */
export interface ToolContext {
  /** Constant between `start` and `end`, unless the tool itself pans with `drag`. */
  readonly camera: Camera;
  /** Colour of new strokes; `size` is their width in drawing units. */
  readonly color: string;
  readonly size: number;
  /** Opacity of new strokes, on top of what brush and colour have: 0 < opacity <= 1. */
  readonly opacity: number;
  /** The layer of new strokes; undefined for the base. */
  readonly layer: string | undefined;
  readonly eraser: EraserTip;
  /** How new strokes follow the hand. */
  readonly feel: Feel;
  /** The perspective that straight lines follow; undefined for none. */
  readonly guide: Guide | undefined;
  readonly wetInk: Pick<WetInkLayer, 'begin' | 'draw' | 'clear'>;
  /** True while Shift is held: lines become straight, and the lasso adds to the selection. */
  readonly shift: boolean;
  /** True while loops and taps of the lasso add to the selection without Shift. */
  readonly isAdding: boolean;
  /** The strokes of the drawing, bottom first; those that are hidden or swapped are still there. */
  readonly strokes: readonly Stroke[];
  /** How many more strokes the drawing can hold. */
  readonly room: number;
  /** True if it takes no new stroke: it has all the strokes, or all the bytes, that it can hold. */
  readonly isFull: boolean;
  /** True until the drawing's own strokes are read: gestures are only for what was drawn meanwhile. */
  readonly isOpening: boolean;
  readonly selection: Selection;
  /** Accent colour of the interface, for the lasso's line. */
  readonly accent: string;
  /** Finished strokes that may touch this area. Hidden ones are left out, and those of other layers. */
  near(area: Bounds): readonly Stroke[];
  /** Hides strokes until a commit erases them or `showAll` brings them back. */
  hide(strokes: readonly Stroke[]): void;
  /** Shows parts of strokes in their places until the next commit. A stroke that `rub` paints shows the difference. */
  swap(swaps: readonly Swap[]): void;
  /**
   * Paints a stroke that erases, until what it went over is drawn anew. `holds`: not before the gesture is done, because
   * no `swap` shows the difference.
   */
  rub(stroke: Stroke, holds: boolean): void;
  /** Undoes `hide` and `swap`. */
  showAll(): void;
  /**
   * The drawing time now, ms; from 0 while the drawing opens. Undefined beyond what a stroke may say. Call it at every move.
   * @param begins true for a stroke that begins: after a long pause the wash before it is dry
   */
  time(begins?: boolean): number | undefined;
  /** Applies the edit to the drawing and reports it. */
  commit(edit: Edit): void;
  /**
   * Has the rest of a gesture done in slices, after what earlier ones left; its edit counts as made now.
   * @param work gets the strokes that are drawn meanwhile: the gesture leaves them alone
   */
  later(work: (newer: ReadonlySet<Stroke>) => Left): void;
  /** True while earlier gestures have work left. */
  readonly isBehind: boolean;
  /** Calls `run` once they have none: at once, if that is so. */
  afterwards(run: () => void): void;
  /** Does what they left, now. */
  finish(): void;
  /** Reports that strokes were refused because the drawing is full. */
  full(): void;
  /** Reports that a loop caught nothing. */
  missed(): void;
  /** Pans by the way between two places, CSS px. */
  drag(from: Position, to: Position): void;
}
