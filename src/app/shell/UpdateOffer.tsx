import { useState } from 'preact/hooks';
import { updateReady } from '../client/worker-bridge.ts';
import { busy } from '../studio/saving/busy.ts';
import { Button, IconButton } from '../ui/Button.tsx';
import { update } from './update.ts';

interface UpdateOfferProps {
  /** Over a drawing: shown only while the pen rests and all is saved. */
  readonly patient: boolean;
}

/** The offer of a new version: small, over the view, and pushing nothing away. */
export function UpdateOffer({ patient }: UpdateOfferProps) {
  const [later, setLater] = useState(false);
  const shown = updateReady.value && !later && !(patient && busy.value);
  return (
    <div aria-live="polite">
      {shown && (
        <div class="toast">
          <span class="toast-words">Update ready</span>
          <span class="toast-actions">
            <Button tone="quiet" onClick={update}>
              Update now
            </Button>
            <IconButton icon="close" label="Later" onClick={() => setLater(true)} />
          </span>
        </div>
      )}
    </div>
  );
}
