/** Whether the map, the sheet of keys, the earlier versions and the replay are shown. */
import { signal } from '@preact/signals';
import { storedFlag } from '../../platform/stored-flag.ts';

/** Factor of one zoom step by button or key. */
export const ZOOM_STEP = 1.25;

/** True to show the map all the time. */
export const mapShown = storedFlag('pleinair.map', 'shown', false);
/** True while the sheet of keys is open. */
export const keysShown = signal(false);
/** True while the dialog of earlier versions is open. */
export const versionsShown = signal(false);
/** True while the drawing is played. */
export const replayShown = signal(false);
