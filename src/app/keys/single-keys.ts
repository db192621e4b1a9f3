import { remembered } from '../platform/remembered.ts';

/** Do single letters, digits and signs do something? Who speaks to the computer may not want it (WCAG 2.1.4). */
export const singleKeys = remembered('pleinair.single-keys', 'off', true);
