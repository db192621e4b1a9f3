/** The steps of undo that a device keeps of the drawing, as texts: as `writeHistory` of the studio puts them. */
import type { Written } from '../../../src/app/studio/document/drawing-memory.ts';
import type { History, Step } from '../../../src/app/studio/document/history.ts';

export interface Kept {
  readonly history: History;
  /** True if some steps are missing between others: all are written again with the next one. */
  readonly incomplete: boolean;
}

export class KeptSteps {
  readonly #texts = new Map<number, string>();
  /** Number of the first step that is not done. */
  #done = 0;

  /** @param written those that are to be written */
  write({ first, steps, done }: History, written: Written): void {
    this.#done = first + done;
    const from = written === 'newest' ? done - 1 : 0;
    const texts = steps
      .slice(from, written === 'newest' ? done : steps.length)
      .map((one) => JSON.stringify(one));
    if (written === 'none' || texts.length === 0) return;
    const isKept = (n: number) => written === 'newest' && n >= first && n < this.#done;
    for (const n of this.#texts.keys()) if (!isKept(n)) this.#texts.delete(n);
    for (const [i, text] of texts.entries()) this.#texts.set(first + from + i, text);
  }

  read(): Kept {
    const kept = [...this.#texts].sort(([a], [b]) => a - b);
    const numbers = kept.map(([n]) => n);
    const [first = 0] = numbers;
    const steps = kept.map(([, text]): Step => JSON.parse(text));
    const done = numbers.filter((n) => n < this.#done).length;
    return { history: { first, steps, done }, incomplete: numbers.some((n, i) => n !== first + i) };
  }
}
