/**
 * Alerts from end to end: the server in a process of its own, which asks a stand-in for the weather; a push service and a
 * desktop of the test's own; and a Chromium that shows notifications. Only the way from the push service to the browser
 * is DevTools', because browsers have one of their makers. The server's clock begins at ten in the morning of tomorrow:
 * nothing may depend on that of a device, and nothing here comes around midnight.
 */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { BrowserContext, CDPSession, Page, Worker } from 'playwright/test';
import { startStandin } from '../../../server/standin/standin.ts';
import { alerts as words } from '../../../src/app/words/en/air/alerts.ts';
import { settings } from '../../../src/app/words/en/settings.ts';
import { DAY, HOUR, MINUTE, sinceMidnight, toSgt } from '../../../src/core/air/time/time.ts';
import { startAppServer } from '../../support/app-server.ts';
import { launchProfile, notifyingChromium } from '../../support/browser.ts';
import { fastFolder } from '../../support/fast-folder.ts';
import { startClock } from '../../support/push/clock.ts';
import { type Desktop, startDesktop } from '../../support/push/desktop.ts';
import { startPushService, type TestBrowser } from '../../support/push/push-service.ts';
import { controlled } from '../../support/worker.ts';
import { expect, test } from '../fixtures.ts';

/** For a machine that does much besides. */
const PATIENT = { timeout: 30_000 };
const WARNING = 'Take shelter: lightning near Bishan';
const OVER = 'No more lightning near Bishan';

const section = (page: Page) => page.getByRole('region', { name: settings.alerts });
const status = (page: Page) => section(page).getByRole('status');

/** Runs in the page before its scripts: its push service is the test's own. */
function ownPushService(): void {
  const ask = (name: string, ...given: unknown[]) => Reflect.get(globalThis, name)(...given);
  const made = async (): Promise<object | null> => {
    const kept = JSON.parse(localStorage.getItem('push-of-test') ?? 'null');
    if (kept === null) return null;
    const { endpoint, keys, key } = kept;
    const point = Uint8Array.from(atob(key.replaceAll('-', '+').replaceAll('_', '/')), (c) =>
      c.charCodeAt(0),
    );
    return {
      endpoint,
      options: { applicationServerKey: point.buffer },
      toJSON: () => ({ endpoint, expirationTime: null, keys }),
      async unsubscribe() {
        localStorage.removeItem('push-of-test');
        await ask('endAtPushService', endpoint);
        return true;
      },
    };
  };
  Object.assign(PushManager.prototype, {
    getSubscription: made,
    async subscribe({ applicationServerKey }: { applicationServerKey: Uint8Array }) {
      const text = btoa(String.fromCharCode(...applicationServerKey));
      const key = text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
      localStorage.setItem(
        'push-of-test',
        JSON.stringify({ ...(await ask('subscribeAtPushService', key)), key }),
      );
      return made();
    },
  });
}

/** A session that hands pushes to the worker of a site while no page of it is open. */
async function deliverer(context: BrowserContext, url: string): Promise<(data: string) => Promise<void>> {
  const session: CDPSession = await context.newCDPSession(await context.newPage());
  const found = Promise.withResolvers<string>();
  session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    const one = registrations.find(({ scopeURL }) => scopeURL === `${url}/`);
    if (one) found.resolve(one.registrationId);
  });
  await session.send('ServiceWorker.enable');
  const registrationId = await found.promise;
  return async (data) => {
    await session.send('ServiceWorker.deliverPushMessage', { origin: url, registrationId, data });
  };
}

/**
 * Waits until the desktop shows these titles, and the browser knows of them. In this order: whoever asks Chromium for
 * notifications has it forget for good those that no desktop shows, which one is that is only on its way there.
 */
async function expectShown(desktop: Desktop, worker: Worker, titles: readonly string[]): Promise<void> {
  await expect.poll(() => desktop.shown.map(({ title }) => title), PATIENT).toEqual(titles);
  const known = () =>
    worker.evaluate(async () => {
      const registration: ServiceWorkerRegistration = Reflect.get(globalThis, 'registration');
      return (await registration.getNotifications()).map(({ title }) => title);
    });
  await expect.poll(known, PATIENT).toEqual(titles);
}

