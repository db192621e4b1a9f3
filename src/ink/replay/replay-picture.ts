/** The picture of a replay at any time. Numbers in, bytes out: it needs no canvas. */
import { layerOf, ONE_LAYER } from '../../core/drawing/members/layers.ts';
import type { Layer, Stroke } from '../../core/drawing/types.ts';
import { layPixels } from '../brush/field/blend.ts';
import { paintCoat } from '../brush/field/paint-stroke.ts';
import { type Box, blankPixels, type Pixels, putPart } from '../brush/field/pixels.ts';
import { asFlatStroke } from '../brush/flat-stroke.ts';
import { strokeBounds } from '../geometry/bounds.ts';
import type { Frame } from './frame.ts';
import { beginningOf, momentOf, type Timeline } from './timeline.ts';

/** How far a stroke may show beyond its bounds, px. */
const EDGE = 2;
/** Bytes of the pictures that are kept, from which an earlier time is painted. */
const KEPT_MAX = 64 * 1024 * 1024;
const PIXEL_BYTES = 4;

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
    this.#drawn = new Uint32Array(timeline.coats.length);
    this.#tops = this.#layers.map(() => -1);
    this.pixels = blank();
    const bytes = Math.max(1, this.#sheets.length) * width * height * PIXEL_BYTES;
    this.#keepEvery = Math.max(
      1,
      Math.ceil(timeline.marks.length / Math.max(1, Math.floor(KEPT_MAX / bytes))),
    );
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
    const hand = partOf(this.#sheets[sheet]!, box);
    // A wash is painted as one, so what is there of it makes way.
    if (this.#wash?.coat === coat) putWhereBoth(hand, this.#wash.below);
    paintCoat(hand, this.frame.scale, wet, asFlatStroke);
    this.#lay(box, { sheet, hand });
    return around(changed, box);
  }

  /** Adds the next mark to its sheet. Returns where that is seen. `until`: how many marks will be there in the end. */
  #draw(index: number, until: number): Box | undefined {
    const { marks, coats } = this.#timeline;
    const { coat } = marks[index]!;
    const whole = coats[coat]!;
    const sheet = this.#sheetOf[coat]!;
    const box = this.#boxes[coat];
    this.#done = index + 1;
    const drawn = (this.#drawn[coat] ?? 0) + 1;
    this.#drawn[coat] = drawn;
    const isWhole = drawn === whole.length;
    if (box && whole.length > 1 && drawn === 1 && coat > this.#tops[sheet]!) {
      this.#wash = { coat, below: partOf(this.#sheets[sheet]!, box) };
    }
    // Of a wash that is finished at once, its last stroke paints all.
    if (box && (isWhole || index + 1 === until)) {
      if (coat < this.#tops[sheet]!) this.#paintAgain(sheet, box);
      else {
        if (this.#wash) putPart(this.#sheets[sheet]!, this.#wash.below);
        paintCoat(this.#sheets[sheet]!, this.frame.scale, whole.slice(0, drawn), asFlatStroke);
      }
    }
    if (isWhole) {
      this.#wash = undefined;
      this.#tops[sheet] = Math.max(coat, this.#tops[sheet]!);
      this.#keep();
    }
    return box;
  }

  /** Paints a part of a sheet from its strokes: where one goes below others. */
  #paintAgain(sheet: number, box: Box): void {
    const part = blankPixels(box.left, box.top, box.width, box.height);
    for (const [coat, strokes] of this.#timeline.coats.entries()) {
      const drawn = this.#drawn[coat]!;
      if (drawn === 0 || this.#sheetOf[coat] !== sheet || !meet(this.#boxes[coat], box)) continue;
      paintCoat(part, this.frame.scale, strokes.slice(0, drawn), asFlatStroke);
    }
    putPart(this.#sheets[sheet]!, part);
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

function meet(a: Box | undefined, b: Box): boolean {
  return a !== undefined && within(a, b) !== undefined;
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
