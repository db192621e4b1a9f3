/** Fingers on devices with a pen: they pan, and a message says so. */
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

/** Called for the first pen on this device: from now on fingers pan. */
export function showPenSeen(): void {
  penSeen.value = true;
  fingersDraw.value = false;
  fingersTold.value = false;
  say(words.stylusSeen, words.undo);
}

/** Called when a finger pans that may have meant to draw. Shows why, the first time. */
export function showFingersPan(): void {
  if (fingersTold.value) return;
  fingersTold.value = true;
  say(words.fingersPan, words.fingers);
}
