/** What the panel of layers does to a drawing. Each is one step of undo, if nothing else is said. */
import { signal } from '@preact/signals';
import { LAYERS_MAX } from '../../../core/drawing/limits.ts';
import { newLayerId } from '../../../core/drawing/members/change-layers.ts';
import { BASE, isOpen, ONE_LAYER } from '../../../core/drawing/members/layers.ts';
import type { Layer } from '../../../core/drawing/types.ts';
import type { Ink } from '../../../ink/index.ts';
import { layers as words } from '../../words/en/studio/layers.ts';
import { nameOf, newName } from '../layers/layer-names.ts';
import {
  addLayerStep,
  changeLayerStep,
  deleteLayerStep,
  mergeDownStep,
  moveLayerStep,
} from '../layers/layer-steps.ts';
import { changeLayers } from '../session/change-layers.ts';
import type { Session } from '../session/session.ts';
import { toastOf, toastWithUndo } from '../session/toast-with-undo.ts';

/** Tools whose look depends on what lies below them in their layer. */
const BLENDED: ReadonlySet<string> = new Set(['marker', 'wash']);

export interface LayerContext {
  readonly session: Session;
  readonly ink: () => Ink | undefined;
}

export function layersOf(session: Session): readonly Layer[] {
  return session.layers.value ?? ONE_LAYER;
}

/** Adds a layer above the active one, and makes it active. */
export function addLayer({ session }: LayerContext): void {
  newLayer(session, (id) => session.active.choose(id));
}

/** Adds a layer above the active one, unless a message says why not. `added` gets its id. */
function newLayer(session: Session, added: (id: string) => void): void {
  if (!session.isRead) {
    toastOf(session, words.opening, () => !session.isRead);
    return;
  }
  if (layersOf(session).length >= LAYERS_MAX) {
    toastOf(session, words.most(LAYERS_MAX), () => layersOf(session).length >= LAYERS_MAX);
    return;
  }
  const id = newLayerId(Math.random);
  changeLayers(
    session,
    (drawing) => {
      const layer = { ...BASE, id, name: newName(drawing.layers) };
      return addLayerStep(drawing, layer, session.active.now.value.id);
    },
    () => added(id),
  );
}

export function changeLayer(
  { session }: LayerContext,
  id: string,
  change: Parameters<typeof changeLayerStep>[2],
): void {
  changeLayers(session, (drawing) => changeLayerStep(drawing, id, change));
}

/** Where the layer is that was moved last, for screen readers: the list of layers shows it. */
export const movedWords = signal('');

/** Moves a layer up by a number of places, or down for a negative one. */
export function moveLayer({ session }: LayerContext, id: string, by: number): void {
  changeLayers(
    session,
    (drawing) => moveLayerStep(drawing, id, by),
    () => {
      const layers = layersOf(session);
      const at = layers.findIndex((one) => one.id === id);
      const layer = layers[at];
      if (layer) movedWords.value = words.moved(nameOf(layer, layers), layers.length - at, layers.length);
    },
  );
}

/** Why a layer cannot be deleted now; undefined if it can. */
export function deletingFails(layers: readonly Layer[], { locked }: Layer): string | undefined {
  if (layers.length === 1) return words.last;
  return locked ? words.isLocked : undefined;
}

/** True while something cannot be done with a layer for the same reason. */
function isStill(
  session: Session,
  { id }: Layer,
  fails: (layers: readonly Layer[], layer: Layer) => string | undefined,
  why: string,
): boolean {
  const layers = layersOf(session);
  return layers.some((one) => one.id === id && fails(layers, one) === why);
}

/** Deletes a layer with its strokes. The one below it, or else above it, becomes active. */
export function deleteLayer({ session, ink }: LayerContext, layer: Layer): void {
  ink()?.selection.putDown();
  const layers = layersOf(session);
  const fails = deletingFails(layers, layer);
  if (fails !== undefined) {
    toastOf(session, fails, () => isStill(session, layer, deletingFails, fails));
    return;
  }
  const name = nameOf(layer, layers);
  const at = layers.indexOf(layer);
  const next = layers[at - 1] ?? layers[at + 1];
  let strokes = 0;
  changeLayers(
    session,
    (drawing) => {
      const step = deleteLayerStep(drawing, layer.id);
      strokes = step.items.length;
      return step;
    },
    () => {
      if (next) session.active.choose(next.id);
      toastWithUndo(session, words.deleted(name, strokes));
    },
  );
}

/** Why a layer cannot be merged down now; undefined if it can. */
export function mergingFails(layers: readonly Layer[], layer: Layer): string | undefined {
  const below = layers[layers.indexOf(layer) - 1];
  if (!below) return words.lowest;
  return isOpen(layer) && isOpen(below) ? undefined : words.closedMerge;
}

/** Merges a layer into the one below it, which becomes active. */
export function mergeDown({ session, ink }: LayerContext, layer: Layer): void {
  ink()?.selection.putDown();
  const layers = layersOf(session);
  const below = layers[layers.indexOf(layer) - 1];
  const fails = mergingFails(layers, layer);
  if (fails !== undefined || !below) {
    const said = fails ?? words.lowest;
    toastOf(session, said, () => isStill(session, layer, mergingFails, said));
    return;
  }
  const name = nameOf(below, layers);
  let told = '';
  changeLayers(
    session,
    (drawing) => {
      const merged = mergeDownStep(drawing, layer.id);
      const isGroup = [layer, below].some(({ opacity, blend }) => opacity !== 1 || blend);
      const isBlended = merged?.step.items.some(({ stroke }) => BLENDED.has(stroke.tool));
      told = isGroup || isBlended ? words.mergedOther(name) : words.merged(name);
      if (merged && merged.erasers > 0) told = words.mergedWhole(name);
      return merged?.step;
    },
    () => {
      session.active.choose(below.id);
      toastWithUndo(session, told);
    },
  );
}

/** Moves the selected strokes to another layer, which becomes active. */
export function moveSelection({ session, ink }: LayerContext, id: string): void {
  ink()?.moveToLayer(id);
  session.active.choose(id);
}

/** Moves the selected strokes to a new layer above the active one, which becomes active. Two steps of undo. */
export function moveSelectionToNew(context: LayerContext): void {
  newLayer(context.session, (id) => moveSelection(context, id));
}
