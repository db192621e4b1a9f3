/** The states of saving a drawing, and their words. */
import { DRAWING_MAX } from '../../../core/drawing/limits.ts';
import { saving as words } from '../../words/en/saving.ts';
import { limitSize } from '../../words/format.ts';

/** Why a change is not saved yet. */
export type Trouble = 'unanswered' | 'unavailable' | 'full' | 'busy';

/** Why the open drawing is no longer among the stored ones: it is in the trash, or deleted for good. */
export type Gone = 'trashed' | 'deleted';

export type SaveState =
  /** A new drawing without changes. */
  | { readonly kind: 'blank' }
  | { readonly kind: 'saved' }
  | { readonly kind: 'saving' }
  /** Nothing is unsaved. `trashed`: the drawing is in the trash. `deleted`: only this page still has it. */
  | { readonly kind: Gone }
  /** Failed, and retried automatically. */
  | { readonly kind: 'trying'; readonly trouble: Trouble }
  /** Refused because the drawing would exceed its limit. Retried with the next edit, or on request. */
  | { readonly kind: 'outgrown' }
  /** Refused. Retried with the next edit, or on request. */
  | { readonly kind: 'refused'; readonly message: string };

/** True if the device has no room for the drawing. */
export function isFull(state: SaveState): boolean {
  return state.kind === 'trying' && state.trouble === 'full';
}

/** A state in a few words. */
export function saveWords(state: SaveState): string {
  switch (state.kind) {
    case 'blank':
      return words.blank;
    case 'saved':
      return words.saved;
    case 'saving':
      return words.saving;
    case 'trashed':
      return words.trashed;
    case 'deleted':
      return words.deleted;
    case 'trying':
      return state.trouble === 'full' ? words.storageFull : words.notSavedYet;
    case 'outgrown':
      return words.outgrown;
    case 'refused':
      return words.notSaved;
  }
}

/** A problem in sentences: what happened, what is safe, what to do; undefined without a problem. */
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
