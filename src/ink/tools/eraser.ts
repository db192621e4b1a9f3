/** Takes away what it touches: parts of strokes or whole ones, as chosen. Its states are those of every tip: idle, sweeping. */
import type { Device, Sample } from '../input/pointer.ts';
import { ringCursor } from './ring-cursor.ts';
import { SegmentEraser } from './segment-eraser.ts';
import { StrokeEraser } from './stroke-eraser.ts';
import type { Tool, ToolContext } from './tool.ts';

export class Eraser implements Tool {
  readonly #context: ToolContext;
  readonly #modes;
  /** The one that was put down last: the mode may change while it is on the paper. */
  #down: SegmentEraser | StrokeEraser;

  constructor(context: ToolContext) {
    this.#context = context;
    this.#modes = { part: new SegmentEraser(context), whole: new StrokeEraser(context) };
    this.#down = this.#modes.part;
  }

  get cursor(): string {
    return ringCursor(this.#context.eraser.size);
  }

  start(sample: Sample, device: Device): void {
    this.#down = this.#modes[this.#context.eraser.mode];
    this.#down.start(sample, device);
  }

  move(samples: readonly Sample[]): void {
    this.#down.move(samples);
  }

  end(): void {
    this.#down.end();
  }

  drop(): void {
    this.#down.drop();
  }
}
