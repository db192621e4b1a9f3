/** A word about a tool that was used on a layer that is hidden or locked. */
import { ONE_LAYER } from '../../../core/drawing/members/layers.ts';
import { dismissToast, toast } from '../../ui/toasts.ts';
import { layers as words } from '../../words/en/studio/layers.ts';
import { changeLayerStep } from '../layers/layer-steps.ts';
import { changeLayers } from '../session/change-layers.ts';
import type { Session } from '../session/session.ts';
import { nameOf } from './layer-names.ts';

/** Key of the last message, which a newer one replaces. */
let shown: number | undefined;

/** Says why the active layer takes no tool, and offers to open it. */
export function showClosed(session: Session): void {
  const layer = session.active.now.value;
  const { id, visible } = layer;
  const name = nameOf(layer, session.layers.value ?? ONE_LAYER);
  dismissToast(shown);
  shown = toast(visible ? words.isLockedNow(name) : words.isHidden(name), {
    label: visible ? words.unlock : words.show,
    run: () =>
      changeLayers(session, (drawing) =>
        changeLayerStep(drawing, id, visible ? { locked: false } : { visible: true }),
      ),
  });
}
