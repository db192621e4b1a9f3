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

/**
 * Subscribes, unless this browser has subscribed with that key.
 * @param key of the server, base64url
 * @throws if the push service cannot be had
 */
export async function subscribed(key: string): Promise<PushSubscription> {
  const { pushManager } = await navigator.serviceWorker.ready;
  const bytes = bytesOf(key);
  const before = await pushManager.getSubscription();
  const { applicationServerKey } = before?.options ?? {};
  if (before && applicationServerKey && base64url(new Uint8Array(applicationServerKey)) === key)
    return before;
  await before?.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes });
}

/** Under which the server keeps a subscription: base64url of the SHA-256 of its endpoint. */
export async function idOf({ endpoint }: Pick<PushSubscription, 'endpoint'>): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint));
  return base64url(new Uint8Array(digest));
}

function base64url(bytes: Uint8Array): string {
  const text = btoa(String.fromCharCode(...bytes));
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}
