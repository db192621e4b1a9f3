/** The difference of two lists of strokes, as a JSON Patch in requests of limited size. */

export interface Difference {
  /** JSON texts of operations. A removal and its test form one text. */
  readonly operations: readonly string[];
  /** Number of strokes of `to` that are in place after the operations. */
  readonly to: number;
  /** Index in `from` where the unprocessed rest starts; it still follows them. */
  readonly from: number;
  /** Number of strokes in the whole drawing after the operations. */
  readonly count: number;
}

/**
 * Computes the difference from left to right, so that it can stop anywhere.
 * @param first index in the drawing at which both lists start
 * @param count number of strokes in the whole drawing before
 * @param most approximate length limit in characters for all operations; at least one operation is returned
 */
export function difference(
  from: readonly string[],
  to: readonly string[],
  first: number,
  count: number,
  most: number,
): Difference {
  // The remaining strokes of each side, counted by text.
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
    // A moved stroke is removed here, and added again at its new place.
    const isGone = old !== undefined && (!wanted.get(old) || (wish !== undefined && left.get(wish)));
    if (isGone) {
      // Every removal is tested: a server restored from a backup may reach the same rev with other strokes,
      // so an index alone proves nothing.
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

/**
 * The strokes of `from` that `to` also has. The difference from this list to `to` never exceeds the strokes
 * of `to` on the way.
 */
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
