/**
 * Reads strokes out of a drawing's JSON, straight into the numbers that tiles are drawn from. It makes no
 * objects of points, of which there may be a million. It reads only the exact form in which the API writes
 * strokes (core/drawing/strokes/stroke-json.ts), and returns undefined for any other. What comes behind them is little,
 * and parsed.
 */
import type { Drawing } from '../../../core/drawing/types.ts';

import { reachOf } from '../../brush/brushes.ts';
import { NO_TIME } from '../../brush/flat-stroke.ts';
import {
  type PackedStrokes,
  PRESSED,
  StrokeTable,
  THOUSANDTHS,
  TILTED,
  WHOLE_MAX,
} from './packed-strokes.ts';

/** Thrown for JSON in any other form. */
class OtherForm extends Error {}

export interface ScannedDocument {
  /** In their order, with places counted from 1. */
  readonly strokes: PackedStrokes;
  readonly layers: Drawing['layers'];
}

export function scanDocument(bytes: Uint8Array): ScannedDocument | undefined {
  try {
    const scanner = new Scanner(bytes);
    return { strokes: scanner.strokes(), layers: scanner.layers() };
  } catch (error) {
    if (error instanceof OtherForm) return undefined;
    throw error;
  }
}

const literal = (text: string) => new TextEncoder().encode(text);
const STROKES = literal('"strokes":[');
const TOOL = literal('{"tool":');
const SIZE = literal(',"size":');
const POINTS = literal(',"points":[');
const UNITS = [
  [literal(',"pressure":['), PRESSED],
  [literal(',"tilt":['), TILTED],
] as const;
const OPACITY = literal(',"opacity":');
const LAYER = literal(',"layer":"');
const AT = literal(',"at":');
const QUOTE = literal('"');
/** Codes of `,`, `-`, `.`, `0`, `9`, `[`, `]` and `}`. */
const COMMA = 0x2c;
const MINUS = 0x2d;
const DOT = 0x2e;
const ZERO = 0x30;
const NINE = 0x39;
const OPEN = 0x5b;
const CLOSE = 0x5d;
const END = 0x7d;

/** Marks a number that is no whole number of thousandths, or too large. */
const NOT_WHOLE = Number.MAX_SAFE_INTEGER;
const POWERS = [1000, 100, 10, 1];
/** How many styles are recognised by their bytes alone. */
const RECENT = 16;
/** Rough number of bytes of JSON for one number. */
const BYTES_PER_NUMBER = 7;
const BYTES_PER_STROKE = 600;

