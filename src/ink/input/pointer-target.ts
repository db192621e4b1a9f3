/** The receiver of pointer input: the engine implements it. */
import type { Position } from '../geometry/bounds.ts';
import type { Device, Sample } from './samples.ts';

export interface PointerTarget {
  /** True while Shift is held. Set before each call below. */
  shift: boolean;
  /** A stroke begins. `eraser`: with the eraser end of a pen. */
  start(sample: Sample, device: Device, eraser: boolean): void;
  /**
   * The stroke being drawn has new moves. They come through `move` when the input is flushed, or when something
   * else happens to the stroke.
   */
  moved(): void;
  /** New samples. `predicted` are places the browser expects next; they are not part of the stroke. */
  move(samples: readonly Sample[], predicted: readonly Sample[]): void;
  end(): void;
  /** The stroke was a mistake (a second finger came at once, or a palm before the pen): all of it goes. */
  drop(): void;
  /** The paper moves with the pointer from one place to another, and is scaled by `factor`. */
  drag(from: Position, to: Position, factor: number): void;
  /** `ready`: the next drag would move the paper; `moving`: a drag is moving it. */
  dragging(state: 'idle' | 'ready' | 'moving'): void;
  /** A pen was used for the first time: from now on fingers move the paper. */
  penSeen(): void;
  /** A finger moved or tapped the paper, where it would have drawn before a pen was used. */
  turnedAway(): void;
  /** Two or more fingers came down together, held still and were lifted. */
  tapped(fingers: number): void;
  /**
   * A finger holds still where it came down, or a pointer came down with Alt: it is to pick a colour. False if colours
   * cannot be picked now. Afterwards, what the pointer has begun is dropped.
   */
  startPicking(at: Position): boolean;
  /** The pointer that picks is here, CSS px in the view. */
  pickAt(at: Position): void;
  /** It was lifted and takes the colour, or the picking was a mistake. */
  endPicking(takes: boolean): void;
  /** The wheel turned. It moves the paper or, with a modifier or two fingers on a touchpad, zooms. */
  wheel(at: Position, dx: number, dy: number, zooming: boolean): void;
}
