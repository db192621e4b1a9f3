import { troubledDrawings } from '../studio/saving/busy.ts';
import { troubleWords } from '../studio/saving/save-state.ts';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';
import { shell as words } from '../words/en/shell.ts';

/** What concerns the whole page, above the view: that its address is not secure, that something is not saved. */
export function PageNotices() {
  if (isSecureContext && troubledDrawings.value.length === 0) return null;
  return (
    <div class="page-notices">
      {!isSecureContext && (
        <Notice icon="warning" tone="danger" title={words.insecure}>
          {words.insecureText}
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
      title={words.notSaved(drawings.length)}
      action={<Button onClick={retry}>{words.retry}</Button>}
    >
      {troubleWords(first.save.value)}
    </Notice>
  );
}
