/** Who is told what hands do. */
import type { Position } from '../geometry/bounds.ts';
import type { Device, Sample } from './samples.ts';

export interface PointerTarget {
  /** Is Shift held? As of what is told next. */
  shift: boolean;
  /** A stroke begins. `eraser`: with the pen's other end. */
  start(sample: Sample, device: Device, eraser: boolean): void;
  /** The stroke being drawn went on. How is told when the input is flushed, or something else happens to the stroke. */
  moved(): void;
  /** `predicted`: where the browser thinks the pointer goes next; not part of the stroke. */
  move(samples: readonly Sample[], predicted: readonly Sample[]): void;
  end(): void;
  /** The stroke was a mistake (a second finger came at once, a palm before the pen): nothing of it stays. */
  drop(): void;
  /** The paper moves with the hand, from one place to another, and grows by `factor`. */
  drag(from: Position, to: Position, factor: number): void;
  /** `ready`: the next drag moves the paper; `moving`: it moves. */
  dragging(state: 'idle' | 'ready' | 'moving'): void;
  /** A pen was seen for the first time: from now on fingers move the paper. */
  penSeen(): void;
  /** A finger moved the paper, or tapped it, where it would have drawn before a pen was seen. */
  turnedAway(): void;
  /** Two fingers or more came down together, held still and were lifted. */
  tapped(fingers: number): void;
  /** The wheel turned: to move the paper, or, with a modifier or two fingers on a touchpad, to zoom. */
  wheel(at: Position, dx: number, dy: number, zooming: boolean): void;
}
