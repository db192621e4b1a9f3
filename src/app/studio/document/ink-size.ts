/** The size of a drawing as JSON, updated with each operation. The limit is STROKES_SIZE_MAX. */
import { computed, signal } from '@preact/signals';
import { STROKES_SIZE_MAX } from '../../../core/drawing/limits.ts';
import type { Stroke } from '../../../core/drawing/types.ts';
import { yieldToMain } from '../../platform/yield-to-main.ts';
import { mostOfStroke, type Operation } from './content.ts';

/** More bytes than any drawn stroke has. While so much is left, one more stroke fits. */
const RESERVE = 1024 * 1024;
/** Up to this size an upper bound is enough. */
const EXACT_FROM = STROKES_SIZE_MAX / 2;
/** With more operations than this at once, all strokes are counted again: in slices, which no gesture waits for. */
const MANY = 32;
/** Strokes counted in one slice. */
const SLICE = 250;

export class InkSize {
  /** Bytes; exact beyond EXACT_FROM, else an upper bound. */
  readonly bytes = signal(0);
  /** True if no further stroke fits. */
  readonly isFull = computed(() => this.bytes.value > STROKES_SIZE_MAX - RESERVE);
  /** Aborts the running count. */
  #counting: AbortController | undefined;

  /** Sets the size of a loaded drawing. */
  set(bytes: number): void {
    this.#stop();
    this.bytes.value = bytes;
  }

  /**
   * Updates the size after operations.
   * @param strokes all strokes after the operations
   */
  change(operations: readonly Operation[], strokes: readonly Stroke[]): void {
    if (operations.length > MANY || this.#counting) {
      void this.count(strokes);
      return;
    }
    const growth = growthOf(operations);
    if (growth !== 0) this.bytes.value = Math.max(0, this.bytes.value + growth);
  }

  /** True if the drawing stays within the limit with these operations. */
  fits(operations: readonly Operation[]): boolean {
    return this.hasRoomFor(growthOf(operations));
  }

  /** True if the drawing stays within the limit with so many more bytes: the sum of `sizeOf` its strokes. */
  hasRoomFor(growth: number): boolean {
    return growth <= 0 || this.bytes.value + growth <= STROKES_SIZE_MAX;
  }

  /** Counts all strokes, in slices. Needed after changes elsewhere, or large ones. */
  async count(strokes: readonly Stroke[]): Promise<void> {
    this.#stop();
    const counting = new AbortController();
    this.#counting = counting;
    const sum = async (sizeOf: (stroke: Stroke) => number) => {
      let bytes = 0;
      for (let i = 0; i < strokes.length; i += SLICE) {
        for (const stroke of strokes.slice(i, i + SLICE)) bytes += sizeOf(stroke);
        await yieldToMain(counting.signal);
      }
      return bytes;
    };
    try {
      const roughly = await sum(mostOfStroke);
      const bytes = roughly > EXACT_FROM ? await sum(sizeOf) : roughly;
      this.#counting = undefined;
      this.bytes.value = bytes;
    } catch (error) {
      // Aborted by a newer count.
      if (!counting.signal.aborted) throw error;
    }
  }

  #stop(): void {
    this.#counting?.abort();
    this.#counting = undefined;
  }
}

/** Bytes of a stroke as JSON, with a comma. */
export function sizeOf(stroke: Stroke): number {
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
    } else if (operation.kind === 'move') bytes += sizeOf(operation.by) - sizeOf(operation.stroke);
  }
  return bytes;
}
