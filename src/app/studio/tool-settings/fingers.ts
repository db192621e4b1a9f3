/** What a pen takes from the fingers, and how that is said. */
import { dismissToast, toast } from '../../ui/toasts.ts';
import { tools as words } from '../../words/en/studio/tools.ts';
import { fingersDraw, fingersTold, penSeen } from './tool-settings.ts';

let said: number | undefined;

function say(text: string, label: string): void {
  dismissToast(said);
  said = toast(text, {
    label,
    run: () => {
      fingersDraw.value = true;
    },
  });
}

/** The first pen on this device: it draws from now on, and fingers pan. */
export function sayPenSeen(): void {
  penSeen.value = true;
  fingersDraw.value = false;
  fingersTold.value = false;
  say(words.stylusSeen, words.undo);
}

/** A finger that meant to draw, perhaps: the first one is told why it did not. */
export function sayTurnedAway(): void {
  if (fingersTold.value) return;
  fingersTold.value = true;
  say(words.fingersPan, words.fingers);
}
