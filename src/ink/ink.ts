/** One canvas: it shows strokes, takes what hands do, and tells of edits. engine.ts implements it. */
import type { Stroke } from '../core/drawing/types.ts';
import type { Edit } from './scene/edit.ts';
import type { Selection } from './selection/selection.ts';
import type { EraserTip } from './tools/tool.ts';
import type { ToolName } from './tools/toolbox.ts';
import type { Camera, Insets } from './view/camera.ts';

export type SelectionActions = Pick<
  Selection,
  'strokes' | 'set' | 'all' | 'step' | 'clear' | 'nudge' | 'scale' | 'recolor' | 'duplicate' | 'erase'
>;

export interface InkEvents {
  /** A hand has changed the drawing; it is drawn so already. */
  onEdit(edit: Edit): void;
  /** A tool went down on the paper, or was lifted. */
  onPen(down: boolean): void;
  onCamera(camera: Camera): void;
  /** From now on fingers move the paper: a pen was seen for the first time. */
  onPenSeen(): void;
  /** A finger moved the paper, or tapped it, where it would have drawn before. */
  onFingerTurnedAway?(): void;
  /** A tap with so many fingers, two at least. */
  onTap?(fingers: number): void;
  /** No ink was taken, since the drawing holds as many strokes as it can. */
  onFull(): void;
  /** Other strokes are selected. */
  onSelect?(strokes: readonly Stroke[]): void;
  /** What is seen has become sharp and whole. */
  onSettled?(): void;
}

export interface InkOptions extends InkEvents {
  readonly tool: ToolName;
  /** `#rrggbb` or another form that strokes take. */
  readonly color: string;
  /** Drawing units. */
  readonly size: number;
  /** As it is at first where nobody chooses. */
  readonly eraser?: EraserTip;
  /** Was a pen seen on this device before? */
  readonly penSeen: boolean;
  readonly fingersDraw: boolean;
  /**
   * Its strokes have not come yet: until `open` the paper holds still, and the strokes that are set are those that were
   * drawn meanwhile.
   */
  readonly opening?: boolean;
}

export interface Ink {
  readonly strokes: readonly Stroke[];
  readonly camera: Camera;
  /** Is what is seen sharp and whole? */
  readonly settled: boolean;
  /** What the lasso has picked, and what keys and buttons do with it. */
  readonly selection: SelectionActions;
  /**
   * The JSON of the drawing, as the API answers it, before its strokes are set for the first time: it is shown from then
   * on. The buffer is not to be used any more. False where it cannot be shown before its strokes are set.
   */
  read(document: ArrayBuffer): boolean;
  /** The drawing's own strokes have come; what was drawn meanwhile is set with them next. */
  open(strokes: readonly Stroke[]): void;
  /** Strokes that were given before, as objects, are not drawn anew. */
  setStrokes(strokes: readonly Stroke[]): void;
  /** Full, it takes no strokes more, however few there are. */
  setFull(full: boolean): void;
  setTool(tool: ToolName): void;
  setColor(color: string): void;
  setSize(size: number): void;
  /** Also of a pen's other end. */
  setEraser(eraser: EraserTip): void;
  /** Do fingers draw, or move the paper? */
  setFingers(draw: boolean): void;
  setCamera(camera: Camera): void;
  /** CSS px: the paper moves with it. */
  panBy(dx: number, dy: number): void;
  /** About the middle of the view. */
  zoomBy(factor: number): void;
  zoomTo(zoom: number): void;
  /** Shows the whole drawing beside what covers the edges of the view; home when it is empty. */
  fit(covered?: Insets): void;
  /** Drops what a hand is doing on the paper, as if it had not begun. False when it does nothing. */
  cancel(): boolean;
  destroy(): void;
}
