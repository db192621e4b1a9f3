import { Notice } from '../ui/Notice.tsx';

/** What concerns the whole page, above the view: that its address is not secure. */
export function PageNotices() {
  if (isSecureContext) return null;
  return (
    <div class="page-notices">
      <Notice
        icon="warning"
        tone="danger"
        title="This address is not secure, so Pleinair works here only in part."
      >
        Drawings are saved on this device, but the app cannot open without a network, and the pen is less
        exact. Open it over HTTPS, as the README shows, or at http://localhost on the machine itself.
      </Notice>
    </div>
  );
}
