/**
 * A list of strokes with fast changes: thousands of operations on 20,000 strokes within a frame. It is divided
 * into runs, so that an operation touches one run only.
 */
import type { Stroke } from '../../../core/drawing/types.ts';
import { strokeKey } from './stroke-key.ts';

/** Most strokes in a run. A longer one is split. */
const RUN = 512;
/** Number of linear searches before an index is built. */
const LINEAR_SEARCHES = 4;

type Run = Stroke[];

export class StrokeList {
  /** The original strokes. Kept as they are while strokes are only added on top. */
  #given: readonly Stroke[] | undefined;
  readonly #onTop: Stroke[] = [];
  readonly #cutRuns: Run[] = [];
  #length: number;
  #looked = 0;
  /** The objects that are looked for; undefined for any. */
  #sought: ReadonlySet<Stroke> | undefined;
  /** The run of each object that is looked for. */
  #homes: Map<Stroke, Run> | undefined;
  /** True if an object occurs twice. Searches are then linear. */
  #doubled = false;
  #byKey: Map<string, Stroke[]> | undefined;

  /** @param sought the objects that will be looked for, if they are known: an index of a few is made much faster */
  constructor(strokes: readonly Stroke[], sought?: ReadonlySet<Stroke>) {
    this.#length = strokes.length;
    this.#given = strokes;
    this.#sought = sought;
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
    let offset = index;
    let at = 0;
    for (const { length } of this.#runs) {
      // Between two runs, insert at the end of the first.
      if (offset <= length) break;
      offset -= length;
      at++;
    }
    let run = this.#runs[at];
    if (!run) {
      run = [];
      this.#runs.push(run);
    }
    run.splice(offset, 0, stroke);
    this.#length++;
    this.#settleIn(stroke, run);
    const same = this.#byKey?.get(strokeKey(stroke));
    if (same) same.push(stroke);
    else this.#byKey?.set(strokeKey(stroke), [stroke]);
    if (run.length > RUN) this.#cut(run, at);
  }

  removeAt(index: number): void {
    let offset = index;
    const run = this.#runs.find(({ length }) => {
      if (offset < length) return true;
      offset -= length;
      return false;
    });
    const [stroke] = run?.splice(offset, 1) ?? [];
    if (!stroke) throw new RangeError(`there is no stroke ${index}`);
    this.#length--;
    this.#homes?.delete(stroke);
    const same = this.#byKey?.get(strokeKey(stroke));
    same?.splice(same.indexOf(stroke), 1);
  }

  /** The topmost index of this object, or -1. */
  indexOf(stroke: Stroke): number {
    if (!this.#homes && this.#looked++ >= LINEAR_SEARCHES) this.#makeHomes();
    if (!this.#homes || this.#doubled || !this.#isSought(stroke))
      return this.#search((one) => one === stroke);
    const home = this.#homes.get(stroke);
    if (!home) return -1;
    let from = 0;
    for (const run of this.#runs) {
      if (run === home) return from + run.indexOf(stroke);
      from += run.length;
    }
    return -1;
  }

  /** The topmost index of a stroke with this key, or -1. */
  indexOfKey(key: string): number {
    if (!this.#byKey && this.#looked++ >= LINEAR_SEARCHES) this.#makeKeys();
    if (!this.#byKey) return this.#search((one) => strokeKey(one) === key);
    return Math.max(-1, ...(this.#byKey.get(key) ?? []).map((stroke) => this.indexOf(stroke)));
  }

  /** Linear search from the top. */
  #search(is: (stroke: Stroke) => boolean): number {
    let from = this.#length;
    for (const run of this.#runs.toReversed()) {
      from -= run.length;
      const index = run.findLastIndex(is);
      if (index >= 0) return from + index;
    }
    return -1;
  }

  #isSought(stroke: Stroke): boolean {
    return !this.#sought || this.#sought.has(stroke);
  }

  #settleIn(stroke: Stroke, run: Run): void {
    if (!this.#isSought(stroke)) return;
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
    // The objects that are found by it are others.
    this.#sought = undefined;
    this.#homes = undefined;
  }

  #cut(run: Run, at: number): void {
    const upper = run.splice(run.length >> 1);
    this.#runs.splice(at + 1, 0, upper);
    if (this.#homes) for (const stroke of upper) if (this.#isSought(stroke)) this.#homes.set(stroke, upper);
  }
}
