/** Where what was drawn is, and how that is said. */
import { SIZE_WORDS } from './full-words.ts';

/** Why something that was drawn is not saved yet. */
export type Trouble = 'unanswered' | 'unavailable' | 'full' | 'busy';

export type SaveState =
  /** Nothing has been drawn: there is nothing to save. */
  | { readonly kind: 'blank' }
  | { readonly kind: 'saved' }
  | { readonly kind: 'saving' }
  /** It goes on trying by itself. */
  | { readonly kind: 'trying'; readonly trouble: Trouble }
  /** It would be larger than a drawing may be. It is tried again with the next edit, or when asked. */
  | { readonly kind: 'outgrown' }
  /** It will be tried again with the next edit, or when asked. */
  | { readonly kind: 'refused'; readonly message: string };

const TROUBLE: Readonly<Record<Trouble, { readonly short: string; readonly long: string }>> = {
  unanswered: {
    short: 'Not saved yet',
    long: 'The storage of this device does not answer. Everything you drew is safe while this page stays open. Pleinair keeps trying to save it.',
  },
  unavailable: {
    short: 'Not saved yet',
    long: 'The storage of this device cannot be written to just now. Everything you drew is safe while this page stays open. Pleinair keeps trying to save it.',
  },
  full: {
    short: 'Not saved: storage is full',
    long: 'This device has no room left for Pleinair. Everything you drew is safe while this page stays open. Free some space, or export the drawing. Pleinair keeps trying to save it.',
  },
  busy: {
    short: 'Not saved yet',
    long: 'The storage is busy. Everything you drew is safe while this page stays open. Pleinair saves it in a moment.',
  },
};

/** A few words for the corner of the canvas. */
export function saveWords(state: SaveState): string {
  switch (state.kind) {
    case 'blank':
      return 'Nothing drawn yet';
    case 'saved':
      return 'Saved on this device';
    case 'saving':
      return 'Saving…';
    case 'trying':
      return TROUBLE[state.trouble].short;
    case 'outgrown':
      return 'Not saved: the drawing is full';
    case 'refused':
      return 'Not saved';
  }
}

/** What happened, what is safe and what to do; undefined when all is well. */
export function troubleWords(state: SaveState): string | undefined {
  if (state.kind === 'trying') return TROUBLE[state.trouble].long;
  if (state.kind === 'outgrown') {
    return `This drawing holds at most ${SIZE_WORDS}, and what you drew last is more. Everything you drew is safe while this page stays open. Erase some, or continue in a copy of what you see.`;
  }
  if (state.kind !== 'refused') return undefined;
  const why = state.message === '' ? '' : ` (${state.message})`;
  return `The last change was not accepted${why}. Everything you drew is safe while this page stays open. Export the drawing to be sure, then try again.`;
}
