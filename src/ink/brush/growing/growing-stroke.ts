/**
 * A stroke being drawn. Its field is kept between moves, in blocks where the stroke came; each move adds the new pieces
 * to it, and paints the pixels anew that these, the loose end or the end before it touch. So a move costs what it
 * changes, however long the stroke is, and the end can be taken back exactly. The same bytes as the finished stroke's.
 */
import type { Stroke } from '../../../core/drawing/types.ts';
import type { Brush, Plane } from '../brush.ts';
import { brushOf } from '../brushes.ts';
import { FAR } from '../field/depths.ts';
import { planesOf, type StrokeStyle, shadeField, tonesFor } from '../field/paint-stroke.ts';
import { type Box, straightRun } from '../field/pixels.ts';
import { StrokeField } from '../field/stroke-field.ts';
import { traceOf } from '../field/trace.ts';
import { asFlatStroke, NO_TIME } from '../flat-stroke.ts';
import { BLOCK, Block } from './block.ts';
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

/** Blocks that are kept for the next stroke. */
const SPARE = 128;
/** Largest side of a part that is painted at once, px. */
const PART = 256;

export class GrowingStroke {
  readonly #trace = new GrowingTrace();
  readonly #changes = new Changes();
  /** The end, and what is settled where that is painted anew. */
  readonly #part = new StrokeField();
  /** The stroke's colour at each opacity, as a canvas takes it (ImageData), not multiplied by alpha. */
  readonly #tones = new Uint32Array(256);
  #blocks: (Block | undefined)[] = [];
  #columns = 0;
  #spare: Block[] = [];
  /** Blocks that this move changed. */
  readonly #changed = new Set<Block>();
  /** The finished strokes that this one runs into, and their field in the part being painted. */
  #run: readonly Stroke[] = [];
  readonly #runPart = new StrokeField();
  /** The rows that the end touched, three numbers each: y, from, to. */
  #endRows: number[] = [];
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
  #reads: readonly Plane[] = [];
  /** Points of the trace that are settled, and samples that were read for them. */
  #settled = 0;
  #read = 0;
  /** True if the last of these is a point. */
  #isKept = true;

