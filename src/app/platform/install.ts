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

export type InstallState = 'installed' | 'offered' | 'by-hand-ios' | 'by-hand-mac' | 'by-browser';

declare global {
  interface Navigator {
    /** Safari's own, older than `display-mode`: is this an app of the Home Screen? */
    readonly standalone?: boolean;
  }
}

/**
 * Browsers that delete what a site has stored when it was not opened for seven days of use, and that keep the storage of
 * an installed app apart. All browsers of iOS and iPadOS are Safari underneath; an iPad says that it is a Mac, but has
 * fingers. Source: webkit.org, Full Third-Party Cookie Blocking and More (2020).
 */
export function safariDevice(): 'ios' | 'mac' | undefined {
  const { userAgent, vendor, maxTouchPoints } = navigator;
  if (/iPhone|iPad|iPod/.test(userAgent)) return 'ios';
  if (!userAgent.includes('Macintosh')) return undefined;
  if (maxTouchPoints > 1) return 'ios';
  return vendor.startsWith('Apple') ? 'mac' : undefined;
}

/** Does this page run as an app of its own? */
export function isInstalled(): boolean {
  return matchMedia('(display-mode: standalone)').matches || navigator.standalone === true;
}

/** How this page can be installed now. */
export function installState(): InstallState {
  if (isInstalled()) return 'installed';
  if (offer.value) return 'offered';
  const device = safariDevice();
  return device === undefined ? 'by-browser' : `by-hand-${device}`;
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
