/** The colour that a pointer looks for, and what taking it does. */
import { signal } from '@preact/signals';
import type { Ink, InkEvents } from '../../../ink/index.ts';
import { mixColor } from '../tool-settings/tool-settings.ts';

type Look = Parameters<NonNullable<InkEvents['onLook']>>[0];

/** Where a pointer looks for a colour; undefined if none does. */
export const looked = signal<Look>(undefined);
/** The colour that was taken last, `#rrggbb`. */
export const taken = signal<string | undefined>(undefined);

/** Takes a colour into the hand, and to the recent ones. */
export function takeColor(color: string): void {
  mixColor(color);
  taken.value = color;
}

/** Takes the colour under the pointer, or in the middle of the view. */
export function takeSeenColor(ink: Ink): void {
  const color = ink.seenColor();
  if (color !== undefined) takeColor(color);
}
