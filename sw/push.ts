/** Alerts that the server pushed: each is shown as a notification, and a tap on it opens Outdoors. */
import { PUSHED_CHANNEL, readPushMessage, type ToldByPush } from '../src/core/alerts/message.ts';

const OUTDOORS = '/air';

/**
 * Shows a push. Whatever it carries: a browser takes the permission back, or shows words of its own, if a push shows
 * nothing.
 */
export async function showPush(registration: ServiceWorkerRegistration, event: PushEvent): Promise<void> {
  const { title, body, tag, level, count } = readPushMessage(textOf(event));
  // Lib.dom has no `renotify`. Without it a newer alert would replace an older one without a sound.
  const options: NotificationOptions & { readonly renotify: boolean } = {
    body,
    tag,
    renotify: true,
    icon: '/icons/icon-192.png',
  };
  await registration.showNotification(title, options);
  if (tag === 'unread' || level === null) return;
  const channel = new BroadcastChannel(PUSHED_CHANNEL);
  channel.postMessage({ kind: tag, level, count } satisfies ToldByPush);
  channel.close();
}

function textOf({ data }: PushEvent): string | undefined {
  try {
    return data?.text();
  } catch {
    return undefined;
  }
}

/** Shows Outdoors: the window that has it, or else a new one, since another may have a drawing. */
export async function openOutdoors(clients: Clients, notification: Notification): Promise<void> {
  notification.close();
  const windows = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  const open = windows.find(({ url }) => new URL(url).pathname === OUTDOORS);
  await (open === undefined ? clients.openWindow(OUTDOORS) : open.focus());
}
