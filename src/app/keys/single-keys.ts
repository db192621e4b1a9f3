import { storedFlag } from '../platform/stored-flag.ts';

/**
 * True if single letters, digits and signs are shortcuts. A person who uses speech input may turn them off
 * (WCAG 2.1.4).
 */
export const singleKeys = storedFlag('pleinair.single-keys', 'off', true);
