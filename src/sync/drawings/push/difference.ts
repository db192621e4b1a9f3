/** What makes one list of strokes out of another, as a JSON Patch in requests of a bounded size. */

export interface Difference {
  /** JSON texts of operations; one that takes a stroke away comes with its test, as one text. */
  readonly operations: readonly string[];
  /** So many of `to` are in place after them. */
  readonly to: number;
  /** From here on the rest of `from` still stands behind them. */
  readonly from: number;
  /** Strokes of the whole drawing after them. */
  readonly count: number;
}

/**
 * Walks both lists from left to right, so that it can be cut anywhere.
 * @param first index of the first stroke of both in the drawing
 * @param count strokes of the whole drawing before
 * @param most characters of the operations together, near enough; at least one is answered
 */
export function difference(
  from: readonly string[],
  to: readonly string[],
  first: number,
  count: number,
  most: number,
): Difference {
  // What is still to come on each side, by text.
  const [left, wanted] = [countsOf(from), countsOf(to)];
  const operations: string[] = [];
  let [i, j, chars, length] = [0, 0, 0, count];
  while (i < from.length || j < to.length) {
    const [old, wish] = [from[i], to[j]];
    if (old === wish) {
      take(left, old);
      take(wanted, wish);
      i++;
      j++;
      continue;
    }
    let operation: string;
    const at = first + j;
    // A stroke that moved is removed here, and added where it comes up again.
    const isGone = old !== undefined && (!wanted.get(old) || (wish !== undefined && left.get(wish)));
    if (isGone) {
      // A server that came back from a backup may count up to the same rev with other strokes: an index proves nothing.
      const test = `{"op":"test","path":"/strokes/${at}","value":${old}}`;
      const remove = `{"op":"remove","path":"/strokes/${at}"}`;
      operation = [test, remove].join();
    } else {
      operation = `{"op":"add","path":"/strokes/${at === length ? '-' : at}","value":${wish}}`;
    }
    if (chars > 0 && chars + operation.length > most) break;
    chars += operation.length + 1;
    operations.push(operation);
    if (isGone) {
      take(left, old);
      i++;
      length--;
    } else {
      take(wanted, wish);
      j++;
      length++;
    }
  }
  return { operations, to: j, from: i, count: length };
}

/** Those of `from` that `to` has, too. A difference from them to `to` never has more strokes than `to` in between. */
export function common(from: readonly string[], to: readonly string[]): string[] {
  const wanted = countsOf(to);
  return from.filter((text) => {
    const isWanted = (wanted.get(text) ?? 0) > 0;
    take(wanted, text);
    return isWanted;
  });
}

function countsOf(texts: readonly string[]): Map<string | undefined, number> {
  const counts = new Map<string | undefined, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}

function take(counts: Map<string | undefined, number>, text: string | undefined): void {
  counts.set(text, (counts.get(text) ?? 0) - 1);
}