  /**
   * Begins a stroke.
   * @param scale device px per drawing unit
   * @param view the part of the scale's grid that is painted
   * @param run the finished strokes that it runs into (wet-wash.ts); a brush that is wet reads depth alone
   */
  begin(style: GrowingStyle, scale: number, view: Box, run: readonly Stroke[] = []): void {
    this.end();
    const brush = brushOf(style.tool);
    this.#brush = run.length > 0 ? this.#addingTo(brush) : brush;
    this.#run = run;
    this.#style = { pressed: false, tilted: false, opacity: 1, time: style.at ?? NO_TIME, ...style };
    // It lies on blank pixels: what is below is blended by whoever shows them.
    const tones = new Uint32Array(tonesFor(this.#style, brush).buffer);
    straightRun(tones, 0, tones.length, this.#tones, 0);
    this.#scale = scale;
    this.#view = view;
    this.#columns = Math.ceil(view.width / BLOCK);
    this.#depth = brush.depth(style.size * scale);
    this.#trace.begin(brush, style.size, scale);
  }

  /**
   * Adds the samples that `settled` gained since the last call, and replaces the end. Every block that changed is given
   * to `show`.
   * @param end begins with the last settled sample; may be empty
   */
  draw(settled: Line, end: Line, show: (block: Block) => void): void {
    const trace = this.#trace;
    const changes = this.#changes;
    this.#note(settled);
    // The end of the last move is taken back.
    changes.add(trace, this.#laid);
    trace.takeBack();
    for (; this.#read < settled.x.length; this.#read++) {
      this.#isKept = trace.add(settled, this.#read, false);
    }
    const from = this.#laid;
    this.#settled = trace.count;
    trace.settle();
    for (let i = Math.max(1, from); i < this.#laid; i++) this.#settle(i);
    for (let i = 1; i < end.x.length; i++) trace.add(end, i, i === end.x.length - 1);
    if (end.x.length < 2 && !this.#isKept) trace.add(settled, this.#read - 1, true);
    changes.add(trace, from);
    const rows = this.#endRows;
    this.#endRows = [];
    for (const box of changes.take(this.#view, PART)) this.#paint(box, rows);
    for (const block of this.#changed) {
      block.field.keep();
      if (block.changed.right > 0) show(block);
      block.shown();
    }
    this.#changed.clear();
  }

  /** Pressure and tilt are known with the first sample. */
  #note({ pressure, tilt }: Line): void {
    const [pressed, tilted] = [pressure.length > 0, tilt.length > 0];
    if (this.#settled > 0 && pressed === this.#style.pressed && tilted === this.#style.tilted) return;
    this.#style = { ...this.#style, pressed, tilted };
    this.#reads = planesOf(this.#brush, this.#style);
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
        this.#blockAt(x, y).field.add(this.#trace, i, this.#depth, i + 1);
      }
    }
  }

  /** The block in this column and row, which the move changes. */
  #blockAt(x: number, y: number): Block {
    const at = y * this.#columns + x;
    let block = this.#blocks[at];
    if (!block) {
      const { left, top } = this.#view;
      block = this.#spare.pop() ?? new Block();
      block.begin({ left: left + x * BLOCK, top: top + y * BLOCK, width: BLOCK, height: BLOCK }, this.#reads);
      this.#blocks[at] = block;
      if (this.#run.length > 0) block.run = this.#runIn(block);
    }
    this.#changed.add(block);
    return block;
  }

  /** Paints what has changed in a box. `rows`: those that the last end touched. */
  #paint(box: Box, rows: readonly number[]): void {
    const { left, top } = this.#view;
    const part = this.#part;
    const before: Block[] = [];
    const hasRun = this.#run.length > 0;
    const [x1, y1] = [box.left + box.width - left, box.top + box.height - top];
    for (let y = Math.floor((box.top - top) / BLOCK); y * BLOCK < y1; y++) {
      for (let x = Math.floor((box.left - left) / BLOCK); x * BLOCK < x1; x++) {
        const block = hasRun ? this.#blockAt(x, y) : this.#blocks[y * this.#columns + x];
        if (block) before.push(block);
      }
    }
    part.begin(box, this.#reads);
    part.markPieces(this.#trace, this.#laid);
    part.eachRow((y, from, to) => this.#endRows.push(y, from, to));
    for (let i = 0; i < rows.length; i += 3) part.mark(rows[i]!, rows[i + 1]!, rows[i + 2]!);
    for (const { field } of before) field.eachRow((y, from, to) => part.mark(y, from, to));
    for (const { field } of before) part.take(field);
    part.add(this.#trace, this.#laid, this.#depth);
    if (hasRun) {
      const runPart = this.#runPart;
      runPart.begin(box, []);
      part.eachRow((y, from, to) => runPart.mark(y, from, to));
      for (const { run } of before) if (run) runPart.take(run);
      part.merge(runPart);
    }
    if (!part.close()) return;
    shadeField(part, this.#scale, this.#style, this.#brush);
    this.#take(box);
  }

  /** The field of the run in a block. */
  #runIn({ left, top }: Block): StrokeField {
    const run = new StrokeField();
    run.begin({ left, top, width: BLOCK, height: BLOCK }, []);
    for (const stroke of this.#run) {
      run.add(traceOf(asFlatStroke(stroke), brushOf(stroke.tool), this.#scale), 0, this.#depth);
    }
    return run;
  }

  /**
   * The brush, shading what the stroke adds to its run: both as one, seen through the run, which is there already. An
   * edge that dries away where they touch stays until the stroke is finished.
   */
  #addingTo(brush: Brush): Brush {
    const shade: Brush['shade'] = (field, ink) => {
      const run = this.#runPart;
      run.close();
      brush.shade(run, ink);
      brush.shade(field, ink);
      const { covers, runs, runsEnd } = field;
      for (let k = 0; k < runsEnd; k += 2) {
        for (let i = runs[k]!; i < runs[k + 1]!; i++) {
          const there = run.covers[i]!;
          const added = covers[i]! - there;
          covers[i] = added > 0 ? Math.round((255 * added) / (255 - there / 2)) : 0;
        }
      }
      for (let k = 0; k < run.runsEnd; k += 2) run.values.fill(FAR, run.runs[k], run.runs[k + 1]);
    };
    return { ...brush, shade };
  }

  /** Takes the shaded runs over into their blocks, and clears the part. */
  #take({ left, top, width }: Box): void {
    const { values, covers, runs, runsEnd } = this.#part;
    const tones = this.#tones;
    const [offX, offY] = [left - this.#view.left, top - this.#view.top];
    for (let run = 0; run < runsEnd; run += 2) {
      const row = Math.floor(runs[run]! / width);
      const y = row + offY;
      const blockY = Math.floor(y / BLOCK);
      const inY = y - blockY * BLOCK;
      const to = runs[run + 1]! - row * width + offX;
      for (let x = runs[run]! - row * width + offX; x < to; ) {
        const blockX = Math.floor(x / BLOCK);
        const inX = x - blockX * BLOCK;
        const count = Math.min(to - x, BLOCK - inX);
        const block = this.#blockAt(blockX, blockY);
        const { words } = block;
        const from = row * width + x - offX;
        const at = inY * BLOCK + inX;
        for (let i = 0; i < count; i++) {
          words[at + i] = tones[covers[from + i]!]!;
          values[from + i] = FAR;
        }
        block.change(inY, inX, inX + count);
        x += count;
      }
    }
  }

  /** The pieces before this one are in the blocks. The last settled one waits there for what follows it. */
  get #laid(): number {
    return Math.max(0, this.#settled - 1);
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
    this.#changed.clear();
    this.#endRows = [];
  }
}
