import { useState } from 'preact/hooks';
import { updateReady } from '../client/worker-bridge.ts';
import { busy } from '../studio/saving/busy.ts';
import { Button, IconButton } from '../ui/Button.tsx';
import { shell as words } from '../words/en/shell.ts';
import { update } from './update.ts';

interface UpdateOfferProps {
  /** True over a drawing: the offer is shown only while nobody draws and everything is saved. */
  readonly onlyWhenIdle: boolean;
}

/** The offer of a new version, as a small message over the view. */
export function UpdateOffer({ onlyWhenIdle }: UpdateOfferProps) {
  const [later, setLater] = useState(false);
  const shown = updateReady.value && !later && !(onlyWhenIdle && busy.value);
  return (
    <div aria-live="polite">
      {shown && (
        <div class="toast">
          <span class="toast-words">{words.updateReady}</span>
          <span class="toast-actions">
            <Button tone="quiet" onClick={update}>
              {words.updateNow}
            </Button>
            <IconButton icon="close" label={words.later} onClick={() => setLater(true)} />
          </span>
        </div>
      )}
    </div>
  );
}
