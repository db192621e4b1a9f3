import { signal } from '@preact/signals';

/** What an empty gallery says while nobody may be invited outdoors; `""` for its invitation. Set by what loads later. */
export const indoorWords = signal('');