test.describe('alerts: pushed from end to end', () => {
  test('a strike, the all-clear, a tap, quiet hours, an end', async () => {
    const chromium = notifyingChromium();
    test.skip(chromium === undefined, 'no Chromium with notifications is here: apt-get install chromium');
    test.setTimeout(180_000);

    using clock = startClock(DAY + 10 * HOUR - sinceMidnight(Date.now()));
    const { now } = clock;
    const upstream = await startStandin({ now });
    const service = await startPushService(now);
    await using desktop = await startDesktop();
    await using server = await startAppServer({
      env: {
        ...clock.env,
        DATA_GOV_SG_V2_URL: upstream.v2Url,
        DATA_GOV_SG_V1_URL: upstream.v1Url,
        // With a key, lightning waits for other calls for 3 s at most, without one for 11.
        DATA_GOV_SG_API_KEY: 'of-a-test',
        TEST_PUSH_ORIGIN: service.origin,
      },
    });
    const { url } = server;
    upstream.setWeather('dry');
    const profile = await mkdtemp(join(fastFolder(), 'pleinair-profile-'));
    const context = await launchProfile(profile, {
      executablePath: chromium ?? '',
      env: { PATH: process.env.PATH ?? '', HOME: profile, ...desktop.env },
      permissions: ['notifications'],
      locale: 'en-SG',
      timezoneId: 'Asia/Singapore',
    });
    try {
      /** What the server has in a column of each subscription. */
      const ofServer = (column: 'state' | 'wanted') => {
        using database = new DatabaseSync(join(server.dataDir, 'pleinair.sqlite'), { readOnly: true });
        return database
          .prepare(`SELECT ${column} AS text FROM alerts`)
          .all()
          .map(({ text }) => JSON.parse(String(text)));
      };
      /** Level and told of lightning, of each subscription. */
      const kept = () =>
        ofServer('state').map(({ kinds: { lightning } }) => lightning && [lightning.level, lightning.told]);
      let browser: TestBrowser | undefined;
      await context.exposeFunction('subscribeAtPushService', (key: string) => {
        browser = service.browser(key);
        return { endpoint: browser.endpoint, keys: browser.keys };
      });
      await context.exposeFunction('endAtPushService', (endpoint: string) => service.end(endpoint));
      await context.addInitScript(ownPushService);
      const openSettings = async () => {
        const page = await context.newPage();
        await page.goto(`${url}/settings`);
        await controlled(page);
        return page;
      };

      // Turned on, and every page closed.
      const first = await openSettings();
      await section(first).getByLabel(words.town).selectOption({ label: 'Bishan' });
      await section(first).getByRole('switch', { name: words.kinds.lightning }).click();
      await expect(status(first)).toHaveText(words.on);
      assert.ok(browser);
      const mine = browser;
      const titles = () => mine.received.map(({ message }) => message.title);
      const deliver = await deliverer(context, url);
      const worker = context.serviceWorkers().find((one) => one.url().startsWith(url));
      assert.ok(worker);
      await first.close();
      const pages = context.pages().length;

      // Somebody else’s browser, which has ended its subscription.
      const { key } = await (await fetch(`${url}/api/v1/alerts`)).json();
      const ended = service.browser(key);
      service.end(ended.endpoint);
      const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(ended.endpoint));
      const put = await fetch(`${url}/api/v1/alerts/${Buffer.from(digest).toString('base64url')}`, {
        method: 'PUT',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({
          endpoint: ended.endpoint,
          keys: ended.keys,
          area: 'bishan',
          kinds: ['lightning'],
          quiet: null,
          atMost: 6,
        }),
      });
      expect(put.status).toBe(201);
      await expect.poll(kept).toEqual([
        [0, 0],
        [0, 0],
      ]);

      // A strike: decrypted with the keys of the browser, and shown.
      upstream.setWeather('storm');
      clock.advance(3 * MINUTE);
      await expect.poll(titles, PATIENT).toEqual([WARNING]);
      await expect.poll(kept).toEqual([[1, 1]]);
      expect(ended.received).toEqual([]);
      await deliver(JSON.stringify(mine.received[0]?.message));
      await expectShown(desktop, worker, [WARNING]);

      // Half an hour without a strike: the all-clear in its place.
      upstream.setWeather('dry');
      clock.advance(40 * MINUTE);
      await expect.poll(titles, PATIENT).toEqual([WARNING, OVER]);
      await deliver(JSON.stringify(mine.received[1]?.message));
      await expectShown(desktop, worker, [OVER]);
      expect(desktop.shown[0]?.body).toContain('When you hear thunder, go.');

      // A tap opens Outdoors, in a window that was not there.
      expect(context.pages()).toHaveLength(pages);
      const opening = context.waitForEvent('page');
      desktop.press(desktop.shown[0] ?? assert.fail());
      const outdoors = await opening;
      await expect(outdoors).toHaveURL(`${url}/air`);
      await expectShown(desktop, worker, []);
      await outdoors.close();

      // Quiet hours, by the server’s clock: nothing is sent in them, and afterwards what still holds.
      const quiet = await openSettings();
      // The page has heard how many the server has sent today.
      const told = () => quiet.evaluate(() => localStorage.getItem('pleinair.alerts-told'));
      await expect.poll(told, PATIENT).toContain('"sent":2');
      await section(quiet).getByRole('switch', { name: words.quiet }).click();
      const at = (ms: number) => toSgt(ms).slice(11, 16);
      const [from, to] = [at(now() - MINUTE), at(now() + 30 * MINUTE)];
      for (const [label, time] of [
        [words.until, to],
        [words.from, from],
      ] as const) {
        await section(quiet).getByLabel(label).fill(time);
        await section(quiet).getByLabel(label).blur();
      }
      // The status says the same before and after.
      await expect.poll(() => ofServer('wanted').map((one) => one.quiet), PATIENT).toEqual([{ from, to }]);
      await expect(status(quiet)).toHaveText(words.on);
      await quiet.close();
      upstream.setWeather('storm');
      clock.advance(3 * MINUTE);
      await expect.poll(kept, PATIENT).toEqual([[1, 0]]);
      expect(titles()).toHaveLength(2);
      clock.advance(40 * MINUTE);
      await expect.poll(titles, PATIENT).toEqual([WARNING, OVER, WARNING]);
      await deliver(JSON.stringify(mine.received[2]?.message));
      await expectShown(desktop, worker, [WARNING]);

      // Turned off: the server forgets the browser, and sends nothing more.
      const last = await openSettings();
      await section(last).getByRole('switch', { name: words.kinds.lightning }).click();
      await expect.poll(kept).toEqual([]);
      await expect(status(last)).toHaveText('');
      const sent = service.requests;
      upstream.setWeather('dry');
      clock.advance(40 * MINUTE);
      await section(last).getByRole('switch', { name: words.kinds.lightning }).click();
      await expect.poll(kept, PATIENT).toEqual([[0, 0]]);
      expect([service.requests, titles().length]).toEqual([sent, 3]);
    } finally {
      await context.close();
      await rm(profile, { recursive: true, force: true });
      await service.close();
      await upstream.close();
    }
  });
});
