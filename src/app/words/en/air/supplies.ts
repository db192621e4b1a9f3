import { defineWords } from '../../catalogue.ts';
import { isolate } from '../../format.ts';

/** Masks and room air purifiers. */
export const supplies = defineWords('supplies', {
  note: 'Masks and room air purifiers for hazy days',
  masks: 'Masks',
  purifiers: 'Room air purifiers',
  back: 'Back to the readings',

  noMore: 'The rest of the list did not load.',
  noList: 'The list did not load.',
  retry: 'Try again',
  nothingKept: 'You are offline, and this device has no copy of the list yet.',
  comesLater: 'The list loads when you are back online. This device then keeps a copy.',
  nothingHere: 'There is nothing here yet.',
  maybeOld: 'This list may be out of date.',
  keptList: 'You are offline. This is the copy on this device.',
  checkAgain: 'Check again',
  empty: 'The catalogue has nothing in this category right now.',
  more: 'Show more',

  listed: 'Prices are as listed on the dates shown. They may have changed.',
  /** @param on date on which the list was read; undefined when it is not known */
  source: (name: string, on: string | undefined) =>
    on === undefined ? `Source: ${isolate(name)}.` : `Source: ${isolate(name)}, read on ${on}.`,
  /** @param on date */
  seen: (on: string) => `<price></price>, seen on ${on}`,
  noLink: 'No verified link.',
  offer: 'View offer',
  affiliate: 'affiliate link',
});
