/** The one table of colours of a GIF, for all of its pictures. */
import { applyPalette, nearestColorIndex, type Palette, quantize } from 'gifenc';

/** The most that a GIF's table holds. */
export const COLORS = 256;

/**
 * As long as there is room, each colour is in it as it is; it grows with the pictures. Where there are more, it is chosen for
 * all of them beforehand, since colours that change from picture to picture would flicker.
 */
export class ColorTable {
  readonly #palette: Palette;
  /** Where the colours are in the table, by the word of their pixels; undefined if it was chosen. */
  readonly #known: Map<number, number> | undefined;

  /** @param samples pixels of times all over the film, four bytes each (RGBA), opaque */
  constructor(samples: Uint8ClampedArray<ArrayBuffer>) {
    this.#known = knownOf(samples);
    this.#palette = this.#known ? [...this.#known.keys()].map(colorOf) : [...quantize(samples, COLORS)];
  }

  /** The place in the table of each pixel's colour. */
  places(bytes: Uint8ClampedArray<ArrayBuffer>): Uint8Array {
    if (!this.#known) return applyPalette(bytes, this.#palette);
    const words = new Uint32Array(bytes.buffer);
    const places = new Uint8Array(words.length);
    // Most pixels are like the one before.
    let before = words[0]!;
    let place = this.#placeOf(this.#known, before);
    for (let i = 0; i < words.length; i++) {
      const word = words[i]!;
      if (word !== before) {
        before = word;
        place = this.#known.get(word) ?? this.#placeOf(this.#known, word);
      }
      places[i] = place;
    }
    return places;
  }

  /** Red, green and blue of each place, as the file has them. */
  get bytes(): Uint8Array {
    const bytes = new Uint8Array(3 * COLORS);
    bytes.set(this.#palette.flat());
    return bytes;
  }

  #placeOf(known: Map<number, number>, word: number): number {
    let place = known.get(word);
    if (place !== undefined) return place;
    const color = colorOf(word);
    place =
      this.#palette.length < COLORS ? this.#palette.push(color) - 1 : nearestColorIndex(this.#palette, color);
    known.set(word, place);
    return place;
  }
}

/** A place for each colour of these pixels; undefined if there are more than places. */
function knownOf(samples: Uint8ClampedArray<ArrayBuffer>): Map<number, number> | undefined {
  const known = new Map<number, number>();
  let before: number | undefined;
  for (const word of new Uint32Array(samples.buffer)) {
    if (word === before) continue;
    before = word;
    if (known.has(word)) continue;
    if (known.size === COLORS) return undefined;
    known.set(word, known.size);
  }
  return known;
}

/** Red, green and blue of a pixel; every platform that has the app stores the lowest byte of a word first. */
function colorOf(word: number): number[] {
  return [word & 255, (word >> 8) & 255, (word >> 16) & 255];
}
