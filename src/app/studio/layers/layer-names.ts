import { LAYER_NAME_MAX } from '../../../core/drawing/limits.ts';
import { BASE } from '../../../core/drawing/members/layers.ts';
import type { Layer } from '../../../core/drawing/types.ts';
import { layers as words } from '../../words/en/studio/layers.ts';

/** What the page calls a layer: its name, or one for the base and its place for others. */
export function nameOf({ id, name }: Layer, layers: readonly Layer[]): string {
  if (name !== '') return name;
  return id === BASE.id ? words.base : words.numbered(layers.findIndex((one) => one.id === id) + 1);
}

/** Why a hidden or locked layer takes nothing, and what to do. */
export function closedWords(layer: Layer, layers: readonly Layer[]): string {
  const name = nameOf(layer, layers);
  return layer.visible ? words.isLockedNow(name) : words.isHidden(name);
}

/** A name for a new layer that no other has. */
export function newName(layers: readonly Layer[]): string {
  const names = new Set(layers.map((layer) => nameOf(layer, layers)));
  let place = layers.length + 1;
  while (names.has(words.numbered(place))) place++;
  return words.numbered(place);
}

/** The text as a valid name: at most 40 code points, no lone surrogates. */
export function acceptableName(text: string): string {
  return [...text.toWellFormed().replaceAll('\0', '')].slice(0, LAYER_NAME_MAX).join('');
}
