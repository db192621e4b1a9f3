/** One touch of a hand: its samples become those of the line, steadied and with the pressure that they shall have. */
import { curved } from './curve.ts';
import type { Feel } from './feel.ts';
import type { Device, Sample } from './sample.ts';
import { SpeedPressure, taperEnds } from './speed.ts';
import { PulledString } from './string.ts';

/** The constant pressure that a pen without a sensor reports. */
const NO_SENSOR = 0.5;

export class Touch {
  /** True once the pen has shown that it measures pressure. */
  hasSensor: boolean;
  readonly #feel: Feel;
  readonly #string: PulledString;
  /** Undefined where the device measures pressure, or lines shall be even. */
  readonly #speed: SpeedPressure | undefined;
  #newest: Sample;

  /** @param hasSensor true if this device's pen is known to measure pressure */
  constructor(first: Sample, device: Device, feel: Feel, hasSensor: boolean) {
    this.#feel = feel;
    this.#newest = first;
    this.#string = new PulledString(feel.steady);
    this.#string.begin(first.x, first.y);
    this.hasSensor = hasSensor || (device === 'pen' && first.pressure !== NO_SENSOR);
    const isMeasured = device === 'pen' && this.hasSensor;
    this.#speed = feel.tapers && !isMeasured ? new SpeedPressure() : undefined;
  }

  /** The first sample of the line. */
  begin(): Sample {
    const { x, y, time } = this.#newest;
    return this.#pressed(this.#newest, this.#speed?.at(x, y, time));
  }

  /** The next sample of the line; undefined if the line stays where it is. */
  move(sample: Sample): Sample | undefined {
    this.#newest = sample;
    if (sample.pressure !== undefined && sample.pressure !== NO_SENSOR) this.hasSensor = true;
    const string = this.#string;
    const isMoved = string.pull(sample.x, sample.y);
    const speed = this.#speed?.at(string.x, string.y, sample.time);
    if (speed !== undefined && !isMoved) return undefined;
    return this.#pressed(sample, speed);
  }

  /** The rest of the way to the pointer; undefined if the line is there. It is the end of the stroke. */
  rest(): Sample | undefined {
    const { x, y } = this.#newest;
    const { x: lineX, y: lineY } = this.#string;
    if (x === lineX && y === lineY) return undefined;
    return { ...this.#pressed(this.#newest, this.#speed?.at(lineX, lineY, this.#newest.time)), x, y };
  }

  /** The samples that the browser predicts, with the pressure that the line would have there. */
  predicted(samples: readonly Sample[]): readonly Sample[] {
    if (this.#speed === undefined && this.#feel.softness === 0.5) return samples;
    const { x, y } = this.#string;
    const speed = this.#speed?.at(x, y, this.#newest.time);
    return samples.map((sample) => ({ ...sample, pressure: this.#pressureOf(sample, speed) }));
  }

  /** Finishes the pressures of the whole line. @param zoom CSS px per unit of the line */
  finish(line: Parameters<typeof taperEnds>[0], zoom: number): void {
    if (this.#speed) taperEnds(line, zoom, this.#speed.speed);
  }

  #pressed(sample: Sample, speed: number | undefined): Sample {
    if (this.#feel.steady === 0 && speed === undefined && this.#feel.softness === 0.5) return sample;
    const { x, y } = this.#string;
    return { ...sample, x, y, pressure: this.#pressureOf(sample, speed) };
  }

  #pressureOf({ pressure }: Sample, speed: number | undefined): number | undefined {
    if (speed !== undefined) return speed;
    return pressure === undefined || !this.hasSensor ? pressure : curved(pressure, this.#feel.softness);
  }
}
