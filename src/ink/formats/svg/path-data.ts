/**
 * Reads SVG path data (SVG 2, 9.3) into runs of points: M L H V C S Q T A Z, absolute and relative, a run for
 * each "moveto". Curves are transformed before they are flattened, so that they are as fine as the drawing
 * needs.
 */
import type { Point } from '../../../core/drawing/types.ts';
import { arcToCubics, flattenCubic } from '../common/flatten.ts';
import { Refused } from '../common/refused.ts';
import { IDENTITY, type Matrix } from './matrix.ts';

const NUMBER = /[\s,]*([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)/y;
const FLAG = /[\s,]*([01])/y;
const LETTER = /[\s,]*([a-zA-Z])/y;
const END = /[\s,]*$/y;

/** How many numbers each command takes. */
const TAKES: Readonly<Record<string, number>> = {
  m: 2,
  l: 2,
  h: 1,
  v: 1,
  c: 6,
  s: 4,
  q: 4,
  t: 2,
  a: 7,
  z: 0,
};

/** Called with the number of new points; throws when they are too many. */
export type OnPoints = (points: number) => void;

/**
 * @param hasBends true if each quadratic curve goes round a point, which is its control, from the point before
 * @throws Refused for a text that is no path data
 */
export function parsePath(
  data: string,
  matrix: Matrix = IDENTITY,
  onPoints: OnPoints = () => {},
  hasBends = false,
): Point[][] {
  return new PathReader(data, matrix, onPoints, hasBends).read();
}

class PathReader {
  readonly #data: string;
  readonly #matrix: Matrix;
  readonly #onPoints: OnPoints;
  readonly #hasBends: boolean;
  readonly #runs: Point[][] = [];
  /** The current run, in drawing units; undefined until a "moveto". */
  #run: Point[] | undefined;
  /** How many of its points were reported. */
  #reported = 0;
  #at = 0;
  /**
   * Current point, start of the run, and the control point that `S` and `T` mirror, in the path's own units.
   */
  #pen: Point = [0, 0];
  #start: Point = [0, 0];
  #handle: { readonly of: 'c' | 'q'; readonly point: Point } | undefined;

  constructor(data: string, matrix: Matrix, onPoints: OnPoints, hasBends: boolean) {
    this.#data = data;
    this.#matrix = matrix;
    this.#onPoints = onPoints;
    this.#hasBends = hasBends;
  }

  read(): Point[][] {
    const first = this.#letter();
    if (first === undefined) {
      if (!this.#ended()) throw this.#unread();
      return [];
    }
    if (first.toLowerCase() !== 'm') throw this.#unread();
    for (let letter: string | undefined = first; letter !== undefined; letter = this.#letter())
      this.#command(letter);
    if (!this.#ended()) throw this.#unread();
    // A "moveto" alone draws nothing.
    return this.#runs.filter((run) => run.length > 1);
  }

  #command(letter: string): void {
    const kind = letter.toLowerCase();
    const takes = TAKES[kind];
    if (takes === undefined) throw this.#unread();
    const relative = letter === kind;
    if (kind === 'z') {
      const last = this.#run?.at(-1);
      const [x, y] = this.#placed(this.#start);
      if (this.#run && (this.#run.length === 1 || last?.[0] !== x || last[1] !== y)) this.#line(this.#start);
      this.#pen = this.#start;
      this.#handle = undefined;
      // A command that follows without a "moveto" starts where this run began.
      this.#run = undefined;
      return;
    }
    let name = kind;
    for (let more = true; more; ) {
      const numbers = kind === 'a' ? this.#arcNumbers() : this.#numbers(takes);
      this.#draw(name, numbers, relative);
      if (name === 'm') name = 'l';
      more = this.#moreNumbers();
    }
  }

  #draw(kind: string, n: readonly number[], relative: boolean): void {
    const [ox, oy] = relative ? this.#pen : [0, 0];
    const point = (i: number): Point => [ox + (n[i] ?? 0), oy + (n[i + 1] ?? 0)];
    const mirror = (of: 'c' | 'q'): Point => {
      const [x, y] = this.#pen;
      return this.#handle?.of === of
        ? [2 * x - this.#handle.point[0], 2 * y - this.#handle.point[1]]
        : [x, y];
    };
    switch (kind) {
      case 'm':
        this.#run = undefined;
        this.#pen = this.#start = point(0);
        this.#handle = undefined;
        this.#begun();
        break;
      case 'l':
        this.#line(point(0));
        break;
      case 'h':
        this.#line([ox + (n[0] ?? 0), this.#pen[1]]);
        break;
      case 'v':
        this.#line([this.#pen[0], oy + (n[0] ?? 0)]);
        break;
      case 'c':
        this.#cubic(point(0), point(2), point(4));
        break;
      case 's':
        this.#cubic(mirror('c'), point(0), point(2));
        break;
      case 'q':
        this.#quadratic(point(0), point(2));
        break;
      case 't':
        this.#quadratic(mirror('q'), point(0));
        break;
      default:
        this.#arc(n, point(5));
    }
  }

  #line(to: Point): void {
    this.#begun().push(this.#placed(to));
    this.#moved(to);
  }

  #cubic(c1: Point, c2: Point, to: Point): void {
    const run = this.#begun();
    flattenCubic(this.#placed(this.#pen), this.#placed(c1), this.#placed(c2), this.#placed(to), run);
    this.#moved(to);
    this.#handle = { of: 'c', point: c2 };
  }

  #quadratic(c: Point, to: Point): void {
    const [x, y] = this.#pen;
    const run = this.#begun();
    if (this.#hasBends && run.length > 1) {
      run[run.length - 1] = this.#placed(c);
      this.#moved(to);
      return;
    }
    const third = (from: Point): Point => [
      from[0] + (2 / 3) * (c[0] - from[0]),
      from[1] + (2 / 3) * (c[1] - from[1]),
    ];
    this.#cubic(third([x, y]), third(to), to);
    this.#handle = { of: 'q', point: c };
  }

  #arc([rx = 0, ry = 0, tilt = 0, large, sweep]: readonly number[], to: Point): void {
    const run = this.#begun();
    let from = this.#pen;
    for (const [c1, c2, end] of arcToCubics(from, [rx, ry], tilt, large === 1, sweep === 1, to)) {
      flattenCubic(this.#placed(from), this.#placed(c1), this.#placed(c2), this.#placed(end), run);
      from = end;
    }
    this.#moved(to);
  }

  /** The current run; after a "closepath", a new one from where the last began. */
  #begun(): Point[] {
    if (!this.#run) {
      this.#run = [this.#placed(this.#pen)];
      this.#runs.push(this.#run);
      this.#reported = 0;
    }
    return this.#run;
  }

  #moved(to: Point): void {
    this.#pen = to;
    this.#handle = undefined;
    const drawn = this.#run?.length ?? 0;
    this.#onPoints(drawn - this.#reported);
    this.#reported = drawn;
  }

  #placed([x, y]: Point): Point {
    const [a, b, c, d, e, f] = this.#matrix;
    return [a * x + c * y + e, b * x + d * y + f];
  }

  #letter(): string | undefined {
    return this.#take(LETTER);
  }

  #numbers(count: number): number[] {
    return Array.from({ length: count }, () => this.#number(NUMBER));
  }

  #arcNumbers(): number[] {
    // Flags are one digit each and need no separator after them.
    return [NUMBER, NUMBER, NUMBER, FLAG, FLAG, NUMBER, NUMBER].map((pattern) => this.#number(pattern));
  }

  #number(pattern: RegExp): number {
    const text = this.#take(pattern);
    const value = Number(text);
    if (text === undefined || !Number.isFinite(value)) throw this.#unread();
    return value;
  }

  #moreNumbers(): boolean {
    NUMBER.lastIndex = this.#at;
    return NUMBER.test(this.#data);
  }

  #take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#data);
    if (match) this.#at = pattern.lastIndex;
    return match?.[1];
  }

  #ended(): boolean {
    END.lastIndex = this.#at;
    return END.test(this.#data);
  }

  #unread(): Refused {
    const found = this.#data.slice(this.#at, this.#at + 16).trim();
    return new Refused({ code: 'path', at: this.#at, text: found });
  }
}
