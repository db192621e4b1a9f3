/**
 * Alerts on a device: what Settings asks for, and what the worker shows. The Chromium of the tests has no notifications,
 * and no push service can be reached from here: so the permission, the subscription and the drawing of a notification are
 * the test's own, and the pushes come over DevTools. What a server sends, and when, is proved in server/alerts.
 */
import assert from 'node:assert/strict';
import type { Page } from 'playwright/test';
import { alerts as words } from '../../../src/app/words/en/air/alerts.ts';
import { settings } from '../../../src/app/words/en/settings.ts';
import { factsOf } from '../../../src/core/sky/facts.ts';
import type { AreaId } from '../../../src/core/sky/place/areas.ts';
import { skyBody } from '../../../src/core/sky/sky.ts';
import { fineData, skyState } from '../../support/sky/sky-state.ts';
import { controlled } from '../../support/worker.ts';
import { allInEitherScheme } from '../support/axe.ts';
import { expect, type Site, test } from '../support/site.ts';

/** Runs in the page before its scripts: notifications are allowed, and a push service gives the same address each time. */
function ownPushService(): void {
  Object.defineProperty(Notification, 'permission', { get: () => 'granted' });
  let made: object | null = null;
  const text = (bytes: ArrayBuffer) =>
    btoa(String.fromCharCode(...new Uint8Array(bytes)))
      .replaceAll('+', '-')
      .replaceAll('/', '_')
      .replaceAll('=', '');
  const subscribe = async ({ applicationServerKey }: { applicationServerKey: Uint8Array }) => {
    const pair = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits']);
    const p256dh = text(await crypto.subtle.exportKey('raw', pair.publicKey));
    const auth = text(crypto.getRandomValues(new Uint8Array(16)).buffer);
    const endpoint = 'https://fcm.googleapis.com/fcm/send/of-a-test';
    made = {
      endpoint,
      options: { applicationServerKey: applicationServerKey.slice().buffer },
      toJSON: () => ({ endpoint, expirationTime: null, keys: { p256dh, auth } }),
      async unsubscribe() {
        made = null;
        return true;
      },
    };
    return made;
  };
  Object.assign(PushManager.prototype, { subscribe, getSubscription: async () => made });
}

/** Runs in the page before its scripts: the sky is the test's own. */
function ownSky(): void {
  const { fetch } = globalThis;
  globalThis.fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input, location.origin);
    if (url.pathname !== '/api/v1/sky') return fetch(input, init);
    const { body, date } = await Reflect.get(globalThis, 'skyOfTest')(url.searchParams.get('area'));
    return Response.json(body, { headers: { Date: date } });
  };
}

/** Fine weather at a town, or a strike in the middle of the island. */
function skyOf(area: AreaId, isNear: boolean) {
  const now = Date.now();
  const fine = fineData(now);
  const { timestamp } = fine.lightning;
  const strikes = [{ latitude: 1.36, longitude: 103.84, at: timestamp, kind: 'cloud' as const }];
  const data = isNear ? { lightning: { ...fine.lightning, strikes } } : {};
  const { body } = skyBody(factsOf(skyState(now, data)), { area, now });
  return { body, date: new Date(now).toUTCString() };
}

const section = (page: Page) => page.getByRole('region', { name: settings.alerts, exact: true });
const kind = (page: Page, name: keyof typeof words.kinds) =>
  section(page).getByRole('switch', { name: words.kinds[name] });
const status = (page: Page) => section(page).getByRole('status');

/** How often the server was asked so, about any subscription. */
const times = (site: Site, method: string) =>
  site.asked.filter((line) => line.startsWith(`${method} /api/v1/alerts/`)).length;

async function openSettings(page: Page, site: Site): Promise<void> {
  await page.goto(`${site.url}/settings`);
  await controlled(page);
  await expect(section(page)).toBeVisible();
}

