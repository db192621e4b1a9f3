/** Giving up what could not be saved. Loaded when somebody asks for it. */
import type { DrawingEntry } from '../../../core/drawing/types.ts';
import { isTroubled } from '../../studio/saving/busy.ts';
import { discardUnsaved } from '../../studio/session/open-sessions.ts';
import { toast } from '../../ui/toasts.ts';
import { quoted } from '../list/changes.ts';
import { dialog } from '../list/gallery-state.ts';
import { Question } from './Question.tsx';

/** Asks, and gives up what is not saved of the drawing when the answer is yes. */
export function askDiscard(entry: DrawingEntry): void {
  const name = quoted(entry);
  const isStored = entry.rev > 0;
  const close = () => {
    dialog.value = undefined;
  };
  const discard = () => {
    if (!isTroubled(entry.id)) {
      toast(`${name} is saved by now. Nothing was discarded.`);
      return;
    }
    void discardUnsaved(entry.id);
    toast(isStored ? `The changes to ${name} are discarded.` : `${name} is discarded.`);
  };
  dialog.value = (
    <Question
      title={isStored ? `Discard the changes to ${name}?` : `Discard ${name}?`}
      yes="Discard"
      onYes={discard}
      onClose={close}
    >
      {isStored
        ? 'They are not saved. The drawing stays as it was saved before.'
        : 'It is not saved, so the trash cannot keep it.'}{' '}
      You cannot undo this.
    </Question>
  );
}
