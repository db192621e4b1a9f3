/**
 * Error boundaries, so that an error takes away only the view (`ViewBoundary`) or the part (`PartBoundary`) it
 * is in.
 */
import type { ComponentChildren } from 'preact';
import { useEffect, useErrorBoundary } from 'preact/hooks';
import { route } from '../router.ts';
import { showErrorToast } from './errors.ts';
import { ViewFailed } from './ViewFailed.tsx';

interface BoundaryProps {
  readonly children: ComponentChildren;
}

/**
 * The boundary around a view. Catches errors of rendering, effects and unmounting, and shows ViewFailed
 * instead. The effects of the view are cleaned up as usual, so the studio stores unsaved strokes. Another
 * address renders again.
 */
export function ViewBoundary({ children }: BoundaryProps) {
  const [error, again] = useErrorBoundary(report);
  const failed = error !== undefined;
  const here = route.value;
  useEffect(() => (failed ? again : undefined), [failed, here]);
  return failed ? <ViewFailed why="stopped" /> : <>{children}</>;
}

/** The boundary around a part that the view can do without: the part disappears, and a message says so. */
export function PartBoundary({ children }: BoundaryProps) {
  const [error] = useErrorBoundary((thrown: unknown) => {
    report(thrown);
    showErrorToast('partStopped');
  });
  return error === undefined ? <>{children}</> : null;
}

function report(error: unknown): void {
  console.error(error);
}
