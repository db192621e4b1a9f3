/** Invariant 8: a stroke that erases takes no ink that its device had not seen below it. */
import { erases } from '../../../src/core/drawing/erasing.ts';
import type { Stroke } from '../../../src/core/drawing/types.ts';
import { type Contents, type DrawingContents, strokeNumber } from './contents.ts';

export interface RubbingWatch {
  /** A page shows these strokes after a change of a person. */
  shows(strokes: readonly Stroke[]): void;
  /** Returns what is wrong, in words. */
  judge(end: Contents, isMoved: (number: number) => boolean): string | undefined;
}

export function createRubbing(): RubbingWatch {
  /** The ink that a person saw below each stroke that erases. */
  const seen = new Map<number, Set<number>>();

  /** True if somebody rubbed above it: then both sides did, and one of them must lie above the other. */
  function isRubbed(ink: number, except: number): boolean {
    return [...seen].some(([eraser, below]) => eraser !== except && below.has(ink));
  }

  function taken({ id, strokes }: DrawingContents, isMoved: (number: number) => boolean): string | undefined {
    const below: number[] = [];
    for (const stroke of strokes) {
      const number = strokeNumber(stroke);
      if (!erases(stroke)) {
        below.push(number);
        continue;
      }
      const own = seen.get(number);
      const ink = below.find((one) => !own?.has(one) && !isMoved(one) && !isRubbed(one, number));
      if (ink === undefined || isMoved(number)) continue;
      return `invariant 8: stroke ${number} of ${id.slice(0, 8)} erases stroke ${ink}, which its device had not seen below it`;
    }
    return undefined;
  }

  return {
    shows(strokes) {
      const below: number[] = [];
      for (const stroke of strokes) {
        const number = strokeNumber(stroke);
        if (erases(stroke)) seen.set(number, new Set([...(seen.get(number) ?? []), ...below]));
        else below.push(number);
      }
    },
    judge(end, isMoved) {
      for (const drawing of end.drawings.values()) {
        const words = taken(drawing, isMoved);
        if (words !== undefined) return words;
      }
      return undefined;
    },
  };
}
