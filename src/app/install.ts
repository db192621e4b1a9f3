/** Installing: the browser's own offer where it makes one, and what to do by hand where it does not. */
import { signal } from '@preact/signals';

/** Chromium's event; no other engine has it. Source: W3C, Manifest Incubations. */
interface BeforeInstallPromptEvent extends Event {
  prompt(): Promise<{ readonly outcome: 'accepted' | 'dismissed' }>;
}

function isInstallPrompt(event: Event): event is BeforeInstallPromptEvent {
  return 'prompt' in event;
}

const offer = signal<BeforeInstallPromptEvent | undefined>(undefined);

export type InstallState = 'installed' | 'offered' | 'by-hand-ios' | 'by-browser';

const isIos = () =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1);

/** How this page can be installed now. */
export function installState(): InstallState {
  if (matchMedia('(display-mode: standalone)').matches) return 'installed';
  if (offer.value) return 'offered';
  return isIos() ? 'by-hand-ios' : 'by-browser';
}

/** Keeps the browser's offer, so that it is made in Settings and not over a drawing. */
export function listenForInstall(): void {
  addEventListener('beforeinstallprompt', (event) => {
    if (!isInstallPrompt(event)) return;
    event.preventDefault();
    offer.value = event;
  });
  addEventListener('appinstalled', () => {
    offer.value = undefined;
  });
}

/** Makes the browser's offer. It can be made once. */
export async function install(): Promise<void> {
  const event = offer.value;
  offer.value = undefined;
  await event?.prompt();
}
