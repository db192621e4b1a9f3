/**
 * Undo steps as JSON text for the database, which is faster to store than an object with thousands of points.
 */
import { inSlices } from '../../../ink/index.ts';
import type { Step } from './history.ts';

/** Items serialised in one slice, about a millisecond of work. */
const SLICE = 24;

/** A step as text. Made in slices, because an eraser may remove thousands of strokes at once. */
export async function stepText(step: Step): Promise<string> {
  const list = await listText(step.items);
  // Later, because what is beside its strokes is counted when it is read.
  const { come, ...rest } = 'come' in step ? step : { ...step, come: undefined };
  const text = `${JSON.stringify({ ...rest, items: undefined }).slice(0, -1)},"items":${list}`;
  return come === undefined ? `${text}}` : `${text},"come":${await listText(come)}}`;
}

function listText(items: readonly unknown[]): Promise<string> {
  const parts: string[] = [];
  return new Promise((resolve) => {
    inSlices(
      () => {
        const from = parts.length;
        for (const item of items.slice(from, from + SLICE)) parts.push(JSON.stringify(item));
        return parts.length === items.length;
      },
      () => parts.length === items.length && resolve(`[${parts.join(',')}]`),
      // What made a long step took long enough.
      items.length > SLICE ? 'later' : 'at once',
    );
  });
}

/** The step of a stored value. Older builds stored objects. */
export function stepOfText(value: string | Step): Step {
  return typeof value === 'string' ? JSON.parse(value) : value;
}
