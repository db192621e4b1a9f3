import { place } from '../catalogue.ts';

/** Times for which Intl has no text. */
export const time = place('time', {
  justNow: 'just now',
  unknownHour: 'an unknown hour',
});
