/**
 * Bounds on the shape of a JSON body, checked before anything is parsed: JSON.parse takes seconds for
 * 5 MB of `[`, and one or two for names that are all new, whether in one object or in many. Nobody else is answered
 * meanwhile.
 */

/** Deepest nesting. A coordinate in a patch is five deep. */
export const DEPTH_MAX = 8;
/** Most different names of members in a body. A drawing and its strokes have 15. */
export const NAMES_MAX = 64;
/**
 * Most members in a body, of all objects together. The most that a patch has use for is to replace 20,000 strokes,
 * 3 members and 9 of the stroke each, and to remove as many. The known names in ever new orders take time too.
 */
export const MEMBERS_MAX = 300_000;

const [QUOTE, BACKSLASH, COLON] = [0x22, 0x5c, 0x3a];

/**
 * True if no part of a JSON text is deeper than DEPTH_MAX, and the whole has at most NAMES_MAX different names and
 * MEMBERS_MAX members.
 * @param json need not be JSON at all
 */
export function hasSaneShape(json: string): boolean {
  let depth = 0;
  let members = 0;
  /** Where the text before a colon began and ended, without its quotes. */
  let from = 0;
  let to = 0;
  let inString = false;
  const names = new Names(json);
  for (let i = 0; i < json.length; i++) {
    const code = json.charCodeAt(i);
    if (inString) {
      if (code === BACKSLASH) i++;
      else if (code === QUOTE) {
        inString = false;
        to = i;
      }
    } else if (code === QUOTE) {
      inString = true;
      from = i + 1;
    } else if (code === COLON) {
      members += 1;
      if (members > MEMBERS_MAX || !names.note(from, to)) return false;
    } else {
      // `[` and `{`, `]` and `}` differ in one bit.
      const bracket = code | 0x20;
      if (bracket === 0x7b) {
        depth += 1;
        if (depth > DEPTH_MAX) return false;
      } else if (bracket === 0x7d && depth > 0) depth -= 1;
    }
  }
  return true;
}

/** Number of places for names, a power of two. */
const PLACES = 4 * NAMES_MAX;
/** Nobody outside knows it, so nobody can make names that all want the same place. */
const SEED = Math.floor(Math.random() * 2 ** 32);

/** The different names of a text, as they are written. Nothing is decoded: that would take longer than the rest. */
class Names {
  readonly #json: string;
  /** By place: the name's hash, where it begins, and where it ends or 0 for a free place. */
  readonly #hash = new Int32Array(PLACES);
  readonly #from = new Int32Array(PLACES);
  readonly #to = new Int32Array(PLACES);
  #count = 0;

  constructor(json: string) {
    this.#json = json;
  }

  /** @returns false if this is one name too many */
  note(from: number, to: number): boolean {
    let hash = SEED | 0;
    // FNV-1a.
    for (let i = from; i < to; i++) hash = Math.imul(hash ^ this.#json.charCodeAt(i), 0x01000193);
    for (let place = hash & (PLACES - 1); ; place = (place + 1) & (PLACES - 1)) {
      if (this.#to[place] === 0) {
        this.#hash[place] = hash;
        this.#from[place] = from;
        this.#to[place] = to;
        this.#count += 1;
        return this.#count <= NAMES_MAX;
      }
      if (this.#hash[place] === hash && this.#isAt(place, from, to)) return true;
    }
  }

  #isAt(place: number, from: number, to: number): boolean {
    const start = this.#from[place] ?? 0;
    const end = this.#to[place] ?? 0;
    return end - start === to - from && this.#json.slice(start, end) === this.#json.slice(from, to);
  }
}
