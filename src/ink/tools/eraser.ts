/** Takes away what it touches: parts of strokes or whole ones, as chosen. Its states are those of every tip: idle, sweeping. */
import type { Device, Sample } from '../input/pointer.ts';
import { PartEraser } from './segment-eraser.ts';
import { ringCursor } from './ring-cursor.ts';
import { StrokeEraser } from './stroke-eraser.ts';
import type { Desk, Tool } from './tool.ts';

export class Eraser implements Tool {
  readonly #desk: Desk;
  readonly #modes;
  /** The one that was put down last: the mode may change while it is on the paper. */
  #down: PartEraser | StrokeEraser;

  constructor(desk: Desk) {
    this.#desk = desk;
    this.#modes = { part: new PartEraser(desk), whole: new StrokeEraser(desk) };
    this.#down = this.#modes.part;
  }

  get cursor(): string {
    return ringCursor(this.#desk.eraser.size);
  }

  start(sample: Sample, device: Device): void {
    this.#down = this.#modes[this.#desk.eraser.mode];
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
