import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FALLBACK_CENTRES } from '../../src/core/air/regions.ts';
import { HOUR, MINUTE, toSgt } from '../../src/core/air/time/time.ts';
import { NOTHING_TOLD } from '../../src/core/alerts/alerts.ts';
import type { AlertPreferences } from '../../src/core/alerts/preferences.ts';
import type { FeedData } from '../../src/core/sky/types.ts';
import { testedDatabases } from '../../tests/support/postgres/databases.ts';
import {
  type PushService,
  startPushService,
  type TestBrowser,
} from '../../tests/support/push/push-service.ts';
import { fineData, SKY_NOW, skyState } from '../../tests/support/sky/sky-state.ts';
import type { DatabaseAt } from '../config/database-at.ts';
import { type Database, SERVER_SPACE } from '../store/index.ts';
import { vapidKeys } from './vapid-keys.ts';
import { watchAlerts } from './watch.ts';
import type { WatchLoop } from './watch-loop.ts';

const WANTED: AlertPreferences = { area: 'bishan', kinds: ['lightning', 'air'], quiet: null, atMost: 6 };
const near = ({ lightning }: FeedData) => ({
  lightning: {
    ...lightning,
    strikes: [{ latitude: 1.36, longitude: 103.84, at: lightning.timestamp, kind: 'cloud' as const }],
  },
});

let service: PushService;
let at: DatabaseAt;
let database: Database;
let now: number;
let air: Awaited<ReturnType<Parameters<typeof watchAlerts>[0]['air']['state']>>;
let sky: ReturnType<typeof skyState>;
let asked: number;
let logged: string;
let watches: WatchLoop[];

/** Another moment, at which this is so. */
function then(minutes: number, { data = {}, pm25 = 12 }: { data?: object; pm25?: number } = {}): void {
  now += minutes * MINUTE;
  sky = skyState(now, data);
  const hour = toSgt(Math.floor(now / HOUR) * HOUR);
  const values = { north: pm25, south: pm25, east: pm25, west: pm25, central: pm25 };
  const source = (metric: 'psi' | 'pm25') => ({
    url: 'https://example.org',
    refreshed: true,
    fetchedAt: toSgt(now),
    newest: { metric, hour, values, updatedTimestamp: null },
  });
  air = { sources: { psi: source('psi'), pm25: source('pm25') }, centres: FALLBACK_CENTRES };
}

function watch(of: Database, { isShared = false, timeoutMs = 500 } = {}): WatchLoop {
  const made = watchAlerts({
    stored: of.alerts,
    store: of.storeOf(SERVER_SPACE),
    isShared,
    air: {
      state: async () => {
        asked += 1;
        return air;
      },
    },
    sky: { state: async () => sky, now: () => now },
    subject: 'mailto:tests@example.org',
    testPushOrigin: service.origin,
    log: (message, facts) => {
      logged += `${message} ${JSON.stringify(facts)}\n`;
    },
    // Looks when a test says so.
    everyMs: 2 ** 30,
    timeoutMs,
  });
  watches.push(made);
  return made;
}

async function subscribe(wanted: AlertPreferences = WANTED): Promise<TestBrowser> {
  const browser = service.browser((await vapidKeys(database.alerts)).publicKey);
  const { endpoint, keys } = browser;
  await database.alerts.write((tx) => tx.put({ id: endpoint, endpoint, keys, wanted, state: NOTHING_TOLD }));
  return browser;
}
const titles = ({ received }: TestBrowser) => received.map(({ message }) => message.title);

