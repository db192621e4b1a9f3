/** A step of the history as text, as the memory keeps it: an object of thousands of points is costly to hand over. */
import { inSlices } from '../../../ink/index.ts';
import type { Step } from './history.ts';

/** Items that are written in one go, about a millisecond. */
const AT_ONCE = 24;

/** Written in slices where it is long: a wide sweep of the eraser takes thousands of strokes. */
export async function stepText({ kind, items }: Step): Promise<string> {
  const parts: string[] = [];
  await new Promise<void>((resolve) => {
    inSlices(
      () => {
        const from = parts.length;
        for (const item of items.slice(from, from + AT_ONCE)) parts.push(JSON.stringify(item));
        return parts.length === items.length;
      },
      () => parts.length === items.length && resolve(),
    );
  });
  return `{"kind":${JSON.stringify(kind)},"items":[${parts.join(',')}]}`;
}

/** Older memories hold steps as they are. */
export function stepOfText(value: string | Step): Step {
  return typeof value === 'string' ? JSON.parse(value) : value;
}
