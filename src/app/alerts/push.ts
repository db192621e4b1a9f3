/** The browser's side of Web Push: whether it can, the permission, the subscription. */
import { isInstalled, safariDevice } from '../platform/install.ts';

/** Why this browser cannot receive alerts now. */
export type Barrier = 'unsupported' | 'insecure' | 'install' | 'denied';

export function barrier(): Barrier | undefined {
  if (!isSecureContext) return 'insecure';
  // Safari on iOS and iPadOS has push in installed apps alone. Source: webkit.org, Web Push for Web Apps (2023).
  if (safariDevice() === 'ios' && !isInstalled()) return 'install';
  if (!('serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis)) {
    return 'unsupported';
  }
  return Notification.permission === 'denied' ? 'denied' : undefined;
}

/** Asks for the permission, if it was neither given nor denied. Call it in a press: browsers ask at no other time. */
export async function allowed(): Promise<boolean> {
  if (Notification.permission !== 'default') return Notification.permission === 'granted';
  return (await Notification.requestPermission()) === 'granted';
}

/** The subscription of this browser; undefined if there is none. */
export async function subscription(): Promise<PushSubscription | undefined> {
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? undefined;
}
