/**
 * When people made and changed their drawings, by the clocks of the places where they did. Dates are checked
 * against this.
 */
import { type Contents, type DrawingContents, strokeNumber } from './contents.ts';

/**
 * The time from a page's request for a change until its outcome is known: the host dated the change in between.
 */
interface Span {
  readonly drawing: string;
  readonly isNew: boolean;
  readonly from: number;
  to: number;
}

export interface DatesWatch {
  /**
   * A page asks its host to make or change a drawing.
   * @param strokes numbers of the added strokes
   * @returns to be called when the request has ended, whatever the outcome
   */
  asks(drawing: string, isNew: boolean, strokes: readonly number[], now: () => number): () => void;
  /** A clock was set: from here on no two clocks agree, and dates no longer tell when something was done. */
  clockIsSet(): void;
  /**
   * Checks invariant 6. Returns what is wrong, in words.
   * @param isCopy true for a kept copy, which nobody began
   */
  judge(end: Contents, isCopy: (drawing: string) => boolean): string | undefined;
}

/** Changes made at once get dates this far apart, ms. */
const APART = 50;

export function createDates(): DatesWatch {
  const spans: Span[] = [];
  /** When each stroke was added first. */
  const put = new Map<number, number>();
  let agree = true;

  function wrongDates(
    { id, createdAt, updatedAt, strokes }: DrawingContents,
    isCopy: boolean,
  ): string | undefined {
    const own = spans.filter(({ drawing }) => drawing === id);
    // A kept copy is as old as its original, even if a page asked to make it again after it was deleted.
    const possible = isCopy ? spans : own;
    const isIn = (date: string, among: readonly Span[]) =>
      among.some(({ from, to }) => from <= Date.parse(date) && Date.parse(date) <= to + APART);
    const named = `invariant 6: ${id.slice(0, 8)}`;
    const made = possible.filter(({ isNew }) => isNew);
    if (!isIn(createdAt, made)) return `${named} is dated as made when nobody made it: "${createdAt}"`;
    if (!isIn(updatedAt, possible)) {
      return `${named} is dated as changed when nobody changed it: "${updatedAt}"`;
    }
    const last = Math.max(...strokes.map((stroke) => put.get(strokeNumber(stroke)) ?? 0));
    if (Date.parse(updatedAt) >= last) return undefined;
    return `${named} is dated as changed before what is on it was drawn: "${updatedAt}"`;
  }

  return {
    asks(drawing, isNew, strokes, now) {
      const span: Span = { drawing, isNew, from: now(), to: Number.POSITIVE_INFINITY };
      spans.push(span);
      for (const number of strokes) if (!put.has(number)) put.set(number, span.from);
      return () => {
        span.to = Math.min(span.to, now());
      };
    },
    clockIsSet() {
      agree = false;
    },
    judge(end, isCopy) {
      if (!agree) return undefined;
      for (const drawing of end.drawings.values()) {
        const words = wrongDates(drawing, isCopy(drawing.id));
        if (words !== undefined) return words;
      }
      return undefined;
    },
  };
}
