/** What is shown beside the canvas on demand: the map of the drawing, and the sheet of keys. */
import { signal } from '@preact/signals';
import { remembered } from '../../remembered.ts';

/** Is the map wanted all the time? */
export const mapShown = remembered('pleinair.map', 'shown', false);
/** Is the sheet of keys open? */
export const keysShown = signal(false);
