import { place } from '../catalogue.ts';

/** Instants that Intl has no words for. */
export const time = place('time', {
  justNow: 'just now',
  unknownHour: 'an unknown hour',
});
