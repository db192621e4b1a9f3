/** The interface of one drawing canvas: it shows strokes, takes input and reports edits. engine.ts implements it. */
import type { Layer, Stroke } from '../core/drawing/types.ts';
import type { EyedropperEvents } from './eyedropper/eyedropper.ts';
import type { Feel } from './feel/feel.ts';
import type { Bounds } from './geometry/bounds.ts';
import type { Guide } from './geometry/guide.ts';
import type { PointerMove } from './input/pointer.ts';
import type { Edit } from './scene/edit.ts';
import type { Selection } from './selection/selection.ts';
import type { StandIn } from './tiles/tile-painter.ts';
import type { EraserTip } from './tools/tool.ts';
import type { ToolName } from './tools/toolbox.ts';
import type { Camera, Insets } from './view/camera.ts';

export type SelectionActions = Pick<
  Selection,
  | 'strokes'
  | 'isErased'
  | 'set'
  | 'all'
  | 'step'
  | 'clear'
  | 'nudge'
  | 'scale'
  | 'turn'
  | 'mirror'
  | 'recolor'
  | 'duplicate'
  | 'keepBelow'
  | 'putDown'
  | 'erase'
>;

export interface InkEvents extends EyedropperEvents {
  /** The person changed the drawing. The canvas shows the change already. */
  onEdit(edit: Edit): void;
  /** What was to be done to strokes that went meanwhile, and is not done. What else the edit does was reported before. */
  onGone?(edit: Edit): void;
  /** A gesture of a tool began or ended. */
  onPen(down: boolean): void;
  /** A gesture is over, and its edit is still worked out, or all such edits are reported. */
  onBehind?(isBehind: boolean): void;
  /** @param isTurned true if nobody moved the view: the device was turned */
  onCamera(camera: Camera, isTurned: boolean): void;
  /** A pen was used for the first time: from now on fingers pan. */
  onPenSeen(): void;
  /** A finger panned or tapped where it would have drawn before a pen was used. */
  onFingerTurnedAway?(): void;
  /** A tap with several fingers at once. `fingers`: two or more. */
  onTap?(fingers: number): void;
  /** A stroke was refused: the drawing has reached its limit. */
  onFull(): void;
  /** A gesture was refused: the active layer is hidden or locked. */
  onClosed?(): void;
  /** A gesture is over that erases or selects, while only what was drawn meanwhile can be erased or selected. */
  onOpening?(): void;
  /** Turned or mirrored strokes would have left the paper: they stay as they were. */
  onTooFar?(): void;
  /** A loop caught nothing, and nothing is selected. */
  onMissed?(): void;
  /** The selection changed. */
  onSelect?(strokes: readonly Stroke[]): void;
  /** Every visible tile is sharp and up to date. */
  onSettled?(): void;
  /** The picture of the last time could not be painted: it is damaged, and it is as if there were none. */
  onStandInFailed?(): void;
}

export interface InkOptions extends InkEvents {
  readonly tool: ToolName;
  /** `#rrggbb` or another form that strokes take. */
  readonly color: string;
  /** Drawing units. */
  readonly size: number;
  /** 0 < opacity <= 1; the default is 1. */
  readonly opacity?: number;
  /** The eraser's mode and size; the default is ERASER. */
  readonly eraser?: EraserTip;
  /** How strokes follow the hand; the default is PLAIN. */
  readonly feel?: Feel;
  /** True if a pen was used on this device before. */
  readonly penSeen: boolean;
  readonly fingersDraw: boolean;
  /** True if the press of now is the second half of a double click that began elsewhere: it draws no dot. */
  readonly isSecondPress?: (() => boolean) | undefined;
  /**
   * True while the drawing's strokes are still being read. Until `open`, the view holds still, and `setStrokes` gets
   * only the strokes that were drawn meanwhile.
   */
  readonly opening?: boolean;
  /** A picture of the drawing from the last time, shown from the first frame until all of it is sharp. */
  readonly standIn?: StandIn | undefined;
}

export interface Ink {
  readonly strokes: readonly Stroke[];
  readonly camera: Camera;
  /** True if every visible tile is sharp and up to date. */
  readonly settled: boolean;
  /** The selected strokes, and what keys and buttons do with them. */
  readonly selection: SelectionActions;
  /**
   * Shows a drawing from its JSON, as the API answers it, before its strokes are parsed and set. Takes the buffer over:
   * the caller must not use it any more. Returns false if this browser can only show it once the strokes are set.
   */
  read(document: ArrayBuffer): boolean;
  /** Shows a picture as `InkOptions.standIn` does. Only before `open`. */
  standIn(picture: StandIn): void;
  /** Takes what pointers did before the canvas was there, in order. One that is still down draws on. */
  replay(moves: readonly PointerMove[]): void;
  /** Applies at once what erasers have taken and are still cutting. */
  finish(): void;
  /** What the screen shows; undefined while it is not whole and sharp. The image changes with the next frame: copy it. */
  picture(): StandIn | undefined;
  /**
   * Sets the drawing's own strokes. The next `setStrokes` adds what was drawn meanwhile.
   * @param standsIn false if the picture of the last time shows other strokes: it goes. The default is true
   */
  open(strokes: readonly Stroke[], standsIn?: boolean): void;
  /**
   * Replaces the strokes. Compared by identity: those that were there before are not painted again, and what is drawn next
   * is later than the others.
   */
  setStrokes(strokes: readonly Stroke[]): void;
  /**
   * Paints the strokes in these layers, the lowest first. Comes before `open`.
   * @param active id of the layer that tools work on; the default is the base, or else the highest that is open
   */
  setLayers(layers: readonly Layer[], active?: string): void;
  /** Moves the selected strokes to an open layer, which becomes active. They stay selected. */
  moveToLayer(layer: string): void;
  /** While full, new strokes are refused, whatever their number. */
  setFull(full: boolean): void;
  setTool(tool: ToolName): void;
  setColor(color: string): void;
  setSize(size: number): void;
  /** Opacity of new strokes, on top of what brush and colour have: 0 < opacity <= 1. */
  setOpacity(opacity: number): void;
  /** Mode and size of the eraser, also of a pen's eraser end. */
  setEraser(eraser: EraserTip): void;
  /** How new strokes follow the hand. */
  setFeel(feel: Feel): void;
  /** The perspective that straight lines follow from now on; undefined for none. */
  setGuide(guide: Guide | undefined): void;
  /** Chooses whether loops and taps of the lasso add to the selection, as with Shift. */
  setAdding(adds: boolean): void;
  /** Chooses whether fingers draw or pan. */
  setFingers(draw: boolean): void;
  setCamera(camera: Camera): void;
  /**
   * The colour of the ink that one sees under the pointer, or else in the middle of the view, `#rrggbb`. Undefined on bare
   * paper, and while the drawing is still being read.
   */
  seenColor(): string | undefined;
  /** Pans by CSS px; positive values move the paper right and down. */
  panBy(dx: number, dy: number): void;
  /** Zooms around the middle of the view. */
  zoomBy(factor: number): void;
  zoomTo(zoom: number): void;
  /**
   * Fits the whole drawing into the part of the view that `covered` leaves free; goes home if there is nothing.
   * @param beside what is seen beside its ink, as a photo
   */
  fit(covered?: Insets, beside?: Bounds): void;
  /** The strokes as new ink of this drawing: as if drawn now, with the same time between them. */
  renewed(strokes: readonly Stroke[]): readonly Stroke[];
  /** Cancels the gesture in progress without a trace. Returns false if there is none. */
  cancel(): boolean;
  destroy(): void;
}