class Scanner {
  readonly #bytes: Uint8Array;
  readonly #decoder = new TextDecoder();
  readonly #table: StrokeTable;
  /** Recent styles: their text, and their number in the table. */
  readonly #recent: { readonly text: Uint8Array; readonly style: number }[] = [];
  #recentNext = 0;
  #at = 0;
  #whole: Int32Array<ArrayBuffer>;
  #wholeLength = 0;
  /** What the last line has besides points: bits of packed-strokes.ts. */
  #has = 0;
  readonly #exact: number[] = [];

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#table = new StrokeTable(Math.ceil(bytes.length / BYTES_PER_STROKE));
    this.#whole = new Int32Array(Math.ceil(bytes.length / BYTES_PER_NUMBER) + 16);
  }

  strokes(): PackedStrokes {
    this.#seek(STROKES);
    this.#at += STROKES.length;
    if (this.#bytes[this.#at] !== CLOSE) {
      let place = 0;
      do {
        place += 1;
        this.#stroke(place);
      } while (this.#isNext(COMMA));
    }
    this.#take(CLOSE);
    return this.#table.packed(this.#whole.slice(0, this.#wholeLength), Float64Array.from(this.#exact));
  }

  /** After the strokes. */
  layers(): Drawing['layers'] {
    if (!this.#isNext(COMMA)) throw new OtherForm();
    try {
      const rest: Pick<Drawing, 'layers'> = JSON.parse(
        `{${this.#decoder.decode(this.#bytes.subarray(this.#at))}`,
      );
      return rest.layers;
    } catch {
      throw new OtherForm();
    }
  }

  #stroke(place: number): void {
    this.#skip(TOOL);
    const style = this.#style();
    this.#skip(SIZE);
    const size = this.#number();
    this.#skip(POINTS);
    const from = this.#at;
    const wholeLength = this.#wholeLength;
    const before = this.#exact.length;
    let per = THOUSANDTHS;
    let count = this.#line(true);
    if (count === undefined) {
      // A number with more decimals: the whole stroke is read again.
      this.#at = from;
      this.#wholeLength = wholeLength;
      per = 1;
      count = this.#line(false) ?? 0;
    }
    const opacity = this.#isNextText(OPACITY) ? this.#number() : 1;
    const layer = this.#isNextText(LAYER) ? this.#name() : '';
    const time = this.#isNextText(AT) ? this.#number() : NO_TIME;
    this.#take(END);
    const pool = per === 1 ? this.#exact : this.#whole;
    const first = per === 1 ? before : wholeLength;
    let minX = Infinity;
    let minY = Infinity;
    let maxX = -Infinity;
    let maxY = -Infinity;
    for (let i = first; i < first + 2 * count; i += 2) {
      const x = pool[i]!;
      const y = pool[i + 1]!;
      if (x < minX) minX = x;
      if (x > maxX) maxX = x;
      if (y < minY) minY = y;
      if (y > maxY) maxY = y;
    }
    const reach = reachOf(
      this.#table.toolOf(style),
      size,
      (this.#has & PRESSED) !== 0,
      (this.#has & TILTED) !== 0,
    );
    this.#table.add(place, style, size, opacity, time, layer, count, this.#has, per, {
      minX: minX / per - reach,
      minY: minY / per - reach,
      maxX: maxX / per + reach,
      maxY: maxY / per + reach,
    });
  }

  /** Reads the rest of a name, in which nothing is escaped, and its quotation mark. */
  #name(): string {
    const from = this.#at;
    this.#seek(QUOTE);
    this.#at += 1;
    return this.#decoder.decode(this.#bytes.subarray(from, this.#at - 1));
  }

  /** Reads tool and colour in one piece, from the first value to the last: drawings have few such pairs. */
  #style(): number {
    const from = this.#at;
    this.#seek(SIZE);
    const text = this.#bytes.subarray(from, this.#at);
    for (const known of this.#recent) if (same(known.text, text)) return known.style;
    const { tool, color } = styleOf(`{"tool":${this.#decoder.decode(text)}}`);
    const style = this.#table.style(tool, color);
    this.#recent[this.#recentNext++ % RECENT] = { text, style };
    return style;
  }

  /**
   * Reads the points, and the pressures and tilts if there are any; notes in `#has` which. Returns the number of
   * points; undefined if a number is not whole where all must be.
   */
  #line(isWhole: boolean): number | undefined {
    const count = isWhole ? this.#wholePoints() : this.#exactPoints();
    this.#has = 0;
    if (count === undefined) return undefined;
    for (const [name, bit] of UNITS) {
      if (!this.#isNextText(name)) continue;
      this.#has |= bit;
      if (isWhole) {
        if (!this.#wholeUnits(count)) return undefined;
      } else this.#exactUnits(count);
    }
    return count;
  }

  /** Reads the points in thousandths; undefined if one of them is not whole. */
  #wholePoints(): number | undefined {
    let count = 0;
    do {
      this.#take(OPEN);
      const x = this.#thousandths();
      this.#take(COMMA);
      const y = this.#thousandths();
      this.#take(CLOSE);
      if (x === NOT_WHOLE || y === NOT_WHOLE) return undefined;
      this.#put(x);
      this.#put(y);
      count += 1;
    } while (this.#isNext(COMMA));
    this.#take(CLOSE);
    return count;
  }

  #exactPoints(): number {
    let count = 0;
    do {
      this.#take(OPEN);
      this.#exact.push(this.#number());
      this.#take(COMMA);
      this.#exact.push(this.#number());
      this.#take(CLOSE);
      count += 1;
    } while (this.#isNext(COMMA));
    this.#take(CLOSE);
    return count;
  }

  /** Reads pressures or tilts in thousandths: one for each point, as the API requires. */
  #wholeUnits(count: number): boolean {
    for (let i = 0; i < count; i++) {
      if (i > 0) this.#take(COMMA);
      const value = this.#thousandths();
      if (value === NOT_WHOLE) return false;
      this.#put(value);
    }
    this.#take(CLOSE);
    return true;
  }

  #exactUnits(count: number): void {
    for (let i = 0; i < count; i++) {
      if (i > 0) this.#take(COMMA);
      this.#exact.push(this.#number());
    }
    this.#take(CLOSE);
  }

  #put(value: number): void {
    if (this.#wholeLength === this.#whole.length) {
      const larger = new Int32Array(2 * this.#whole.length);
      larger.set(this.#whole);
      this.#whole = larger;
    }
    this.#whole[this.#wholeLength++] = value;
  }

  #thousandths(): number {
    const bytes = this.#bytes;
    const from = this.#at;
    let at = from;
    let code = bytes[at]!;
    const isNegative = code === MINUS;
    if (isNegative) code = bytes[++at]!;
    let value = 0;
    let decimals = 0;
    for (; code >= ZERO && code <= NINE; code = bytes[++at]!) value = value * 10 + code - ZERO;
    if (code === DOT) {
      for (code = bytes[++at]!; code >= ZERO && code <= NINE; code = bytes[++at]!) {
        value = value * 10 + code - ZERO;
        decimals += 1;
      }
    }
    if ((code === COMMA || code === CLOSE) && at > from) {
      this.#at = at;
      const thousandths = decimals > 3 ? NOT_WHOLE : value * POWERS[decimals]!;
      if (thousandths > WHOLE_MAX) return NOT_WHOLE;
      return isNegative ? -thousandths : thousandths;
    }
    // A number with an exponent.
    this.#number();
    return NOT_WHOLE;
  }

  #number(): number {
    const from = this.#at;
    let code = this.#bytes[this.#at]!;
    while (code !== COMMA && code !== CLOSE && code !== END && code >= 0) code = this.#bytes[++this.#at]!;
    const value = Number(this.#decoder.decode(this.#bytes.subarray(from, this.#at)));
    if (from === this.#at || !Number.isFinite(value)) throw new OtherForm();
    return value;
  }

  #isNext(code: number): boolean {
    if (this.#bytes[this.#at] !== code) return false;
    this.#at += 1;
    return true;
  }

  #take(code: number): void {
    if (!this.#isNext(code)) throw new OtherForm();
  }

  #isText(text: Uint8Array): boolean {
    for (let i = 0; i < text.length; i++) if (this.#bytes[this.#at + i] !== text[i]) return false;
    return true;
  }

  #isNextText(text: Uint8Array): boolean {
    if (!this.#isText(text)) return false;
    this.#at += text.length;
    return true;
  }

  #skip(text: Uint8Array): void {
    if (!this.#isNextText(text)) throw new OtherForm();
  }

  /** Goes to where `text` begins. `text` contains a quotation mark, so it never matches inside a string. */
  #seek(text: Uint8Array): void {
    const first = text[0]!;
    for (;;) {
      this.#at = this.#bytes.indexOf(first, this.#at);
      if (this.#at < 0) throw new OtherForm();
      if (this.#isText(text)) return;
      this.#at += 1;
    }
  }
}

function same(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

function styleOf(json: string): { readonly tool: string; readonly color: string } {
  try {
    const { tool, color }: { readonly tool: unknown; readonly color: unknown } = JSON.parse(json);
    if (typeof tool === 'string' && typeof color === 'string') return { tool, color };
  } catch {
    // The error is thrown below.
  }
  throw new OtherForm();
}
