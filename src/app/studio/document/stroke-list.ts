/**
 * The strokes of a drawing while operations are made on them, one after the other: thousands of them on a drawing of
 * 20,000 within a frame. Kept in runs, so that one is found, put in or taken out without looking at all the others.
 */
import type { Stroke } from '../../../core/drawing/types.ts';
import { strokeKey } from './stroke-key.ts';

/** Strokes of a run, at most; a longer one is cut in two. */
const RUN = 512;
/** So many strokes are looked for one by one before an index is worth being made. */
const ONE_BY_ONE = 4;

type Run = Stroke[];

export class StrokeList {
  /** As it was given, as long as strokes only came on top: then nothing has to be cut into runs. */
  #given: readonly Stroke[] | undefined;
  readonly #onTop: Stroke[] = [];
  readonly #cutRuns: Run[] = [];
  #length: number;
  #looked = 0;
  /** In which run an object lies. */
  #homes: Map<Stroke, Run> | undefined;
  /** An object is there twice: it is then looked for one by one. */
  #doubled = false;
  #byKey: Map<string, Stroke[]> | undefined;

  constructor(strokes: readonly Stroke[]) {
    this.#length = strokes.length;
    this.#given = strokes;
  }

  get length(): number {
    return this.#length;
  }

  toArray(): readonly Stroke[] {
    if (!this.#given) return this.#runs.flat();
    return this.#onTop.length === 0 ? this.#given : [...this.#given, ...this.#onTop];
  }

  get #runs(): Run[] {
    const strokes = this.#given;
    if (!strokes) return this.#cutRuns;
    this.#given = undefined;
    for (const some of [strokes, this.#onTop]) {
      for (let from = 0; from < some.length; from += RUN) this.#cutRuns.push(some.slice(from, from + RUN));
    }
    return this.#cutRuns;
  }

  insert(index: number, stroke: Stroke): void {
    if (this.#given && index === this.#length) {
      this.#onTop.push(stroke);
      this.#length++;
      return;
    }
    let from = 0;
    let at = 0;
    // Between two runs it goes to the end of the first.
    while (at < this.#runs.length && from + this.#runs[at]!.length < index) from += this.#runs[at++]!.length;
    let run = this.#runs[at];
    if (!run) {
      run = [];
      this.#runs.push(run);
    }
    run.splice(index - from, 0, stroke);
    this.#length++;
    this.#settleIn(stroke, run);
    const same = this.#byKey?.get(strokeKey(stroke));
    if (same) same.push(stroke);
    else this.#byKey?.set(strokeKey(stroke), [stroke]);
    if (run.length > RUN) this.#cut(run, at);
  }

  removeAt(index: number): void {
    let from = 0;
    let at = 0;
    while (from + this.#runs[at]!.length <= index) from += this.#runs[at++]!.length;
    const [stroke] = this.#runs[at]!.splice(index - from, 1);
    if (!stroke) throw new RangeError(`there is no stroke ${index}`);
    this.#length--;
    this.#homes?.delete(stroke);
    const same = this.#byKey?.get(strokeKey(stroke));
    same?.splice(same.indexOf(stroke), 1);
  }

  /** The topmost place of this very object; -1 when it is not there. */
  indexOf(stroke: Stroke): number {
    if (!this.#homes && this.#looked++ >= ONE_BY_ONE) this.#makeHomes();
    if (!this.#homes || this.#doubled) return this.#search((one) => one === stroke);
    const home = this.#homes.get(stroke);
    if (!home) return -1;
    let from = 0;
    for (const run of this.#runs) {
      if (run === home) return from + run.indexOf(stroke);
      from += run.length;
    }
    return -1;
  }

  /** The topmost of those that equal it; -1 when there is none. */
  indexOfKey(key: string): number {
    if (!this.#byKey && this.#looked++ >= ONE_BY_ONE) this.#makeKeys();
    if (!this.#byKey) return this.#search((one) => strokeKey(one) === key);
    return Math.max(-1, ...(this.#byKey.get(key) ?? []).map((stroke) => this.indexOf(stroke)));
  }

  /** From the top down. */
  #search(is: (stroke: Stroke) => boolean): number {
    let from = this.#length;
    for (let at = this.#runs.length - 1; at >= 0; at--) {
      const run = this.#runs[at]!;
      from -= run.length;
      const index = run.findLastIndex(is);
      if (index >= 0) return from + index;
    }
    return -1;
  }

  #settleIn(stroke: Stroke, run: Run): void {
    if (this.#homes?.has(stroke)) this.#doubled = true;
    this.#homes?.set(stroke, run);
  }

  #makeHomes(): void {
    this.#homes = new Map();
    for (const run of this.#runs) for (const stroke of run) this.#settleIn(stroke, run);
  }

  #makeKeys(): void {
    const keys = new Map<string, Stroke[]>();
    for (const run of this.#runs) {
      for (const stroke of run) {
        const key = strokeKey(stroke);
        const same = keys.get(key);
        if (same) same.push(stroke);
        else keys.set(key, [stroke]);
      }
    }
    this.#byKey = keys;
  }

  #cut(run: Run, at: number): void {
    const upper = run.splice(run.length >> 1);
    this.#runs.splice(at + 1, 0, upper);
    if (this.#homes) for (const stroke of upper) this.#homes.set(stroke, upper);
  }
}
