import { useLayoutEffect } from 'preact/hooks';
import { online } from '../platform/online.ts';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';
import { shell as words } from '../words/en/shell.ts';
import { safetyWords } from './errors.ts';

interface ViewFailedProps {
  /** `missing`: the code of the view did not load. `stopped`: the view threw an error. */
  readonly why: 'missing' | 'stopped';
}

/** Shown in place of a view that failed: what happened, whether the drawings are safe, what to do. */
export function ViewFailed({ why }: ViewFailedProps) {
  // The picture of the last time (src/app/early), and what is drawn on it, would lie over these words.
  useLayoutEffect(() => {
    globalThis.shownView?.canvas.remove();
    globalThis.shownView?.pen?.stop();
  }, []);
  const todo = why === 'missing' && !online.value ? words.connect : words.tryAgain;
  return (
    <div class="page" role="alert">
      <Notice
        icon="warning"
        title={why === 'missing' ? words.viewMissing : words.viewStopped}
        action={
          <Button tone="accent" onClick={() => location.reload()}>
            {words.reload}
          </Button>
        }
      >
        {safetyWords()} {todo}
      </Notice>
      <p class="page-elsewhere">
        <a href="/">{words.allDrawings}</a>
      </p>
    </div>
  );
}
