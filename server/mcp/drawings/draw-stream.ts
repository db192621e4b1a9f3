/**
 * Reads a drawing's JSON as it comes. A drawing may be 64 MB of text, and more than ten times that as objects: each
 * stroke is made an object on its own, handed on and let go of.
 */

/** Characters of one stroke: it has at most 10,000 points. */
const STROKE_MAX = 4_000_000;
/** Characters of all that is not strokes: at most a thumbnail and a title. */
const REST_MAX = 2_000_000;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const isOpening = (c: number) => c === 0x5b || c === 0x7b;
const isClosing = (c: number) => c === 0x5d || c === 0x7d;

/**
 * The document without its strokes, and with `strokes: []`.
 * @param onStroke given each of them, in their order
 * @throws SyntaxError for what is no drawing; what the stream throws when it breaks off
 */
export async function readWithoutStrokes(
  body: ReadableStream<Uint8Array>,
  onStroke: (stroke: unknown) => void,
): Promise<unknown> {
  const splitter = new Splitter(onStroke);
  const decoder = new TextDecoder();
  for await (const bytes of body) splitter.push(decoder.decode(bytes, { stream: true }));
  return JSON.parse(splitter.rest + decoder.decode());
}

class Splitter {
  /** All that is not a stroke, so far. */
  rest = '';
  readonly #onStroke: (stroke: unknown) => void;
  /** The stroke that has begun, as far as the texts before went. */
  #stroke = '';
  #depth = 0;
  #inStrokes = false;
  #inString = false;
  #isEscaped = false;

  constructor(onStroke: (stroke: unknown) => void) {
    this.#onStroke = onStroke;
  }

  push(text: string): void {
    // What stands before it is dealt with.
    let from = 0;
    for (let i = 0; i < text.length; i++) {
      const c = text.charCodeAt(i);
      if (this.#inString) {
        this.#passString(c);
      } else if (c === QUOTE) {
        this.#inString = true;
      } else if (isOpening(c)) {
        this.#depth++;
        if (this.#inStrokes) {
          // What stands between two strokes is left out.
          if (this.#depth === 3) from = i;
        } else if (this.#depth === 2 && this.#isAfterKey(text, from, i)) {
          this.rest += text.slice(from, i + 1);
          this.#inStrokes = true;
        }
      } else if (isClosing(c)) {
        this.#depth--;
        if (this.#inStrokes && this.#depth === 2) {
          this.#onStroke(JSON.parse(this.#stroke + text.slice(from, i + 1)));
          this.#stroke = '';
        } else if (this.#inStrokes && this.#depth === 1) {
          this.#inStrokes = false;
          from = i;
        }
      }
    }
    if (!this.#inStrokes) this.rest += text.slice(from);
    else if (this.#depth > 2) this.#stroke += text.slice(from);
    if (this.rest.length > REST_MAX || this.#stroke.length > STROKE_MAX) {
      throw new SyntaxError('larger than any drawing is');
    }
  }

  #passString(c: number): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (c === BACKSLASH) this.#isEscaped = true;
    else if (c === QUOTE) this.#inString = false;
  }

  /** Is it the strokes that open here? The key is not within a string, or its quotation marks would be escaped. */
  #isAfterKey(text: string, from: number, at: number): boolean {
    const before = this.rest.slice(-40) + text.slice(Math.max(from, at - 40), at);
    return /"strokes"\s*:\s*$/.test(before);
  }
}
