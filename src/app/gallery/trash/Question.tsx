import type { ComponentChildren } from 'preact';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { gallery as words } from '../../words/en/gallery/gallery.ts';

interface QuestionProps {
  readonly title: string;
  /** Label of the button that confirms. */
  readonly yes: string;
  readonly onYes: () => void;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

/** Asks before something is lost. The cancel button has the focus. */
export function Question({ title, yes, onYes, onClose, children }: QuestionProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      <div class="dialog-form">
        <p>{children}</p>
        <div class="row-end">
          <Button tone="quiet" onClick={onClose}>
            {words.cancel}
          </Button>
          <Button
            tone="danger"
            icon="trash"
            onClick={() => {
              onClose();
              onYes();
            }}
          >
            {yes}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
