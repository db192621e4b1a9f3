import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Stroke } from '../../../core/drawing/types.ts';
import { replayOf } from '../replay-job.ts';
import { ColorTable } from './color-table.ts';
import { FilmFrames } from './film-frames.ts';
import { GIF_RATE, gif } from './gif.ts';

/** Bytes of the header, after which the table of colours begins. */
const HEADER = 13;

interface Picture {
  /** For how long it stands, ms. */
  readonly delay: number;
  /** Four bytes for each pixel. */
  readonly bytes: number[];
}

/** The pictures of a GIF (GIF89a) with one table of colours, each as large as the film. */
function picturesOf(file: Uint8Array): Picture[] {
  const pictures: Picture[] = [];
  const colors = 2 ** ((file[10]! & 7) + 1);
  let at = HEADER + 3 * colors;
  let delay = 0;
  while (file[at] !== 0x3b) {
    const isPicture = file[at] === 0x2c;
    if (!isPicture && file[at + 1] === 0xf9) delay = 10 * (file[at + 4]! + 256 * file[at + 5]!);
    at += isPicture ? 10 : 2;
    const codeBits = file[at]!;
    if (isPicture) at += 1;
    const data: number[] = [];
    for (; file[at] !== 0; at += 1 + file[at]!) data.push(...file.subarray(at + 1, at + 1 + file[at]!));
    at += 1;
    if (!isPicture) continue;
    const bytes = unpacked(data, codeBits).flatMap((i) => [
      ...file.subarray(HEADER + 3 * i, HEADER + 3 * i + 3),
      255,
    ]);
    pictures.push({ delay, bytes });
  }
  return pictures;
}

/** What LZW of this code size has packed. */
function unpacked(data: readonly number[], codeBits: number): number[] {
  const clear = 2 ** codeBits;
  const fresh = () => Array.from({ length: clear + 2 }, (_, i) => [i]);
  const out: number[] = [];
  let [words, bits, held, heldBits] = [fresh(), codeBits + 1, 0, 0];
  let before: readonly number[] | undefined;
  for (const byte of data) {
    held |= byte << heldBits;
    heldBits += 8;
    while (heldBits >= bits) {
      const code = held & (2 ** bits - 1);
      held >>>= bits;
      heldBits -= bits;
      if (code === clear + 1) return out;
      if (code === clear) {
        [words, bits, before] = [fresh(), codeBits + 1, undefined];
        continue;
      }
      const word = words[code] ?? [...before!, before![0]!];
      if (before && words.length < 4096) words.push([...before, word[0]!]);
      if (words.length === 2 ** bits && bits < 12) bits += 1;
      for (const place of word) out.push(place);
      before = word;
    }
  }
  return out;
}

const line = (color: string, y: number, at: number): Stroke => ({
  tool: 'pen',
  color,
  size: 12,
  points: [
    [0, y],
    [30, y + 20],
    [60, y],
  ],
  at,
});
const open = (strokes: readonly Stroke[]) => new FilmFrames(replayOf({ strokes }, 120)!);

/** Pixels of these colours, 0xbbggrr. */
const pixels = (colors: readonly number[]) =>
  new Uint8ClampedArray(Uint32Array.from(colors, (color) => color + 0xff000000).buffer);
/** The colours of these pixels as a table shows them. */
const shown = (table: ColorTable, places: Uint8Array) =>
  Array.from(places, (i) => {
    const [red, green, blue] = table.bytes.subarray(3 * i);
    return red! + 256 * green! + 65_536 * blue!;
  });

describe('replay: the colours of a GIF', () => {
  // A clock that stands: no picture takes too long, and all are made.
  beforeEach(() => void vi.spyOn(performance, 'now').mockReturnValue(0));
  afterEach(() => void vi.restoreAllMocks());

  test('are exact in every picture of a drawing that has few', async () => {
    const dot: Stroke = { ...line('#000000', 0, 0), points: [[0, 0]] };
    for (const strokes of [[dot], [{ ...dot, color: '#c02010' }], [line('#c02010', 0, 0)]]) {
      const pictures = picturesOf(await (await gif(open(strokes), () => {})).bytes());
      const frames = open(strokes);
      let time = 0;
      for (const { delay, bytes } of pictures) {
        frames.paint(time);
        expect(bytes).toEqual([...frames.bytes]);
        time += delay;
      }
      expect(time).toBeGreaterThan(frames.length - 1000 / GIF_RATE);
    }
  });

  test('are exact too where they are seen only between the times from which the table is made', () => {
    const table = new ColorTable(pixels([0xffffff, 0x000000]));
    const picture = [0x123456, 0xffffff, 0x123457, 0x000000];
    expect(shown(table, table.places(pixels(picture)))).toEqual(picture);
  });

  test('are the nearest ones where the table is full, and none of it changes', () => {
    const few = Array.from({ length: 256 }, (_, i) => 0x000100 * i);
    const table = new ColorTable(pixels(few));
    expect(shown(table, table.places(pixels([0x000102, 0x00ff00])))).toEqual([0x000100, 0x00ff00]);
    expect(shown(table, table.places(pixels(few)))).toEqual(few);
  });

  test('are chosen for all of the film where there are more than the table holds', () => {
    const many = Array.from({ length: 4_096 }, (_, i) => 0x0f0000 + ((i & 63) << 2) + ((i >> 6) << 10));
    const table = new ColorTable(pixels(many));
    const off = shown(table, table.places(pixels(many))).map((color, i) => {
      const part = (at: number) => Math.abs(((color >> at) & 255) - ((many[i]! >> at) & 255));
      return Math.max(part(0), part(8), part(16));
    });
    expect(Math.max(...off)).toBeLessThan(24);
  });
});
