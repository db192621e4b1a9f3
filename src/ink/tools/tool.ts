/** What a tool is, and the context it works at. */
import type { Stroke } from '../../core/drawing/types.ts';
import type { WetInkLayer } from '../brushes/wet-ink-layer.ts';
import type { Bounds, Position } from '../geometry/bounds.ts';
import type { Device, Sample } from '../input/pointer.ts';
import type { Edit } from '../scene/edit.ts';
import type { Selection } from '../selection/selection.ts';
import type { Camera } from '../view/camera.ts';

export interface Tool {
  /** CSS cursor over the canvas. */
  readonly cursor: string;
  start(sample: Sample, device: Device): void;
  move(samples: readonly Sample[], predicted: readonly Sample[]): void;
  /** Lifted: what was begun is finished and committed. */
  end(): void;
  /** A mistake: what was begun is undone, and nothing is committed. */
  drop(): void;
  /** Another tool was chosen. */
  leave?(): void;
}

/** What the eraser takes, and how wide it is. */
export interface EraserTip {
  readonly mode: 'part' | 'whole';
  /** CSS px across, whatever the zoom: closer to the paper it is finer. */
  readonly size: number;
}

/** Until another is chosen: a hand that erases means what it touches. */
export const ERASER: EraserTip = { mode: 'part', size: 12 };

/** What the engine offers its tools. */
export interface ToolContext {
  /** It does not change between `start` and `end`, unless the tool changes it with `drag`. */
  readonly camera: Camera;
  /** For new strokes: colour, and width in drawing units. */
  readonly color: string;
  readonly size: number;
  readonly eraser: EraserTip;
  readonly wetInk: Pick<WetInkLayer, 'begin' | 'draw' | 'clear'>;
  /** Is the key held that makes lines straight, and that adds to a selection? */
  readonly shift: boolean;
  /** How many strokes more the drawing may hold. */
  readonly room: number;
  readonly selection: Selection;
  /** The colour of what can be acted on. */
  readonly accent: string;
  /** The finished strokes that may be seen in this part of the paper, hidden ones left out. */
  near(area: Bounds): readonly Stroke[];
  /** Takes strokes off the screen, until they are erased by a commit or shown again. */
  hide(strokes: readonly Stroke[]): void;
  /** Puts strokes on the screen, on top of all, until the next commit. */
  show(strokes: readonly Stroke[]): void;
  /** Takes back what `hide` and `show` did. */
  showAll(): void;
  /** Makes the edit, and tells of it. */
  commit(edit: Edit): void;
  /** Tells that something was not done, since the drawing is full. */
  full(): void;
  /** Moves the paper, CSS px. */
  drag(from: Position, to: Position): void;
}
