/** The picture of a replay at any time. Numbers in, bytes out: it needs no canvas. */
import { layerOf, ONE_LAYER } from '../../core/drawing/members/layers.ts';
import type { Layer, Stroke } from '../../core/drawing/types.ts';
import { layPixels } from '../brush/field/blend.ts';
import { paintCoat } from '../brush/field/paint-stroke.ts';
import { type Box, blankPixels, type Pixels, putPart } from '../brush/field/pixels.ts';
import { asFlatStroke } from '../brush/flat-stroke.ts';
import { strokeBounds } from '../geometry/bounds.ts';
import { CoatsOnSheet } from './coats-on-sheet.ts';
import type { Frame } from './frame.ts';
import { beginningOf, momentOf, type Timeline } from './timeline.ts';

/** How far a stroke may show beyond its bounds, px. */
const EDGE = 2;
/** Bytes of the pictures that are kept, from which an earlier time is painted. */
const KEPT_MAX = 64 * 1024 * 1024;
const PIXEL_BYTES = 4;
/** Where more parts of a sheet than this are to be painted again, all of it is. */
const PARTS_MAX = 64;

interface Kept {
  /** How many marks are drawn in it. */
  readonly done: number;
  readonly sheets: readonly Uint32Array<ArrayBuffer>[];
  readonly tops: readonly number[];
}

/** A wash that is being drawn, and what was there before it. */
interface Wash {
  readonly coat: number;
  readonly below: Pixels;
}

/**
 * Strokes are added to one sheet for each layer, which are laid onto each other where something changed. At the end it
 * is the same bytes as the drawing painted at once.
 */
export class ReplayPicture {
  readonly frame: Frame;
  /** The layers as they are seen now, without the paper. */
  readonly pixels: Pixels;
  readonly #timeline: Timeline;
  readonly #layers: readonly Layer[];
  readonly #sheets: readonly Pixels[];
  /** Of each coat its sheet, and where it lies. */
  readonly #sheetOf: readonly number[];
  readonly #boxes: readonly (Box | undefined)[];
  readonly #on: readonly CoatsOnSheet[];
  /** The parts of each sheet in which a stroke went below others, and which are still to be painted again. */
  readonly #stale: readonly Box[][];
  /** How many strokes of each coat are drawn. */
  readonly #drawn: Uint32Array;
  /** The highest coat on each sheet. */
  #tops: number[];
  #done = 0;
  #wash: Wash | undefined;
  /** Where a stroke that is not finished was seen last. */
  #wet: Box | undefined;
  readonly #kept: Kept[] = [];
  readonly #keepEvery: number;

