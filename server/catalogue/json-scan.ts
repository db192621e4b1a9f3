/**
 * Parses JSON with the place of every value, so that faults of a catalogue can be named by line and column. It
 * accepts what JSON.parse accepts. For anything else it reports what is wrong, and reads on where it is clear
 * what was meant, so that one stray comma does not hide the other faults.
 *
 * jsonc-parser 3.3.1 does not replace it: it reports one mistake up to three times (`{'a': 1}`), places a wrong
 * escape at the start of its text, calls `01` a missing comma, reads on inside the wrong brackets after a name
 * without quotes, and overflows the stack on a million brackets. Mending that would take about as many lines as
 * this.
 */

import { type JsonMember, type JsonNode, type Lines, linesOf, type Path } from './json-places.ts';

export interface ScanFault {
  readonly at: number;
  readonly path: Path;
  readonly message: string;
}

export interface Scan {
  /** Undefined if the rest of the text was beyond repair or over a limit. */
  readonly root: JsonNode | undefined;
  readonly faults: readonly ScanFault[];
  readonly lines: Lines;
}

/** Deeper than any catalogue. Without a limit, a million brackets would overflow the stack. */
const DEPTH_MAX = 32;
/** Most faults in a report: nobody reads the ten-thousandth stray comma. */
export const FAULTS_MAX = 200;
/** Many times as many as the largest catalogue has. Values beyond this are neither read nor checked. */
const VALUES_MAX = 5_000;

const WORDS: ReadonlyMap<string, unknown> = new Map([
  ['true', true],
  ['false', false],
  ['null', null],
]);
const ESCAPES: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Thrown when the rest of the text cannot be understood. */
class Unreadable extends Error {}

/** Scans a whole text. Never throws. */
export function scanJson(text: string): Scan {
  const scanner = new Scanner(text);
  const { faults, lines } = scanner;
  try {
    return { root: scanner.whole(), faults, lines };
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return { root: undefined, faults, lines };
  }
}

class Scanner {
  readonly faults: ScanFault[] = [];
  readonly lines: Lines;
  private readonly text: string;
  private readonly path: (string | number)[] = [];
  private at = 0;
  private values = 0;

  constructor(text: string) {
    this.text = text;
    this.lines = linesOf(text);
  }

  whole(): JsonNode {
    this.space();
    const node = this.value();
    this.space();
    if (this.at < this.text.length) this.stop('nothing may stand after the end of the catalogue');
    return node;
  }

  private fault(message: string, at = this.at): void {
    this.faults.push({ at, path: [...this.path], message });
    if (this.faults.length >= FAULTS_MAX) throw new Unreadable();
  }

  private stop(message: string, at = this.at): never {
    this.fault(message, at);
    throw new Unreadable();
  }

