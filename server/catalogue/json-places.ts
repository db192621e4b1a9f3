/** Places in a JSON text: finds values by path, gives lines and columns, and writes both for people. */

export type Path = readonly (string | number)[];

export interface JsonNode {
  /** Offset of the first character. */
  readonly at: number;
  /** The value as JSON.parse returns it. */
  readonly value: unknown;
  /** Members of an object. If a name occurs twice, the last one counts, as in JSON.parse. */
  readonly members?: ReadonlyMap<string, JsonMember>;
  /** Items of an array. */
  readonly items?: readonly JsonNode[];
}

export interface JsonMember {
  /** Offset of the opening quote of the name. */
  readonly nameAt: number;
  readonly node: JsonNode;
}

const LINE_FEED = 10;
const RETURN = 13;

/** The lines of a text. They end with LF, CR or both. */
export interface Lines {
  /** Line and column of an offset, both counted from 1; the column counts characters. */
  place(offset: number): { readonly line: number; readonly column: number };
}

/**
 * Finds all line ends once. A column is then counted from the last place that was asked for on the same line.
 */
export function linesOf(text: string): Lines {
  const starts = [0];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    const endsLine = code === LINE_FEED || (code === RETURN && text.charCodeAt(at + 1) !== LINE_FEED);
    if (endsLine) starts.push(at + 1);
  }
  let last = { line: 1, column: 1, offset: 0 };

  function lineAt(offset: number): number {
    let [low, high] = [0, starts.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return low + 1;
  }

  return {
    place(offset) {
      const line = lineAt(offset);
      const from =
        last.line === line && last.offset <= offset ? last : { column: 1, offset: starts[line - 1] };
      let { column } = from;
      for (const _character of text.slice(from.offset, offset)) column += 1;
      last = { line, column, offset };
      return { line, column };
    },
  };
}

/** Offset of the value at a path, or of the nearest value around it that exists. */
export function offsetOf(root: JsonNode, path: Path): number {
  let node = root;
  for (const step of path) {
    const next = typeof step === 'number' ? node.items?.[step] : node.members?.get(step)?.node;
    if (next === undefined) break;
    node = next;
  }
  return node.at;
}

/** Offset of a member's name, if the object at `path` has it. */
export function nameOffsetOf(root: JsonNode, path: Path, name: string): number {
  let node: JsonNode | undefined = root;
  for (const step of path) {
    node = typeof step === 'number' ? node?.items?.[step] : node?.members?.get(step)?.node;
  }
  return node?.members?.get(name)?.nameAt ?? offsetOf(root, path);
}

/** A path as people write it: `masks.products[0].price`; empty for the root. */
export function pathText(path: Path): string {
  return path
    .map((step, index) => {
      if (typeof step === 'number') return `[${step}]`;
      if (/^[A-Za-z_$][\w$]{0,63}$/.test(step)) return index === 0 ? step : `.${step}`;
      return `[${printable(step)}]`;
    })
    .join('');
}

const SHOWN_MAX = 60;

/**
 * A text of the catalogue in quotes, shortened, and without characters that a terminal or a log would
 * interpret.
 */
export function printable(text: string): string {
  const kept = Array.from(text.slice(0, 2 * SHOWN_MAX))
    .slice(0, SHOWN_MAX)
    .join('');
  const escaped = kept.replace(/["\\]|[\p{C}\p{Zl}\p{Zp}]/gu, (char) => {
    if (char === '"' || char === '\\') return `\\${char}`;
    return char
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join('');
  });
  return `"${escaped}${kept.length < text.length ? '…' : ''}"`;
}
