import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';
import { updateReady } from '../worker-bridge.ts';
import { update } from './update.ts';

function InsecureNotice() {
  return (
    <Notice
      icon="warning"
      tone="danger"
      title="This address is not secure, so Pleinair works here only in part."
    >
      Drawings are saved on this device, but the app cannot open without a network, and the pen is less exact.
      Open it over HTTPS instead: put a reverse proxy with a certificate in front of the server, as the README
      shows, or use http://localhost on the machine itself.
    </Notice>
  );
}

/** What concerns the whole page, above the view. */
export function PageNotices() {
  if (isSecureContext && !updateReady.value) return null;
  return (
    <div class="page-notices">
      {!isSecureContext && <InsecureNotice />}
      {updateReady.value && (
        <Notice
          icon="refresh"
          title="Update ready"
          action={
            <Button tone="accent" onClick={update}>
              Update now
            </Button>
          }
        >
          A newer Pleinair is on this device. It opens in a moment, and your drawings stay as they are.
        </Notice>
      )}
    </div>
  );
}
