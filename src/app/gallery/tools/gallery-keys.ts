/** Keys of the gallery: `/` searches, Ctrl+A selects all, Ctrl+O imports, Escape ends selecting. */
import { useLayoutEffect } from 'preact/hooks';
import { IMPORT_CHORD, openPicker } from '../../import/sources/FilePicker.tsx';
import { chordOf } from '../../keys/chords.ts';
import { singleKeys } from '../../keys/single-keys.ts';
import { selectAll } from '../actions/actions.ts';
import type { Tab } from '../list/drawings.ts';
import { endSelecting, selection, shownEntries, wantedFocus } from '../list/gallery-state.ts';
import { SEARCH_CHORD, SEARCH_ID } from './GalleryTools.tsx';

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.matches('input:not([type=checkbox]), textarea, select, [contenteditable]')
  );
}

/** Handles the keys of the gallery while the calling component is shown. */
export function useGalleryKeys(tab: Tab): void {
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || document.querySelector('dialog[open]')) return;
      const chord = chordOf(event);
      if (event.key === 'Escape' && selection.value) {
        const focused = document.activeElement?.closest('.selection-bar');
        if (focused) wantedFocus.value = shownEntries(tab)[0]?.id;
        endSelecting();
      } else if (isTyping(event.target)) return;
      else if (chord === SEARCH_CHORD && singleKeys.value) {
        const search = document.getElementById(SEARCH_ID);
        if (!(search instanceof HTMLInputElement)) return;
        search.focus();
        search.select();
      } else if (chord === 'Ctrl+A') {
        if (shownEntries(tab).length === 0) return;
        selectAll(tab);
      } else if (chord === IMPORT_CHORD) {
        if (!openPicker()) return;
      } else return;
      event.preventDefault();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [tab]);
}
