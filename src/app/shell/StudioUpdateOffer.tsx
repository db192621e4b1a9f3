import { useState } from 'preact/hooks';
import { busy } from '../studio/busy.ts';
import { Button, IconButton } from '../ui/Button.tsx';
import { updateReady } from '../worker-bridge.ts';
import { update } from './update.ts';

/**
 * The offer of a new version over a drawing: small, above the dock, and only while the pen rests and all is saved.
 */
export function StudioUpdateOffer() {
  const [later, setLater] = useState(false);
  const shown = updateReady.value && !later && !busy.value;
  return (
    <div class="update-offer" aria-live="polite">
      {shown && (
        <div class="toast">
          <span>Update ready</span>
          <Button tone="quiet" onClick={update}>
            Update now
          </Button>
          <IconButton icon="close" label="Later" onClick={() => setLater(true)} />
        </div>
      )}
    </div>
  );
}
