/** What is shown beside the canvas on demand: the map of the drawing, and the sheet of keys. */
import { signal } from '@preact/signals';
import { storedFlag } from '../../platform/stored-flag.ts';

/** What a zoom step on the buttons and keys multiplies by. */
export const ZOOM_STEP = 1.25;

/** Is the map wanted all the time? */
export const mapShown = storedFlag('pleinair.map', 'shown', false);
/** Is the sheet of keys open? */
export const keysShown = signal(false);
