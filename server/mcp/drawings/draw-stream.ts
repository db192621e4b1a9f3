/**
 * Parses a drawing's JSON as it arrives. A drawing may be 64 MB of text, and more than ten times that as
 * objects. So each stroke becomes an object of its own, is handed on, and is then forgotten.
 */

/** Most characters of one stroke: it has at most 10,000 points. */
const STROKE_MAX = 4_000_000;
/** Most characters of everything else: at most a thumbnail and a title. */
const REST_MAX = 2_000_000;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const isOpening = (c: number) => c === 0x5b || c === 0x7b;
const isClosing = (c: number) => c === 0x5d || c === 0x7d;

/**
 * Parses the document without its strokes, as if it had `strokes: []`.
 * @param onStroke called with each stroke, in order
 * @throws SyntaxError for a text that is no drawing; the stream's error if it breaks off
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
  /** Everything but strokes, so far. */
  rest = '';
  readonly #onStroke: (stroke: unknown) => void;
  /** The current stroke, as far as earlier chunks contained it. */
  #stroke = '';
  #depth = 0;
  #inStrokes = false;
  #inString = false;
  #isEscaped = false;

  constructor(onStroke: (stroke: unknown) => void) {
    this.#onStroke = onStroke;
  }

  push(text: string): void {
    // Everything before this index is dealt with.
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
          // Skips the text between two strokes.
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

  /**
   * True if the bracket at `at` opens the strokes. The key cannot be inside a string, where its quotation marks
   * would be escaped.
   */
  #isAfterKey(text: string, from: number, at: number): boolean {
    const before = this.rest.slice(-40) + text.slice(Math.max(from, at - 40), at);
    return /"strokes"\s*:\s*$/.test(before);
  }
}
