import { useLayoutEffect, useState } from 'preact/hooks';
import { TITLE_MAX } from '../../../core/drawing/limits.ts';
import type { DrawingEntry } from '../../../core/drawing/types.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Field } from '../../ui/Field.tsx';
import { gallery as words } from '../../words/en/gallery/gallery.ts';
import { rename } from './actions.ts';

interface RenameProps {
  readonly entry: DrawingEntry;
  readonly onClose: () => void;
}

/** Asks for a new title. An empty title is allowed: the drawing is then shown as untitled. */
export default function RenameDialog({ entry, onClose }: RenameProps) {
  const [title, setTitle] = useState(entry.title);
  useLayoutEffect(() => {
    // The field has the focus. Its text is selected, so that typing replaces it.
    if (document.activeElement instanceof HTMLInputElement) document.activeElement.select();
  }, []);
  const tooLong = [...title].length > TITLE_MAX;
  const save = (event: Event) => {
    event.preventDefault();
    if (tooLong) return;
    onClose();
    const next = title.trim();
    if (next !== entry.title) rename(entry, next);
  };
  return (
    <Dialog title={words.rename} onClose={onClose}>
      <form class="dialog-form" onSubmit={save}>
        <Field
          label={words.title}
          value={title}
          onInput={setTitle}
          invalid={tooLong}
          help={tooLong ? words.titleTooLong(TITLE_MAX, [...title].length - TITLE_MAX) : ''}
        />
        <div class="row-end">
          <Button tone="quiet" onClick={onClose}>
            {words.cancel}
          </Button>
          <Button tone="accent" type="submit" disabled={tooLong}>
            {words.save}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
