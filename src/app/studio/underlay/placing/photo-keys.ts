/** Keys on a photo that is being placed. */
import type { Underlay } from '../../../../core/drawing/types.ts';
import { changed, type Place } from '../place.ts';

/** CSS px that an arrow key moves the photo; with Shift. */
const [STEP, FAR] = [2, 40];
const GROW = 1.02;
/** Degrees; with Shift. */
const [TURN, TURN_FAR] = [1, 15];

const ARROWS: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

const GROWS: Readonly<Record<string, number>> = { '+': GROW, '=': GROW, '-': 1 / GROW, _: 1 / GROW };
/** With Shift, the signs of another layout. */
const TURNS: Readonly<Record<string, number>> = { ',': -1, '<': -1, '.': 1, '>': 1 };

type Key = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>;

/** The place after a key; undefined if the key does nothing here. @param zoom CSS px per drawing unit */
export function pressedPlace(
  { key, shiftKey, ctrlKey, metaKey, altKey }: Key,
  photo: Underlay,
  zoom: number,
): Place | undefined {
  if (ctrlKey || metaKey || altKey) return undefined;
  const arrow = ARROWS[key];
  if (arrow) {
    const by = (shiftKey ? FAR : STEP) / zoom;
    const { x, y, scale, angle } = photo;
    return { x: x + arrow[0] * by, y: y + arrow[1] * by, scale, angle };
  }
  const grow = GROWS[key];
  if (grow !== undefined) return changed(photo, photo, grow, 0);
  const turn = TURNS[key];
  return turn === undefined ? undefined : changed(photo, photo, 1, turn * (shiftKey ? TURN_FAR : TURN));
}