  /** Takes the text that a sticky pattern matches here; empty if it does not match. */
  private take(pattern: RegExp): string {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0] ?? '';
    this.at += found.length;
    return found;
  }

  private space(): void {
    for (;;) {
      this.take(/[ \t\n\r]+/y);
      const start = this.at;
      const comment = this.take(/\/\/[^\n\r]*|\/\*[\s\S]*?\*\//y);
      if (comment === '') return;
      this.fault('JSON has no comments', start);
    }
  }

  private value(): JsonNode {
    const start = this.at;
    this.values += 1;
    if (this.values > VALUES_MAX) this.stop(`a catalogue has no more than ${VALUES_MAX} values`);
    switch (this.text[start]) {
      case undefined:
        return this.stop('the text ends here: it is cut off');
      case '{':
        return this.object();
      case '[':
        return this.array();
      case '"':
        return { at: start, value: this.string() };
      default:
        return { at: start, value: this.bare() };
    }
  }

  private object(): JsonNode {
    const start = this.at;
    const members = new Map<string, JsonMember>();
    const value: Record<string, unknown> = {};
    this.list('}', (): void => {
      const nameAt = this.at;
      const name = this.memberName();
      const earlier = members.get(name);
      this.path.push(name);
      if (earlier !== undefined) {
        const { line } = this.lines.place(earlier.nameAt);
        this.fault(`this name stands here a second time; the first is on line ${line}`, nameAt);
      }
      this.space();
      if (this.text[this.at] === ':') this.at += 1;
      else this.stop('a colon must stand between a name and its value');
      this.space();
      const node = this.value();
      this.path.pop();
      members.set(name, { nameAt, node });
      // Assigning to `__proto__` would not make a member.
      Object.defineProperty(value, name, {
        value: node.value,
        configurable: true,
        enumerable: true,
        writable: true,
      });
    });
    return { at: start, value, members };
  }

  private memberName(): string {
    if (this.text[this.at] === '"') return this.string();
    const start = this.at;
    const bare = this.take(/[\p{L}_$][\p{L}\p{N}_$]*/uy);
    if (bare === '') return this.stop('the name of a member must stand here, in double quotes');
    this.fault('the name of a member must stand in double quotes', start);
    return bare;
  }

  private array(): JsonNode {
    const start = this.at;
    const items: JsonNode[] = [];
    this.list(']', () => {
      this.path.push(items.length);
      items.push(this.value());
      this.path.pop();
    });
    return { at: start, value: items.map((item) => item.value), items };
  }

  /** From an opening bracket to its closing one, with entries between commas. */
  private list(close: '}' | ']', entry: () => void): void {
    const start = this.at;
    this.depth += 1;
    if (this.depth > DEPTH_MAX) this.stop(`values are nested more than ${DEPTH_MAX} deep`);
    this.at += 1;
    this.space();
    let comma: number | undefined;
    while (this.text[this.at] !== close) {
      if (this.text[this.at] === undefined) this.unclosed(close, start);
      if (this.text[this.at] === ',') {
        this.fault('a comma must stand between two entries');
        this.at += 1;
        this.space();
        continue;
      }
      entry();
      this.space();
      comma = undefined;
      if (this.text[this.at] === ',') {
        comma = this.at;
        this.at += 1;
        this.space();
      } else if (this.text[this.at] !== close) {
        if (this.text[this.at] === undefined) this.unclosed(close, start);
        if (/[}\]:]/.test(this.text[this.at] ?? '')) this.stop(`a comma or ${close} must stand here`);
        this.fault('a comma is missing before this');
      }
    }
    if (comma !== undefined) this.fault(`no comma may stand before ${close}`, comma);
    this.at += 1;
    this.depth -= 1;
  }
  private depth = 0;

  private unclosed(close: string, start: number): never {
    const { line, column } = this.lines.place(start);
    return this.stop(
      `the text ends here: it is cut off, or ${close} for line ${line}, column ${column} is missing`,
    );
  }

  private string(): string {
    const start = this.at;
    this.at += 1;
    let out = '';
    for (;;) {
      out += this.take(/[^"\\\p{Cc}]+|[\x7f-\x9f]+/uy);
      const char = this.text[this.at];
      if (char === undefined || char === '\n' || char === '\r') {
        return this.stop('this text in double quotes has no closing quote on its line', start);
      }
      if (char === '"') {
        this.at += 1;
        return out;
      }
      out += char === '\\' ? this.escape() : this.control(char);
    }
  }

  private escape(): string {
    const start = this.at;
    const hex = this.take(/\\u[0-9a-fA-F]{4}/y);
    if (hex !== '') return String.fromCharCode(Number.parseInt(hex.slice(2), 16));
    const next = this.text[start + 1] ?? '';
    const known = Object.hasOwn(ESCAPES, next) ? ESCAPES[next] : undefined;
    if (known === undefined) {
      this.fault('a backslash must stand before one of " \\ / b f n r t, or before u and four hex digits');
      this.at += 1;
      return '\ufffd';
    }
    this.at += 2;
    return known;
  }

  private control(char: string): string {
    const code = char.charCodeAt(0).toString(16).padStart(4, '0');
    this.fault(`a control character must be written as \\u${code}`);
    this.at += 1;
    return char;
  }

  /** A number, a word, or neither. */
  private bare(): unknown {
    const start = this.at;
    const found = this.take(/[\p{L}\p{N}_$.+-]+/uy);
    if (WORDS.has(found)) return WORDS.get(found);
    if (NUMBER.test(found)) return Number(found);
    if (found === '') {
      if (this.text[start] === "'") return this.stop('text must stand in double quotes, not in single ones');
      return this.stop('a value must stand here: text in double quotes, a number, true, false, null, [ or {');
    }
    this.fault('this is no JSON value: text stands in double quotes, a number as 12.5', start);
    return null;
  }
}
