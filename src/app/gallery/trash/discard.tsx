/** Discards unsaved changes. Loaded when needed. */
import type { DrawingEntry } from '../../../core/drawing/types.ts';
import { isTroubled } from '../../studio/saving/busy.ts';
import { discardUnsaved } from '../../studio/session/open-sessions.ts';
import { toast } from '../../ui/toasts.ts';
import { gallery } from '../../words/en/gallery/gallery.ts';
import { trash as words } from '../../words/en/gallery/trash.ts';
import { shortTitle } from '../list/arrange.ts';
import { dialog } from '../list/gallery-state.ts';
import { Question } from './Question.tsx';

/** Asks, then discards the unsaved changes of a drawing. */
export function askDiscard(entry: DrawingEntry): void {
  const title = shortTitle(entry);
  const isStored = entry.rev > 0;
  const close = () => {
    dialog.value = undefined;
  };
  const discard = () => {
    if (!isTroubled(entry.id)) {
      toast(words.savedByNow(title));
      return;
    }
    void discardUnsaved(entry.id);
    toast(isStored ? words.changesDiscarded(title) : words.discarded(title));
  };
  dialog.value = (
    <Question
      title={isStored ? words.discardChanges(title) : words.discard(title)}
      yes={gallery.discard}
      onYes={discard}
      onClose={close}
    >
      {isStored ? words.discardChangesText : words.discardText} {words.noUndo}
    </Question>
  );
}
