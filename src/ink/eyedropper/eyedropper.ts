/** The eyedropper: a pointer looks for a colour, and takes it when it is lifted. */
import type { Stroke } from '../../core/drawing/types.ts';
import type { Bounds, Position } from '../geometry/bounds.ts';
import type { Frames } from '../input/frames.ts';
import { type Camera, toWorld } from '../view/camera.ts';
import { backgroundOf, seenArea, seenColor } from './seen-color.ts';

/** What a pointer is over that looks for a colour. */
export interface Look extends Position {
  /** CSS px in the view. */
  readonly x: number;
  readonly y: number;
  /** `#rrggbb`; undefined where no ink is seen. */
  readonly color: string | undefined;
}

export interface EyedropperEvents {
  /** A pointer looks for a colour here: show it beside the pointer. Undefined: it no longer looks. */
  onLook?(look: Look | undefined): void;
  /** The colour of what the page shows under the ink, `#rrggbb`: taken where there is no ink. @param at CSS px in the view */
  colorUnder?(at: Position): string | undefined;
  /** A colour was taken, `#rrggbb`; undefined: there was none. */
  onPick?(color: string | undefined): void;
}

/** What it looks at. */
interface Paper {
  readonly host: HTMLElement;
  readonly camera: Camera;
  /** Device px per CSS px. */
  readonly ratio: number;
  /** The strokes that one sees there, bottom first. */
  seen(area: Bounds): readonly Stroke[];
}

export class Eyedropper {
  readonly #paper: Paper;
  readonly #events: EyedropperEvents;
  /** A colour is looked for once a frame, however often the pointer moves. */
  readonly #step: ReturnType<Frames['step']>;
  #at: Position | undefined;

  constructor(paper: Paper, frames: Frames, events: EyedropperEvents) {
    this.#paper = paper;
    this.#events = events;
    this.#step = frames.step(() => this.#show());
  }

  /** @param at CSS px in the view */
  look(at: Position): void {
    this.#at = at;
    this.#step.ask();
  }

  /** The pointer was lifted: takes the colour, or leaves it. */
  end(takes: boolean): void {
    const at = this.#at;
    this.#at = undefined;
    this.#step.forget();
    if (at === undefined) return;
    this.#events.onLook?.(undefined);
    if (takes) this.#events.onPick?.(this.colorAt(at));
  }

  /** The colour of the ink that one sees there, or else of what lies under it; undefined on bare paper. @param at CSS px in the view */
  colorAt(at: Position): string | undefined {
    const { host, camera, ratio } = this.#paper;
    const scale = camera.zoom * ratio;
    const place = toWorld(camera, at.x, at.y);
    const ink = seenColor(this.#paper.seen(seenArea(place, scale)), place, scale, backgroundOf(host));
    return ink ?? this.#events.colorUnder?.(at);
  }

  #show(): void {
    const at = this.#at;
    if (at) this.#events.onLook?.({ x: at.x, y: at.y, color: this.colorAt(at) });
  }
}
