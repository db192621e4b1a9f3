/** A browser's subscription to pushes, as the page and the worker make it and the server knows it. */

type Made = Pick<PushSubscription, 'endpoint'>;

/**
 * Subscribes, unless this browser has subscribed with that key.
 * @param key of the server, base64url
 * @throws if the push service cannot be had
 */
export async function subscribed(pushManager: PushManager, key: string): Promise<PushSubscription> {
  const before = await pushManager.getSubscription();
  const { applicationServerKey } = before?.options ?? {};
  if (before && applicationServerKey && base64url(applicationServerKey) === key) return before;
  await before?.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(key) });
}

/** Under which the server keeps a subscription: base64url of the SHA-256 of its endpoint. */
export async function idOf({ endpoint }: Made): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint));
  return base64url(digest);
}

/**
 * What the server needs in order to push.
 * @throws if the browser gave no keys
 */
export function addressOf(made: PushSubscription) {
  const { endpoint, keys } = made.toJSON();
  const { p256dh, auth } = keys ?? {};
  if (endpoint === undefined || p256dh === undefined || auth === undefined) {
    throw new Error('The browser gave a subscription without keys.');
  }
  return { endpoint, keys: { p256dh, auth } };
}

function base64url(bytes: ArrayBuffer): string {
  const text = btoa(String.fromCharCode(...new Uint8Array(bytes)));
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}
