/** The visible drawing, for modules outside the studio: files may be dropped on it. */
import type { Ink } from '../../../ink/index.ts';
import type { Session } from './session.ts';

export interface OnScreen {
  readonly session: Session;
  readonly ink: Ink;
}

let shown: OnScreen | undefined;

/** Sets the visible drawing; undefined when its canvas is removed. */
export function putOnScreen(now: OnScreen | undefined): void {
  shown = now;
}

/** The visible drawing; undefined until it can be drawn on. */
export function onScreen(): OnScreen | undefined {
  return shown;
}
