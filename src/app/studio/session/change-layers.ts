/** What a person does to the layers of an open drawing: a step of undo. */
import { ONE_LAYER } from '../../../core/drawing/members/layers.ts';
import { isIdle, type Layered, type LayersStep } from '../layers/layer-steps.ts';
import type { Session } from './session.ts';

/**
 * Changes the layers, once the edits are there that were made before.
 * @param make gets the drawing as it is then; undefined if there is nothing to change
 * @param done called afterwards
 */
export function changeLayers(
  session: Session,
  make: (drawing: Layered) => LayersStep | undefined,
  done = () => {},
): void {
  session.history.inTurn(() => {
    if (!session.isRead) return;
    const step = make({ strokes: session.strokes.value, layers: session.layers.value ?? ONE_LAYER });
    if (!step || isIdle(step)) return;
    // It stays the active one, also hidden.
    const active = session.active.now.value.id;
    if (step.to.some(({ id }) => id === active)) session.active.choose(active);
    session.history.make(step);
    done();
  });
}