test.describe('alerts: in Settings', () => {
  test('are off until asked for, change with each choice, survive a reload, and end', async ({
    visitor: page,
    site,
  }) => {
    await page.addInitScript(ownPushService);
    await openSettings(page, site);
    // For no town that nobody chose.
    await expect(section(page).getByLabel(words.town)).toHaveValue('');
    await expect(section(page).getByRole('switch')).toHaveCount(0);
    await section(page).getByLabel(words.town).selectOption({ label: 'Bishan' });
    for (const name of ['lightning', 'air', 'rain', 'heat'] as const) {
      await expect(kind(page, name)).not.toBeChecked();
    }
    assert.equal(times(site, 'PUT'), 0);
    await kind(page, 'rain').click();
    await expect(status(page)).toHaveText(words.on);
    assert.equal(times(site, 'PUT'), 1);
    await section(page).getByRole('switch', { name: words.quiet }).click();
    await section(page).getByLabel(words.from).fill('21:30');
    await section(page).getByLabel(words.from).blur();
    await section(page).getByLabel(words.town).selectOption({ label: 'Tampines' });
    await expect.poll(() => times(site, 'PUT')).toBe(4);
    await expect(status(page)).toHaveText(words.on);
    assert.deepEqual(await allInEitherScheme(page), []);

    await page.reload();
    await expect(kind(page, 'rain')).toBeChecked();
    await expect(section(page).getByLabel(words.from)).toHaveValue('21:30');
    await expect(section(page).getByLabel(words.town)).toHaveValue('tampines');
    // Told once more, in case that the server has lost it.
    await expect.poll(() => times(site, 'PUT')).toBe(5);
    // The worker tells it when the browser has replaced the subscription.
    const worker = page
      .context()
      .serviceWorkers()
      .find((one) => one.url().startsWith(site.url));
    assert.ok(worker);
    await worker.evaluate(ownPushService);
    await worker.evaluate(replaced);
    assert.equal(times(site, 'PUT'), 6);

    await kind(page, 'rain').click();
    await expect.poll(() => times(site, 'DELETE')).toBe(1);
    await expect(status(page)).toHaveText('');
    await expect(kind(page, 'rain')).not.toBeChecked();
  });

  test('a change without a connection holds in the page alone, and the server hears of it afterwards', async ({
    visitor: page,
    site,
  }) => {
    await page.addInitScript(ownPushService);
    await openSettings(page, site);
    await section(page).getByLabel(words.town).selectOption({ label: 'Bishan' });
    await site.offline(page.context());
    await kind(page, 'heat').click();
    await expect(status(page)).toHaveText(words.problems.offline);
    await expect(kind(page, 'heat')).toBeChecked();
    assert.equal(times(site, 'PUT'), 0);
    await site.online(page.context());
    await expect(status(page)).toHaveText(words.on);
    assert.equal(times(site, 'PUT'), 1);
  });

  test('where notifications are blocked, it says how to allow them, and the page tells what happens', async ({
    visitor: page,
    site,
  }) => {
    let isNear = false;
    await page.clock.install();
    await page.exposeFunction('skyOfTest', (area: AreaId) => skyOf(area, isNear));
    await page.addInitScript(ownSky);
    await openSettings(page, site);
    await expect(section(page)).toContainText(words.barriers.denied);
    await section(page).getByLabel(words.town).selectOption({ label: 'Bishan' });
    await kind(page, 'lightning').click();
    await expect(status(page)).toHaveText(words.onHere);
    await page.reload();
    await expect(kind(page, 'lightning')).toBeChecked();
    await expect(status(page)).toHaveText(words.onHere);
    const known = () => page.evaluate(() => localStorage.getItem('pleinair.alerts-told'));
    await expect.poll(known).toContain('"lightning":{"level":0');

    isNear = true;
    await page.clock.fastForward(30_000);
    const message = page.getByRole('listitem').filter({ hasText: /Take shelter: lightning \d+ km away/ });
    await expect(message).toBeVisible();
    assert.deepEqual(await allInEitherScheme(page), []);
    isNear = false;
    await page.clock.fastForward(30_000);
    const over = page.getByRole('listitem').filter({ hasText: 'No more lightning' });
    await expect(over).toBeVisible();
    await expect(message).toBeHidden();
    await over.getByRole('button', { name: words.outdoors }).click();
    await expect(page).toHaveURL(`${site.url}/air`);
    assert.ok(!site.asked.some((line) => line.includes('/api/v1/alerts')));
  });
});

test.describe('alerts: in the worker', () => {
  test('each push is a notification while no page is open, a newer one in place of an older one', async ({
    visitor: page,
    site,
  }) => {
    const context = page.context();
    await page.goto(`${site.url}/`);
    await controlled(page);
    const other = await context.newPage();
    const session = await context.newCDPSession(other);
    const found = Promise.withResolvers<string>();
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const one = registrations.find(({ scopeURL }) => scopeURL === `${site.url}/`);
      if (one) found.resolve(one.registrationId);
    });
    await session.send('ServiceWorker.enable');
    const registrationId = await found.promise;
    const worker = context.serviceWorkers().find((one) => one.url().startsWith(site.url));
    assert.ok(worker);
    await worker.evaluate(ownNotifications);
    await page.close();
    const push = (data: string) =>
      session.send('ServiceWorker.deliverPushMessage', { origin: site.url, registrationId, data });
    await push(JSON.stringify({ title: 'Rain at Bishan', body: 'First.', tag: 'rain' }));
    await push(JSON.stringify({ title: 'No more rain at Bishan', body: 'Second.', tag: 'rain' }));
    await push('not written by the server');
    const shown = () => worker.evaluate(() => Object.fromEntries(Reflect.get(globalThis, 'shown')));
    await expect.poll(shown).toEqual({
      rain: 'No more rain at Bishan. Second.',
      unread: 'The air or the sky has changed. Outdoors in Pleinair says how.',
    });
    assert.deepEqual(await worker.evaluate(pressed), { closed: true, opened: '/air' });
  });
});

/** Runs in the worker: collects notifications, the last one of each tag. */
function ownNotifications(): void {
  const shown = new Map<string, string>();
  const registration: object = Reflect.get(globalThis, 'registration');
  const showNotification = async (title: string, { body, tag }: { body: string; tag: string }) => {
    shown.set(tag, `${title}. ${body}`);
  };
  Object.assign(globalThis, { shown });
  Object.defineProperty(registration, 'showNotification', { value: showNotification });
}

/** Runs in the worker: what it does when the browser says that it has replaced the subscription. */
async function replaced(): Promise<void> {
  const work: Promise<unknown>[] = [];
  const waitUntil = (one: Promise<unknown>) => void work.push(one);
  const Extendable: typeof Event = Reflect.get(globalThis, 'ExtendableEvent');
  dispatchEvent(Object.assign(new Extendable('pushsubscriptionchange'), { waitUntil }));
  await Promise.all(work);
}

/** Runs in the worker: what a press on a notification does. Only a real one may open a window. */
async function pressed(): Promise<{ closed: boolean; opened: string }> {
  const result = { closed: false, opened: '' };
  const clients: object = Reflect.get(globalThis, 'clients');
  Object.defineProperty(clients, 'openWindow', {
    value: async (url: string) => {
      result.opened = url;
    },
  });
  const work: Promise<unknown>[] = [];
  const notification = {
    close() {
      result.closed = true;
    },
  };
  const event = Object.assign(new Event('notificationclick'), {
    notification,
    waitUntil: (one: Promise<unknown>) => void work.push(one),
  });
  dispatchEvent(event);
  await Promise.all(work);
  return result;
}
