import { defineWords } from '../catalogue.ts';

/** Times for which Intl has no text. */
export const time = defineWords('time', {
  justNow: 'just now',
  unknownHour: 'an unknown hour',
});