for (const { name, skip, empty, open } of testedDatabases()) {
  describe.skipIf(skip)(`alerts: sent, in ${name}`, () => {
    beforeEach(async () => {
      service = await startPushService();
      at = await empty();
      database = await open(at);
      [now, asked, logged, watches] = [SKY_NOW, 0, '', []];
      then(0);
    });
    afterEach(async () => {
      vi.unstubAllGlobals();
      for (const one of watches) one.close();
      await service.close();
    });

    it('nothing is asked while nobody has subscribed', async () => {
      await watch(database).look();
      expect(asked).toBe(0);
    });

    it('a band that is crossed reaches the browser in the words of the rules, and so does the all-clear', async () => {
      const { look } = watch(database);
      const [mei, ravi] = [await subscribe(), await subscribe({ ...WANTED, kinds: ['rain'] })];
      await look();
      then(60, { pm25: 305, data: near(fineData(now + 60 * MINUTE)) });
      await look();
      expect(mei.received.map(({ message }) => message)).toEqual([
        {
          title: 'Take shelter: lightning near Bishan',
          body: 'As near as 1 km, the last at 15:36. When you hear thunder, go.',
          tag: 'lightning',
          level: 1,
          count: { day: '2026-09-21', sent: 2 },
        },
        {
          title: 'Very high PM2.5 near Bishan',
          body: '1-hour PM2.5 305 µg/m³ at 15:00 SGT on 21 Sep 2026. Draw indoors, or wear a mask.',
          tag: 'air',
          level: 3,
          count: { day: '2026-09-21', sent: 2 },
        },
      ]);
      expect(mei.received.map(({ headers }) => [headers.urgency, headers.ttl, headers.topic])).toEqual([
        ['high', '900', 'lightning'],
        ['normal', '3600', 'air'],
      ]);
      then(60);
      await look();
      expect(titles(mei).slice(2)).toEqual([
        'No more lightning near Bishan',
        'The air near Bishan is normal again',
      ]);
      expect(ravi.received).toEqual([]);
    });

    it('the same data are looked at once, and after a kill between storing and sending nothing is sent twice', async () => {
      const browser = await subscribe();
      await watch(database).look();
      then(60, { pm25: 305 });
      service.answer = 500;
      await watch(database).look();
      service.answer = 201;
      await watch(await open(at)).look();
      expect(browser.received).toEqual([]);
      expect(service.requests).toBe(1);
    });

    it('a town that only another version knows keeps nobody else from an alert', async () => {
      await subscribe({ ...WANTED, area: 'atlantis' as AlertPreferences['area'] });
      const browser = await subscribe();
      const { look } = watch(database);
      await look();
      then(60, { pm25: 305 });
      await look();
      expect([titles(browser), logged]).toEqual([['Very high PM2.5 near Bishan'], '']);
      expect(await database.alerts.count()).toBe(2);
    });

    it('in quiet hours nothing is sent, and afterwards what still holds', async () => {
      const browser = await subscribe({ ...WANTED, quiet: { from: '15:00', to: '16:00' } });
      const { look } = watch(database);
      await look();
      then(60, { pm25: 305 });
      await look();
      expect(browser.received).toEqual([]);
      then(60, { pm25: 305 });
      await look();
      expect(titles(browser)).toEqual(['Very high PM2.5 near Bishan']);
    });

    it('a subscription that has ended is dropped, and one whose push service is in trouble stays', async () => {
      // Longer than any alert is worth waiting for.
      service.retryAfter = '3601';
      for (const [answer, left] of [
        [404, 0],
        [410, 0],
        [429, 1],
        [401, 1],
        [403, 1],
        [500, 1],
        [503, 1],
        [307, 1],
        ['hang', 1],
      ] as const) {
        await database.alerts.write((tx) => tx.deleteAll());
        const { endpoint, keys } = await subscribe();
        const { look } = watch(database);
        then(60);
        await look();
        service.answer = answer;
        then(60, { pm25: 305 });
        const before = service.requests;
        await look();
        expect([answer, service.requests - before]).toEqual([answer, 1]);
        expect([answer, await database.alerts.count()]).toEqual([answer, left]);
        for (const secret of [endpoint, keys.p256dh, keys.auth]) expect(logged).not.toContain(secret);
        now += 24 * HOUR;
      }
      for (const reason of [
        'the push service refuses the signature',
        'HTTP 429',
        'HTTP 500',
        'HTTP 503',
        'HTTP 307',
        'timeout',
      ]) {
        expect(logged).toContain(`"reason":"${reason}"`);
      }
    });

    it('a subscription of other keys is dropped, if its push service accepts another one of these', async () => {
      const [mine, other] = [await subscribe(), await subscribe()];
      const { look } = watch(database);
      await look();
      // As after a rotation that came between asking for the key and subscribing.
      service.refuse(other.endpoint, 403);
      then(60, { pm25: 305 });
      await look();
      expect([titles(mine).length, await database.alerts.count()]).toEqual([1, 1]);
      const left = await database.alerts.write((tx) => tx.find(mine.endpoint));
      expect(left?.endpoint).toBe(mine.endpoint);
      expect(logged).toBe('');
    });

    it('whoever a push has reached keeps its place, and all others make room', async () => {
      await subscribe();
      const { look } = watch(database);
      await look();
      then(60, { pm25: 305 });
      await look();
      await subscribe();
      const makeRoom = () => database.alerts.write((tx) => tx.makeRoom());
      expect([await makeRoom(), await makeRoom(), await database.alerts.count()]).toEqual([true, false, 1]);
    });

    it('a push service that is busy is left alone for as long as it says, and then gets what waited', async () => {
      for (const answer of [429, 503]) {
        const browser = await subscribe();
        const { look } = watch(database);
        then(60);
        await look();
        [service.answer, service.retryAfter] = [answer, '1'];
        then(60, { pm25: 305 });
        const looked = look();
        await expect.poll(() => logged || service.requests).toBeGreaterThan(0);
        service.answer = 201;
        await looked;
        expect([answer, titles(browser), logged]).toEqual([answer, ['Very high PM2.5 near Bishan'], '']);
        expect(service.requests).toBe(2);
        [now, service.requests] = [now + 24 * HOUR, 0];
        await database.alerts.write((tx) => tx.deleteAll());
      }
    });

    it('made-up hosts of a push service wait for each other, and are called no more than eight at a time', async () => {
      const { keys } = service.browser((await vapidKeys(database.alerts)).publicKey);
      await database.alerts.write(async (tx) => {
        for (let n = 0; n < 20; n += 1) {
          const endpoint = `https://made-up-${n}.notify.windows.com/w/?token=x`;
          await tx.put({ id: `${n}`, endpoint, keys, wanted: WANTED, state: NOTHING_TOLD });
        }
      });
      let [calls, most] = [0, 0];
      vi.stubGlobal('fetch', () => {
        calls += 1;
        most = Math.max(most, calls);
        return new Promise<Response>((resolve) =>
          setTimeout(() => {
            calls -= 1;
            resolve(new Response(null, { status: 410 }));
          }, 0),
        );
      });
      const { look } = watch(database);
      await look();
      then(60, { pm25: 305 });
      await look();
      expect(most).toBe(8);
      expect(await database.alerts.count()).toBe(0);
    });

    it('while a push service hangs, the looks go on', async () => {
      await subscribe();
      const { look } = watch(database, { timeoutMs: 60_000 });
      await look();
      service.answer = 'hang';
      then(60, { pm25: 305 });
      const hanging = look();
      await expect.poll(() => service.requests).toBe(1);
      then(60);
      const after = look();
      const told = async () => {
        const [group] = await database.alerts.write((tx) => tx.held());
        return JSON.parse(group?.state ?? '{}').kinds.air.told;
      };
      await expect.poll(told).toBe(0);
      await service.close();
      await Promise.all([hanging, after]);
    });

    it('an answer of 100 MB is not read', async () => {
      const browser = await subscribe();
      const { look } = watch(database);
      await look();
      service.answer = 'huge';
      then(60, { pm25: 305 });
      await look();
      expect(titles(browser)).toEqual(['Very high PM2.5 near Bishan']);
      expect(logged).toBe('');
    });

    it('of two processes one sends, and the other goes on when that one is gone', async () => {
      const browser = await subscribe();
      const [first, second] = [
        watch(database, { isShared: true }),
        watch(await open(at), { isShared: true }),
      ];
      await first.look();
      await second.look();
      expect(asked).toBe(1);
      then(60, { pm25: 305 });
      await Promise.all([first.look(), second.look()]);
      expect(titles(browser)).toEqual(['Very high PM2.5 near Bishan']);
      first.close();
      then(60);
      await second.look();
      expect(titles(browser).slice(1)).toEqual(['The air near Bishan is normal again']);
    });
  });
}
