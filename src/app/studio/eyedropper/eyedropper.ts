/** The colour that a pointer looks for, and what taking it does. */
import { signal } from '@preact/signals';
import type { Ink, InkEvents } from '../../../ink/index.ts';
import { dismissToast } from '../../ui/toasts.ts';
import { tools } from '../../words/en/studio/tools.ts';
import type { Session } from '../session/session.ts';
import { toastOf } from '../session/toast-with-undo.ts';
import { mixColor } from '../tool-settings/tool-settings.ts';

type Look = Parameters<NonNullable<InkEvents['onLook']>>[0];

/** Says the colour of what lies under the ink at a place of the view, CSS px. */
type Under = NonNullable<InkEvents['colorUnder']>;

let under: Under | undefined;

/** Looks under bare ink from now on. Returns a function that ends this. */
export function lookUnder(colorAt: Under): () => void {
  under = colorAt;
  return () => {
    if (under === colorAt) under = undefined;
  };
}

/** The colour of what lies under the ink; undefined on bare paper. */
export const colorUnder: Under = (at) => under?.(at);

/** Where a pointer looks for a colour; undefined if none does. */
export const looked = signal<Look>(undefined);
/** The colour that was taken last, `#rrggbb`; undefined if there was none to take. */
export const taken = signal<string | undefined>(undefined);

let said: number | undefined;

/** Takes a colour into the hand, and to the recent ones. @param color undefined where no ink was seen */
export function takeColor(session: Session, color: string | undefined): void {
  dismissToast(said);
  taken.value = color;
  if (color === undefined) said = toastOf(session, tools.noColor);
  else mixColor(color);
}

/** Takes the colour under the pointer, or in the middle of the view. */
export function takeSeenColor(session: Session, ink: Ink): void {
  takeColor(session, ink.seenColor());
}
