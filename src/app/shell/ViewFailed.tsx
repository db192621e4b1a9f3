import { online } from '../platform/online.ts';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';
import { shell as words } from '../words/en/shell.ts';
import { safeWords } from './errors.ts';

interface ViewFailedProps {
  /** `missing`: its code could not be had. `stopped`: something in it threw. */
  readonly why: 'missing' | 'stopped';
}

/** In the place of a view that cannot be shown: what happened, what is safe, what to do. */
export function ViewFailed({ why }: ViewFailedProps) {
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
        {safeWords()} {todo}
      </Notice>
      <p class="page-elsewhere">
        <a href="/">{words.allDrawings}</a>
      </p>
    </div>
  );
}
