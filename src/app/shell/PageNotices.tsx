import { shortTitle } from '../gallery/list/arrange.ts';
import { lazyPart } from '../lazy.tsx';
import { troubledDrawings } from '../studio/saving/busy.ts';
import { isFull, troubleWords } from '../studio/saving/save-state.ts';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';
import { shell as words } from '../words/en/shell.ts';

/** The link to the trash. Without it, the notice still says what to do. */
const LazyMakeRoom = lazyPart(() => import('../studio/saving/MakeRoom.tsx'));

/** Notices above every view: the address is not secure, or drawings are not saved. */
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

/**
 * The notice about drawings that were closed before they could be saved. They exist in this page's memory only.
 */
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
      title={words.notSaved(drawings.length, shortTitle({ title: first.title.value }))}
      action={<Button onClick={retry}>{words.retry}</Button>}
    >
      {troubleWords(first.save.value)}
      {drawings.some(({ save }) => isFull(save.value)) && <LazyMakeRoom />}
    </Notice>
  );
}
