import { troubledDrawings } from '../studio/saving/busy.ts';
import { troubleWords } from '../studio/saving/save-state.ts';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';

/** What concerns the whole page, above the view: that its address is not secure, that something is not saved. */
export function PageNotices() {
  if (isSecureContext && troubledDrawings.value.length === 0) return null;
  return (
    <div class="page-notices">
      {!isSecureContext && (
        <Notice
          icon="warning"
          tone="danger"
          title="This address is not secure, so Pleinair works here only in part."
        >
          Drawings are saved on this device, but the app cannot open without a network, and the pen is less
          exact. Open it over HTTPS, as the README shows, or at http://localhost on the machine itself.
        </Notice>
      )}
      <NotSaved />
    </div>
  );
}

/** Drawings that were left before they could be saved live in this page alone, whatever it shows. */
function NotSaved() {
  const drawings = troubledDrawings.value;
  const [first] = drawings;
  if (!first) return null;
  const retry = () => {
    for (const drawing of drawings) drawing.retry();
  };
  return (
    <Notice
      icon="warning"
      tone="danger"
      title={
        drawings.length === 1 ? 'A drawing is not saved yet' : `${drawings.length} drawings are not saved yet`
      }
      action={<Button onClick={retry}>Try again</Button>}
    >
      {troubleWords(first.save.value)}
    </Notice>
  );
}
