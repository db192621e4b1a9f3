/** Where what was drawn is, and how that is said. */
import { DRAWING_MAX } from '../../../core/drawing/limits.ts';
import { saving as words } from '../../words/en/saving.ts';
import { limitSize } from '../../words/format.ts';

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

/** A few words for the corner of the canvas. */
export function saveWords(state: SaveState): string {
  switch (state.kind) {
    case 'blank':
      return words.blank;
    case 'saved':
      return words.saved;
    case 'saving':
      return words.saving;
    case 'trying':
      return state.trouble === 'full' ? words.storageFull : words.notSavedYet;
    case 'outgrown':
      return words.outgrown;
    case 'refused':
      return words.notSaved;
  }
}

/** What happened, what is safe and what to do; undefined when all is well. */
export function troubleWords(state: SaveState): string | undefined {
  switch (state.kind) {
    case 'trying':
      return state.trouble === 'full' ? words.deviceFull : words[state.trouble];
    case 'outgrown':
      return words.tooLarge(limitSize(DRAWING_MAX));
    case 'refused':
      return state.message === '' ? words.rejected : words.rejectedFor(state.message);
    default:
      return undefined;
  }
}
