/** A square of the view where a stroke being drawn came near: its field, and what is shown of it. */
import type { Plane } from '../brush.ts';
import type { Box } from '../field/pixels.ts';
import { StrokeField } from '../field/stroke-field.ts';

/** Side of a block, px: memory is only taken where the stroke comes near. */
export const BLOCK = 64;

export class Block {
  /** The settled pieces. What is near in it is what came in this move. */
  readonly field = new StrokeField();
  /** The finished strokes that the stroke being drawn runs into. */
  run: StrokeField | undefined;
  /** Pixels as a canvas takes them (ImageData), not multiplied by alpha. */
  readonly words = new Uint32Array(BLOCK * BLOCK);
  /** Its place on the grid. */
  left = 0;
  top = 0;
  /** What has changed since it was shown, px from its corner; `right` and `bottom` lie behind it. */
  readonly changed = { left: BLOCK, top: BLOCK, right: 0, bottom: 0 };

  begin(place: Box, reads: readonly Plane[]): void {
    this.left = place.left;
    this.top = place.top;
    this.field.begin(place, reads);
  }

  /** Notes that a part of a row has changed. */
  change(y: number, from: number, to: number): void {
    const { changed } = this;
    if (from < changed.left) changed.left = from;
    if (to > changed.right) changed.right = to;
    if (y < changed.top) changed.top = y;
    if (y >= changed.bottom) changed.bottom = y + 1;
  }

  /** What has changed is on the screen. */
  shown(): void {
    Object.assign(this.changed, { left: BLOCK, top: BLOCK, right: 0, bottom: 0 });
  }

  wipe(): void {
    this.field.wipe();
    this.words.fill(0);
    this.run = undefined;
    this.shown();
  }
}