  /** @param layers those of the drawing; strokes on hidden ones must not be in the timeline */
  constructor(timeline: Timeline, layers: readonly Layer[] | undefined, frame: Frame) {
    this.#timeline = timeline;
    this.frame = frame;
    const { left, top, width, height } = frame;
    const blank = () => blankPixels(left, top, width, height);
    const all = layers ?? ONE_LAYER;
    const ids = timeline.coats.map(([first]) => layerOf(first!, all));
    const used = new Set(ids);
    this.#layers = all.filter(({ id }) => used.has(id));
    const numbers = new Map(this.#layers.map(({ id }, i) => [id, i]));
    this.#sheetOf = ids.map((id) => numbers.get(id)!);
    this.#sheets = this.#layers.map(blank);
    this.#boxes = timeline.coats.map((coat) => this.#boxOf(coat));
    const coatsOn = this.#layers.map((): number[] => []);
    for (const [coat, sheet] of this.#sheetOf.entries()) coatsOn[sheet]!.push(coat);
    this.#on = coatsOn.map((coats) => new CoatsOnSheet(coats, this.#boxes));
    this.#stale = this.#layers.map(() => []);
    this.#drawn = new Uint32Array(timeline.coats.length);
    this.#tops = this.#layers.map(() => -1);
    this.pixels = blank();
    const bytes = Math.max(1, this.#sheets.length) * width * height * PIXEL_BYTES;
    // None, if one of them would be more than there is room for.
    this.#keepEvery = Math.ceil(timeline.marks.length / Math.floor(KEPT_MAX / bytes));
  }

  /** Paints what is seen at this time, ms. Returns where it differs from before; undefined if nowhere. */
  show(time: number): Box | undefined {
    const { marks, coats } = this.#timeline;
    const { done, points } = momentOf(this.#timeline, time);
    let changed = this.#wet;
    this.#wet = undefined;
    const kept = this.#kept.findLast((one) => one.done <= done);
    if (done < this.#done || (kept && kept.done > this.#done)) {
      this.#goTo(kept);
      changed = this.pixels;
    }
    while (this.#done < done) changed = around(changed, this.#draw(this.#done, done));
    this.#freshen();
    if (!this.#wash) this.#keep();
    const next = marks[done];
    if (!next || points === 0) {
      if (changed) this.#lay(changed);
      return changed;
    }
    const { coat, stroke } = next;
    const wet = [...coats[coat]!.slice(0, this.#drawn[coat]), beginningOf(stroke, points)];
    const box = this.#boxOf(wet);
    this.#wet = box;
    if (changed) this.#lay(changed);
    if (!box) return changed;
    const sheet = this.#sheetOf[coat]!;
    this.#lay(box, { sheet, hand: this.#withWet(sheet, box, coat, wet) });
    return around(changed, box);
  }

  /** A part of a sheet with what is drawn of a coat, one stroke of which is not finished. */
  #withWet(sheet: number, box: Box, coat: number, wet: readonly Stroke[]): Pixels {
    if (coat < this.#tops[sheet]!) return this.#painted(box, this.#on[sheet]!.meeting(box), { coat, wet });
    const hand = partOf(this.#sheets[sheet]!, box);
    // A wash is painted as one, so what is there of it makes way.
    if (this.#wash?.coat === coat) putWhereBoth(hand, this.#wash.below);
    paintCoat(hand, this.frame.scale, wet, asFlatStroke);
    return hand;
  }

  /** Adds the next mark to its sheet. Returns where that is seen. `until`: how many marks will be there in the end. */
  #draw(index: number, until: number): Box | undefined {
    const { marks, coats } = this.#timeline;
    const { coat } = marks[index]!;
    const whole = coats[coat]!;
    const sheet = this.#sheetOf[coat]!;
    const box = this.#boxes[coat];
    const isBelow = coat < this.#tops[sheet]!;
    // A wash that is not finished at once is painted more often, each time on what was there before it.
    if (box && !isBelow && this.#drawn[coat] === 0 && index + whole.length > until) {
      this.#freshen();
      this.#wash = { coat, below: partOf(this.#sheets[sheet]!, box) };
    }
    this.#done = index + 1;
    const drawn = (this.#drawn[coat] ?? 0) + 1;
    this.#drawn[coat] = drawn;
    const isWhole = drawn === whole.length;
    // Of a wash that is finished at once, its last stroke paints all.
    if (box && (isWhole || index + 1 === until)) {
      const stale = this.#stale[sheet]!;
      if (isBelow) stale.push(box);
      // All of the sheet is painted again anyway, if too much of it is stale.
      else if (stale.length <= PARTS_MAX) {
        if (this.#wash) putPart(this.#sheets[sheet]!, this.#wash.below);
        paintCoat(this.#sheets[sheet]!, this.frame.scale, whole.slice(0, drawn), asFlatStroke);
      }
    }
    if (isWhole) {
      this.#wash = undefined;
      this.#tops[sheet] = Math.max(coat, this.#tops[sheet]!);
      // A sheet that is stale would have to be painted for it.
      if (this.#stale.every(({ length }) => length === 0)) this.#keep();
    }
    return box;
  }

  /** Paints the stale parts of the sheets again: once for all strokes that went below others since the last time. */
  #freshen(): void {
    for (const [sheet, stale] of this.#stale.entries()) {
      if (stale.length === 0) continue;
      const on = this.#on[sheet]!;
      const boxes = stale.length > PARTS_MAX ? [this.frame] : apart(stale);
      stale.length = 0;
      const parts = boxes.map((box) => ({ box, coats: on.meeting(box) }));
      const work = parts.reduce((sum, { coats }) => sum + coats.length, 0);
      const least = work > on.coats.length ? [{ box: this.frame, coats: on.coats }] : parts;
      for (const { box, coats } of least) putPart(this.#sheets[sheet]!, this.#painted(box, coats));
    }
  }

  /**
   * A part of a sheet, painted from its strokes.
   * @param coats those that reach into it, the lowest first
   * @param instead what is painted of one of them
   */
  #painted(
    { left, top, width, height }: Box,
    coats: readonly number[],
    instead?: { readonly coat: number; readonly wet: readonly Stroke[] },
  ): Pixels {
    const part = blankPixels(left, top, width, height);
    for (const coat of coats) {
      const all = this.#timeline.coats[coat]!;
      const strokes = instead?.coat === coat ? instead.wet : all.slice(0, this.#drawn[coat]);
      if (strokes.length > 0) paintCoat(part, this.frame.scale, strokes, asFlatStroke);
    }
    return part;
  }

  /** Lays the sheets onto each other, in this part. `wet`: what one of them is here instead. */
  #lay(box: Box, wet?: { readonly sheet: number; readonly hand: Pixels }): void {
    let part: Pixels | undefined;
    for (const [i, { opacity, blend }] of this.#layers.entries()) {
      const own = wet?.sheet === i ? wet.hand : partOf(this.#sheets[i]!, box);
      if (part === undefined && opacity === 1) part = own;
      else {
        part ??= blankPixels(box.left, box.top, box.width, box.height);
        layPixels(blend ?? 'over', part.words, own.words, Math.round(255 * opacity));
      }
    }
    if (part) putPart(this.pixels, part);
  }

  #keep(): void {
    const last = this.#kept.at(-1)?.done ?? 0;
    if (this.#done - last < this.#keepEvery) return;
    this.#kept.push({
      done: this.#done,
      sheets: this.#sheets.map(({ words }) => words.slice()),
      tops: [...this.#tops],
    });
  }

  /** Goes to a kept picture, or to the beginning. */
  #goTo(kept: Kept | undefined): void {
    for (const [i, { words }] of this.#sheets.entries()) {
      if (kept) words.set(kept.sheets[i]!);
      else words.fill(0);
    }
    this.#wash = undefined;
    this.#done = kept?.done ?? 0;
    this.#tops = kept ? [...kept.tops] : this.#layers.map(() => -1);
    this.#drawn.fill(0);
    for (const { coat } of this.#timeline.marks.slice(0, this.#done)) this.#drawn[coat]! += 1;
  }

  /** Where strokes may be seen; undefined for those outside of the frame. */
  #boxOf(strokes: readonly Stroke[]): Box | undefined {
    const { scale } = this.frame;
    let all: Box | undefined;
    for (const stroke of strokes) {
      const { minX, minY, maxX, maxY } = strokeBounds(stroke);
      const left = Math.floor(minX * scale) - EDGE;
      const top = Math.floor(minY * scale) - EDGE;
      const width = Math.ceil(maxX * scale) + EDGE - left;
      const height = Math.ceil(maxY * scale) + EDGE - top;
      all = around(all, within({ left, top, width, height }, this.frame));
    }
    return all;
  }
}

function around(a: Box | undefined, b: Box | undefined): Box | undefined {
  if (!a || !b) return a ?? b;
  const left = Math.min(a.left, b.left);
  const top = Math.min(a.top, b.top);
  return {
    left,
    top,
    width: Math.max(a.left + a.width, b.left + b.width) - left,
    height: Math.max(a.top + a.height, b.top + b.height) - top,
  };
}

function within(box: Box, frame: Box): Box | undefined {
  const left = Math.max(box.left, frame.left);
  const top = Math.max(box.top, frame.top);
  const width = Math.min(box.left + box.width, frame.left + frame.width) - left;
  const height = Math.min(box.top + box.height, frame.top + frame.height) - top;
  return width > 0 && height > 0 ? { left, top, width, height } : undefined;
}

/** The same boxes, those that meet as one. */
function apart(boxes: readonly Box[]): readonly Box[] {
  let all: Box[] = [];
  for (const next of boxes) {
    let whole: Box = next;
    // What it grows by may meet others, which are then painted twice: that is only work.
    const alone = all.filter((one) => {
      if (!within(one, whole)) return true;
      whole = around(whole, one)!;
      return false;
    });
    all = [...alone, whole];
  }
  return all;
}

/** A copy of a part of the pixels. */
export function partOf(pixels: Pixels, { left, top, width, height }: Box): Pixels {
  const part = blankPixels(left, top, width, height);
  for (let y = 0; y < height; y++) {
    const from = (top - pixels.top + y) * pixels.width + left - pixels.left;
    part.words.set(pixels.words.subarray(from, from + width), y * width);
  }
  return part;
}

/** Puts the pixels that both have into the first. */
function putWhereBoth(into: Pixels, from: Pixels): void {
  const both = within(from, into);
  if (both) putPart(into, partOf(from, both));
}
