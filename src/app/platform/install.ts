/** Installing the app: the browser's prompt, or else which steps a person has to take by hand. */
import { signal } from '@preact/signals';

/** An event of Chromium alone. Source: W3C, Manifest Incubations. */
interface BeforeInstallPromptEvent extends Event {
  prompt(): Promise<{ readonly outcome: 'accepted' | 'dismissed' }>;
}

function isInstallPrompt(event: Event): event is BeforeInstallPromptEvent {
  return 'prompt' in event;
}

/** The browser's prompt, kept until a person asks for it. */
const deferredPrompt = signal<BeforeInstallPromptEvent | undefined>(undefined);

/**
 * `offered`: the browser has a prompt. `by-hand-…`: by hand, in Safari. `by-browser`: in the browser's own
 * menu, if at all.
 */
export type InstallState = 'installed' | 'offered' | 'by-hand-ios' | 'by-hand-mac' | 'by-browser';

declare global {
  interface Navigator {
    /** Safari only, older than `display-mode`: true in an app of the Home Screen. */
    readonly standalone?: boolean;
  }
}

/**
 * The system, if the browser is Safari. Safari deletes a site's data after seven days of use without a visit,
 * and an installed app has a storage of its own. All browsers of iOS and iPadOS are Safari inside. An iPad
 * reports a Mac, but has a touch screen. Source: webkit.org, Full Third-Party Cookie Blocking and More (2020).
 */
export function safariDevice(): 'ios' | 'mac' | undefined {
  const { userAgent, vendor, maxTouchPoints } = navigator;
  if (/iPhone|iPad|iPod/.test(userAgent)) return 'ios';
  if (!userAgent.includes('Macintosh')) return undefined;
  if (maxTouchPoints > 1) return 'ios';
  return vendor.startsWith('Apple') ? 'mac' : undefined;
}

/** True if the page runs as an installed app. */
export function isInstalled(): boolean {
  return matchMedia('(display-mode: standalone)').matches || navigator.standalone === true;
}

/** Whether and how the app can be installed now. */
export function installState(): InstallState {
  if (isInstalled()) return 'installed';
  if (deferredPrompt.value) return 'offered';
  const device = safariDevice();
  return device === undefined ? 'by-browser' : `by-hand-${device}`;
}

/** Keeps the browser's prompt for Settings, so that it does not appear over a drawing. Called once. */
export function listenForInstall(): void {
  addEventListener('beforeinstallprompt', (event) => {
    if (!isInstallPrompt(event)) return;
    event.preventDefault();
    deferredPrompt.value = event;
  });
  addEventListener('appinstalled', () => {
    deferredPrompt.value = undefined;
  });
}

/** Shows the browser's prompt. Each prompt can be shown once. */
export async function install(): Promise<void> {
  const event = deferredPrompt.value;
  deferredPrompt.value = undefined;
  await event?.prompt();
}
