/** A word about a tool or a paste for a layer that is hidden or locked, or so faint that its ink is hardly seen. */
import { isOpen, layerOf, ONE_LAYER } from '../../../core/drawing/members/layers.ts';
import type { Layer, Stroke } from '../../../core/drawing/types.ts';
import { BRUSH_TOOLS } from '../../../ink/index.ts';
import { dismissToast } from '../../ui/toasts.ts';
import { layers as words } from '../../words/en/studio/layers.ts';
import { percent } from '../../words/format.ts';
import { closedWords, nameOf } from '../layers/layer-names.ts';
import { changeLayerStep } from '../layers/layer-steps.ts';
import { changeLayers } from '../session/change-layers.ts';
import type { Session } from '../session/session.ts';
import { toastOf } from '../session/toast-with-undo.ts';
import { tool } from '../tool-settings/tool-settings.ts';

/** Key of the last message, which a newer one replaces. */
let shown: number | undefined;

/**
 * Says why the active layer takes nothing, and offers to open it.
 * @param drawn a stroke that went to the nearest open layer instead
 */
export function showClosed(session: Session, drawn?: Stroke): void {
  const [layer, layers = ONE_LAYER] = [session.active.now.value, session.layers.value];
  const { id, visible } = layer;
  const into = drawn && layers.find((one) => one.id === layerOf(drawn, layers) && one.id !== id);
  const landed = visible ? words.landedLocked : words.landedHidden;
  const why = into ? landed(nameOf(layer, layers), nameOf(into, layers)) : closedWords(layer, layers);
  dismissToast(shown);
  const isClosed = () => {
    const now = session.active.now.value;
    return now.id === id && now.visible === visible && !(visible && !now.locked);
  };
  shown = toastOf(session, why, isClosed, {
    label: visible ? words.unlock : words.show,
    run: () =>
      changeLayers(session, (drawing) =>
        changeLayerStep(drawing, id, visible ? { locked: false } : { visible: true }),
      ),
  });
}

/**
 * A gesture is over: others may have locked or hidden its layer meanwhile. Says so, or else if the layer is faint.
 * @param drawn the stroke that it made
 */
export function showEnded(session: Session, drawn: Stroke | undefined): void {
  if (isOpen(session.active.now.value)) showFaint(session);
  else showClosed(session, drawn);
}

/** Below this opacity of a layer one hardly sees what one draws. */
const FAINT = 0.05;
/** Those that were spoken of: once until something of them changes. */
const told = new WeakSet<Layer>();

/** Says why what was drawn is hardly seen, if the active layer is that faint, and offers to show it. */
function showFaint(session: Session): void {
  const layer = session.active.now.value;
  const { id, opacity } = layer;
  const draws = BRUSH_TOOLS.some((one) => one === tool.peek());
  if (!draws || opacity >= FAINT || told.has(layer)) return;
  told.add(layer);
  dismissToast(shown);
  const isFaint = () => session.active.now.value.id === id && session.active.now.value.opacity < FAINT;
  const name = nameOf(layer, session.layers.value ?? ONE_LAYER);
  shown = toastOf(session, words.isFaint(name, percent(opacity)), isFaint, {
    label: words.full,
    run: () => changeLayers(session, (drawing) => changeLayerStep(drawing, id, { opacity: 1 })),
  });
}
