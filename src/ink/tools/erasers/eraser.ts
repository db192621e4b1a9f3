/** The Eraser switches between the segment eraser and the stroke eraser, as chosen. States: idle, sweeping. */
import type { Device, Sample } from '../../input/pointer.ts';
import { ringCursor } from '../ring-cursor.ts';
import type { Tool, ToolContext } from '../tool.ts';
import { SegmentEraser } from './segment-eraser.ts';
import { StrokeEraser } from './stroke-eraser.ts';

export class Eraser implements Tool {
  readonly #context: ToolContext;
  readonly #modes;
  /** The eraser of the gesture in progress: the mode may change meanwhile. */
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
