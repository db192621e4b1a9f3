/**
 * A stroke being drawn. Its field is kept between moves, in blocks where the stroke came; each move adds the new pieces
 * to it and paints the changed parts anew, with the loose end on top of a copy. So a move costs what it changes,
 * however long the stroke is, and the end can be taken back exactly. The same bytes as the finished stroke's.
 */
import type { Brush } from '../brush.ts';
import { brushOf } from '../brushes.ts';
import { paintField, planesOf, type StrokeStyle } from '../field/paint-stroke.ts';
import type { Box, Pixels } from '../field/pixels.ts';
import { StrokeField } from '../field/stroke-field.ts';
import { NO_TIME } from '../flat-stroke.ts';
import { Changes, clipped, isNear, pieceOf } from './changes.ts';
import { GrowingTrace, type Line } from './growing-trace.ts';

/** What is known of a stroke before its first sample. */
export interface GrowingStyle {
  readonly tool: string;
  readonly color: string;
  /** Drawing units. */
  readonly size: number;
  readonly opacity?: number;
  /** When it began, ms of drawing time. */
  readonly at?: number;
}

/** Side of a block, px: memory is only taken where the stroke comes near. */
const BLOCK = 128;
/** Blocks that are kept for the next stroke. */
const SPARE = 64;
/** Largest side of a part that is painted at once, px. */
const PART = 256;

export class GrowingStroke {
  readonly #trace = new GrowingTrace();
  readonly #changes = new Changes();
  /** Copy of what is settled in the part being painted, and the end. */
  readonly #part = new StrokeField();
  readonly #words = new Uint32Array(PART * PART);
  #blocks: (StrokeField | undefined)[] = [];
  #columns = 0;
  #spare: StrokeField[] = [];
  #brush: Brush = brushOf('pen');
  #style: StrokeStyle = {
    color: '#000',
    size: 1,
    opacity: 1,
    time: NO_TIME,
    pressed: false,
    tilted: false,
  };
  #scale = 1;
  #view: Box = { left: 0, top: 0, width: 0, height: 0 };
  #depth = 0;
  #hasPlanes = false;
  /** Points of the trace that are settled, and samples that were read for them. */
  #settled = 0;
  #read = 0;
  /** True if the last of these is a point. */
  #isKept = true;

  /**
   * Begins a stroke.
   * @param scale device px per drawing unit
   * @param view the part of the scale's grid that is painted
   */
  begin(style: GrowingStyle, scale: number, view: Box): void {
    this.end();
    const brush = brushOf(style.tool);
    // It is laid over blank pixels: what lies below is blended by whoever shows them.
    this.#brush = { ...brush, blend: 'over' };
    this.#style = { pressed: false, tilted: false, opacity: 1, time: style.at ?? NO_TIME, ...style };
    this.#scale = scale;
    this.#view = view;
    this.#columns = Math.ceil(view.width / BLOCK);
    this.#depth = brush.depth(style.size * scale);
    this.#trace.begin(brush, style.size, scale);
  }

  /**
   * Adds the samples that `settled` gained since the last call, and replaces the end. Every part of the view that
   * changed is painted and given to `show`; its pixels are valid until `show` returns.
   * @param end begins with the last settled sample; may be empty
   */
  draw(settled: Line, end: Line, show: (pixels: Pixels) => void): void {
    const trace = this.#trace;
    const changes = this.#changes;
    this.#note(settled);
    // The end of the last move is taken back.
    changes.add(trace, this.#settled);
    trace.count = this.#settled;
    for (; this.#read < settled.x.length; this.#read++) {
      this.#isKept = trace.add(settled, this.#read, false);
    }
    for (let i = Math.max(1, this.#settled); i < trace.count; i++) this.#settle(i);
    const from = this.#settled;
    this.#settled = trace.count;
    for (let i = 1; i < end.x.length; i++) trace.add(end, i, i === end.x.length - 1);
    if (end.x.length < 2 && !this.#isKept) trace.add(settled, this.#read - 1, true);
    changes.add(trace, from);
    for (const box of changes.take(this.#view, PART)) show(this.#painted(box));
  }

  /** Pressure and tilt are known with the first sample. */
  #note({ pressure, tilt }: Line): void {
    const [pressed, tilted] = [pressure.length > 0, tilt.length > 0];
    if (this.#settled > 0 && pressed === this.#style.pressed && tilted === this.#style.tilted) return;
    this.#style = { ...this.#style, pressed, tilted };
    this.#hasPlanes = planesOf(this.#brush, this.#style).length > 0;
  }

  /** Adds the piece that ends at a point of the trace to the blocks that it comes near. */
  #settle(i: number): void {
    const piece = pieceOf(this.#trace, i);
    const box = clipped([piece], this.#view);
    if (!box) return;
    const { left, top } = this.#view;
    const [x1, y1] = [box.left + box.width - left, box.top + box.height - top];
    for (let y = Math.floor((box.top - top) / BLOCK); y * BLOCK < y1; y++) {
      for (let x = Math.floor((box.left - left) / BLOCK); x * BLOCK < x1; x++) {
        const place = { left: left + x * BLOCK, top: top + y * BLOCK, width: BLOCK, height: BLOCK };
        if (!isNear(piece, place)) continue;
        const at = y * this.#columns + x;
        let block = this.#blocks[at];
        if (!block) {
          block = this.#spare.pop() ?? new StrokeField();
          block.begin(place, this.#hasPlanes);
          this.#blocks[at] = block;
        }
        block.add(this.#trace, i, this.#depth, i + 1);
      }
    }
  }

  #painted(box: Box): Pixels {
    const { left, top } = this.#view;
    const part = this.#part;
    const pixels = { ...box, words: this.#words.fill(0, 0, box.width * box.height) };
    part.begin(box, this.#hasPlanes);
    const x1 = box.left + box.width - left;
    const y1 = box.top + box.height - top;
    for (let y = Math.floor((box.top - top) / BLOCK); y * BLOCK < y1; y++) {
      for (let x = Math.floor((box.left - left) / BLOCK); x * BLOCK < x1; x++) {
        const block = this.#blocks[y * this.#columns + x];
        if (block) part.take(block);
      }
    }
    part.add(this.#trace, this.#settled, this.#depth);
    if (part.close(this.#trace, planesOf(this.#brush, this.#style))) {
      paintField(part, pixels, this.#scale, this.#style, this.#brush);
    }
    return pixels;
  }

  /** Ends the stroke, and gives most of its memory back. */
  end(): void {
    for (const block of this.#blocks) {
      if (!block || this.#spare.length >= SPARE) continue;
      block.wipe();
      this.#spare.push(block);
    }
    this.#blocks = [];
    this.#settled = 0;
    this.#read = 0;
    this.#isKept = true;
    this.#trace.count = 0;
    this.#changes.forget();
  }
}
