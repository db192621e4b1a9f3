import { defineWords } from '../catalogue.ts';

/** Problems: what happened, and what is safe. */
export const problems = defineWords('problems', {
  /** By error code of the API. */
  codes: {
    storage_full: 'This device is full. Nothing was lost. Free some space and try again.',
    unavailable: 'The storage of this device is not responding. Nothing was lost. Try again.',
    busy: 'Pleinair is busy. Nothing was lost. Try again in a moment.',
    conflict: 'This was changed elsewhere in the meantime. Nothing was lost. Check it and try again.',
    gone: 'This is in the trash. Restore it first.',
    not_found: 'This is no longer on this device.',
    unauthorized: 'The token in Settings is not accepted.',
    rate_limited: 'Too many requests. Wait a moment and try again.',
  },
  /** @param status HTTP status */
  answered: (status: number) => `The storage of this device answered with an error (${status}).`,
  noAnswer: 'No response. Nothing was lost. Try again.',
  other: 'Something went wrong. Nothing was lost. Try again.',
});
