/**
 * Pressure for devices that measure none: a line is thin where the hand was quick, and tapers at its ends. It depends
 * on places and times alone, not on how often the device reports them.
 */

/** The pressure of a hand that rests, and towards which it falls the quicker the hand is. */
const SLOW = 0.72;
const QUICK = 0.14;
/** The speed half-way between them, CSS px per ms: a brisk line. */
const HALF_WAY = 0.8;
/** The time over which the speed is averaged, ms. */
const AVERAGED = 40;
/** How long the ends taper, CSS px, */
const TAPER = 24;
/** and the last one with a hand that was lifted while it moved: so many ms longer, up to so many px. */
const FLICK = 30;
const TAPER_MOST = 64;
/** The part of the pressure that is left at the very end. */
const TIP = 0.15;
/** A shorter stroke is a dot, and has one width, CSS px. */
const DOT = 3;

/** The pressure of a line of one width. */
const EVEN = 0.5;

export class SpeedPressure {
  /** The averaged speed, CSS px per ms. */
  speed = 0;
  #x = 0;
  #y = 0;
  #time: number | undefined;
  /** The way so far, and its part that has no speed yet, CSS px. */
  #way = 0;
  #new = 0;

  /** The pressure at the next place of the line. @param time ms */
  at(x: number, y: number, time: number): number {
    if (this.#time === undefined) this.#time = time;
    else this.#new += Math.hypot(x - this.#x, y - this.#y);
    this.#x = x;
    this.#y = y;
    const passed = time - this.#time;
    // Clocks of pages are rounded: samples of one moment are taken together.
    if (passed > 0) {
      // Exact for a speed that is constant in between, so that a device's rate makes no difference.
      this.speed += (this.#new / passed - this.speed) * (1 - Math.exp(-passed / AVERAGED));
      this.#way += this.#new;
      this.#new = 0;
      this.#time = time;
    }
    return atSpeed(this.speed) * tip(this.#way + this.#new, TAPER);
  }
}

function atSpeed(speed: number): number {
  return QUICK + ((SLOW - QUICK) * HALF_WAY) / (HALF_WAY + speed);
}

/** The part of the pressure at this distance from an end that tapers over `taper` px. */
function tip(distance: number, taper: number): number {
  return distance >= taper ? 1 : TIP + ((1 - TIP) * distance) / taper;
}

interface Line {
  readonly x: readonly number[];
  readonly y: readonly number[];
  /** Of SpeedPressure; changed in place. */
  readonly pressure: number[];
}

/**
 * Finishes the pressures of a whole line: its end tapers too, and a line that is too short for both tapers has shorter
 * ones. @param zoom CSS px per unit of the line @param speed with which it ended
 */
export function taperEnds({ x, y, pressure }: Line, zoom: number, speed: number): void {
  const ways = [0];
  for (let i = 1; i < x.length; i++) {
    ways.push(ways[i - 1]! + Math.hypot(x[i]! - x[i - 1]!, y[i]! - y[i - 1]!) * zoom);
  }
  const whole = ways.at(-1) ?? 0;
  if (whole < DOT) {
    pressure.fill(EVEN);
    return;
  }
  const first = Math.min(TAPER, whole / 2);
  const last = Math.min(TAPER + FLICK * speed, TAPER_MOST, whole / 2);
  for (const [i, way] of ways.entries()) {
    pressure[i] = (pressure[i]! / tip(way, TAPER)) * tip(way, first) * tip(whole - way, last);
  }
}
