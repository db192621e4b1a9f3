/**
 * Stored steps against the stored drawing. A step is stored before its change, in another database, and the process may have
 * ended between both.
 */
import { sameLayers } from '../../../core/drawing/members/layers.ts';
import { samePaper } from '../../../core/drawing/members/paper.ts';
import { sameUnderlay } from '../../../core/drawing/members/underlay.ts';
import type { OptionalMembers, Stroke } from '../../../core/drawing/types.ts';
import { type History, type Step, takerOf } from '../document/history.ts';

/** The drawing as it is stored. */
export interface Stored extends OptionalMembers {
  readonly strokes: readonly Stroke[];
}

/**
 * The history of the drawing as it is. Steps at the end of the done ones that left no trace can be redone, and are not
 * undone; steps whose undo left none are done. Only where the drawing says so by its layers, paper or photo: of a stroke
 * that is not there, nobody can tell whether others erased it.
 */
export function asStored(history: History, now: Stored): History {
  const { steps } = history;
  let { done } = history;
  while (isAt(steps[done - 1], 'from', now)) done--;
  if (done === history.done) while (isAt(steps[done], 'to', now)) done++;
  return done === history.done ? history : { ...history, done };
}

/** True if the drawing is as it was on this side of the step, with nothing of the other side. */
function isAt(step: Step | undefined, side: 'from' | 'to', now: Stored): boolean {
  switch (step?.kind) {
    case 'underlay':
      return sameUnderlay(now.underlay, step[side]);
    case 'paper':
      return samePaper(now.paper, step[side]);
    case 'layers': {
      const { from, to, items, come = [], papers } = step;
      if (sameLayers(from, to) || !sameLayers(now.layers, step[side])) return false;
      if (papers && !samePaper(now.paper, papers[side])) return false;
      // Of a large change, a part may be stored: undo takes that back.
      const before = items.map(({ stroke }) => stroke);
      const after = [...items.flatMap(({ into }) => into ?? []), ...come].map(({ stroke }) => stroke);
      const [there, gone] = side === 'from' ? [before, after] : [after, before];
      const take = takerOf(now.strokes);
      return there.every(take) && !gone.some(take);
    }
    default:
      return false;
  }
}
