/** The drawing that is on the screen, for what comes from outside the studio: files that are dropped on it. */
import type { Ink } from '../../../ink/index.ts';
import type { Session } from './session.ts';

export interface OnScreen {
  readonly session: Session;
  readonly ink: Ink;
}

let shown: OnScreen | undefined;

/** Told by who shows it; undefined when its engine has gone. */
export function putOnScreen(now: OnScreen | undefined): void {
  shown = now;
}

/** Undefined until it can be drawn on. */
export function onScreen(): OnScreen | undefined {
  return shown;
}
