/** What throws takes no more than its own part of the page away: `ViewBoundary` for a view, `PartBoundary` for less. */

import type { ComponentChildren } from 'preact';
import { useEffect, useErrorBoundary } from 'preact/hooks';
import { route } from '../router.ts';
import { sayTrouble } from './errors.ts';
import { ViewFailed } from './ViewFailed.tsx';

interface BoundaryProps {
  readonly children: ComponentChildren;
}

/**
 * Around a view: says that it stopped, and that the drawings are safe. What throws while it is rendered, in its effects
 * or while it is taken away comes here; its effects end as when it is left, so the studio stores what is in hand.
 * Another address is another try.
 */
export function ViewBoundary({ children }: BoundaryProps) {
  const [error, again] = useErrorBoundary(report);
  const failed = error !== undefined;
  const here = route.value;
  useEffect(() => (failed ? again : undefined), [failed, here]);
  return failed ? <ViewFailed why="stopped" /> : <>{children}</>;
}

/** Around a part that the view can do without: it goes away, and the rest stays. */
export function PartBoundary({ children }: BoundaryProps) {
  const [error] = useErrorBoundary((thrown: unknown) => {
    report(thrown);
    sayTrouble('partStopped');
  });
  return error === undefined ? <>{children}</> : null;
}

function report(error: unknown): void {
  console.error(error);
}
