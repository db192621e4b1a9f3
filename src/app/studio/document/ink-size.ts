/**
 * How large a drawing is as JSON, reckoned along with what is done to it: it takes no more than
 * STROKES_SIZE_MAX.
 */
import { computed, signal } from '@preact/signals';
import { STROKES_SIZE_MAX } from '../../../core/drawing/limits.ts';
import type { Stroke } from '../../../core/drawing/types.ts';
import { yieldToMain } from '../../platform/yield-to-main.ts';
import { mostOfStroke, type Operation } from './content.ts';

/** Bytes that no stroke of a hand exceeds: while so much is left, one more fits. */
const ONE_MORE = 1024 * 1024;
/** Up to here it is enough to know that it is not more. */
const ROUGHLY = STROKES_SIZE_MAX / 2;
/** With more operations than these at once, all strokes are counted, a few at a time. */
const MANY = 256;
const TOGETHER = 250;

export class InkSize {
  /** Exact beyond ROUGHLY; below it never less than it is. */
  readonly bytes = signal(0);
  /** Is there no room for another stroke? */
  readonly isFull = computed(() => this.bytes.value > STROKES_SIZE_MAX - ONE_MORE);
  /** Of the count that goes on. */
  #counting: AbortController | undefined;

  /** As it came: `bytes` of JSON. */
  read(bytes: number): void {
    this.#stop();
    this.bytes.value = bytes;
  }

  /** @param strokes as they are after the operations */
  change(operations: readonly Operation[], strokes: readonly Stroke[]): void {
    if (operations.length > MANY || this.#counting) {
      void this.count(strokes);
      return;
    }
    const growth = growthOf(operations);
    if (growth !== 0) this.bytes.value = Math.max(0, this.bytes.value + growth);
  }

  /** Would it still be within the limit with these operations? */
  takes(operations: readonly Operation[]): boolean {
    const growth = growthOf(operations);
    return growth <= 0 || this.bytes.value + growth <= STROKES_SIZE_MAX;
  }

  /** Counts them all, in a while: it was changed elsewhere, or by much. */
  async count(strokes: readonly Stroke[]): Promise<void> {
    this.#stop();
    const counting = new AbortController();
    this.#counting = counting;
    const sum = async (sizeOf: (stroke: Stroke) => number) => {
      let bytes = 0;
      for (let i = 0; i < strokes.length; i += TOGETHER) {
        for (const stroke of strokes.slice(i, i + TOGETHER)) bytes += sizeOf(stroke);
        await yieldToMain(counting.signal);
      }
      return bytes;
    };
    try {
      const roughly = await sum(mostOfStroke);
      const bytes = roughly > ROUGHLY ? await sum(sizeOf) : roughly;
      this.#counting = undefined;
      this.bytes.value = bytes;
    } catch (error) {
      // It was changed again, and is counted anew.
      if (!counting.signal.aborted) throw error;
    }
  }

  #stop(): void {
    this.#counting?.abort();
    this.#counting = undefined;
  }
}

/** With the comma after it. */
function sizeOf(stroke: Stroke): number {
  return JSON.stringify(stroke).length + 1;
}

function growthOf(operations: readonly Operation[]): number {
  let bytes = 0;
  for (const operation of operations) {
    if (operation.kind === 'insert') bytes += sizeOf(operation.stroke);
    else if (operation.kind === 'remove') bytes -= sizeOf(operation.stroke);
    else if (operation.kind === 'replace') {
      for (const stroke of operation.by) bytes += sizeOf(stroke);
      for (const stroke of operation.strokes) bytes -= sizeOf(stroke);
    }
  }
  return bytes;
}
