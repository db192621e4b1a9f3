import { online } from '../platform/online.ts';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';
import { safeWords } from './errors.ts';

interface ViewFailedProps {
  /** `missing`: its code could not be had. `stopped`: something in it threw. */
  readonly why: 'missing' | 'stopped';
}

/** In the place of a view that cannot be shown: what happened, what is safe, what to do. */
export function ViewFailed({ why }: ViewFailedProps) {
  const todo =
    why === 'missing' && !online.value
      ? 'Connect to a network, then reload.'
      : 'Reload to try again. The other pages still work.';
  return (
    <div class="page" role="alert">
      <Notice
        icon="warning"
        title={why === 'missing' ? 'This page did not load.' : 'This page stopped working.'}
        action={
          <Button tone="accent" onClick={() => location.reload()}>
            Reload
          </Button>
        }
      >
        {safeWords()} {todo}
      </Notice>
      <p class="page-elsewhere">
        <a href="/">All drawings</a>
      </p>
    </div>
  );
}
