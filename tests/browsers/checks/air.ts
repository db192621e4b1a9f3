import assert from 'node:assert/strict';
import { startStandin } from '../../../server/standin/standin.ts';
import { ask } from '../api.ts';
import type { Engine } from '../engine.ts';
import { click, reads, until } from '../page.ts';
import { openApp, openSite } from '../site.ts';
import { drawAndSave, newDrawing } from '../studio.ts';
import { problems } from '../watch.ts';
import type { Check } from './check.ts';

const TEN_MINUTES = 600_000;

export const airChecks: readonly Check[] = [
  {
    name: 'air: the figures are fresh with a server, and the same but delayed once it is stopped',
    async run(engine, kind) {
      const upstream = await startStandin();
      try {
        await using site = await openSite(kind, { env: { DATA_GOV_SG_V2_URL: upstream.v2Url } });
        await openApp(engine, `${site.url}/air`);
        const words = await reads(engine, 'main', /SGT/);
        assert.doesNotMatch(words, /Delayed/);
        const fresh = await readings(engine);
        assert.deepEqual(statuses(fresh), ['ok', 'ok']);
        assert.ok(
          fresh.regions.every(({ psi, pm25 }) => typeof psi === 'number' && typeof pm25 === 'number'),
        );

        const memo = await readMemo(engine);
        assert.deepEqual(await problems(engine), []);

        await using offline = await openSite(kind);
        await openApp(engine, `${offline.url}/settings`);
        await writeMemo(engine, tenMinutesLater(memo));
        await offline.stop();
        await engine.goto(`${offline.url}/air`);
        await reads(engine, 'main', /Delayed/);
        const kept = await readings(engine);
        assert.deepEqual(statuses(kept), ['stale', 'stale']);
        assert.deepStrictEqual(figures(kept), figures(fresh));
        assert.equal(kept.sources.psi.timestamp, fresh.sources.psi.timestamp);
        assert.notEqual(kept.warning, null);

        await click(engine, 'link', 'Drawings');
        await newDrawing(engine);
        await until('the chip beside the canvas says Delayed', async () => {
          return /PSI \d+.*Delayed.*PM2\.5 \d+.*Delayed/.test(await chip(engine));
        });
        await drawAndSave(engine, 2);
      } finally {
        await upstream.close();
      }
    },
  },
];

/** The worker's stored copy of the air, from IndexedDB. */
function readMemo(engine: Engine): Promise<string> {
  return engine.run(async () => {
    const values = await new Promise<IDBObjectStore>((resolve) => {
      const opening = indexedDB.open('pleinair');
      opening.onsuccess = () => resolve(opening.result.transaction('values').objectStore('values'));
    });
    return new Promise<string>((resolve) => {
      const reading = values.get('air');
      reading.onsuccess = () => resolve(reading.result);
    });
  });
}

/**
 * Writes the stored copy on a device whose worker has not read it yet. Chromium alone lets a test restart a
 * worker that has.
 */
function writeMemo(engine: Engine, memo: string): Promise<void> {
  return engine.run(async (memo) => {
    const database = await new Promise<IDBDatabase>((resolve) => {
      const opening = indexedDB.open('pleinair');
      opening.onsuccess = () => resolve(opening.result);
    });
    const transaction = database.transaction('values', 'readwrite');
    transaction.objectStore('values').put(memo, 'air');
    await new Promise((resolve) => transaction.addEventListener('complete', resolve));
    database.close();
  }, memo);
}

/** The same copy, fetched ten minutes earlier, so that it must be refreshed. */
function tenMinutesLater(memo: string): string {
  const kept: Record<string, unknown> = JSON.parse(memo);
  for (const member of ['asked', 'askAfter', 'notBefore']) kept[member] = Number(kept[member]) - TEN_MINUTES;
  return JSON.stringify(kept);
}

interface Readings {
  readonly sources: Readonly<
    Record<'psi' | 'pm25', { readonly status: string; readonly timestamp: string | null }>
  >;
  readonly regions: readonly {
    readonly id: string;
    readonly psi: number | null;
    readonly pm25: number | null;
  }[];
  readonly warning: string | null;
}

async function readings(engine: Engine): Promise<Readings> {
  const { status, text } = await ask(engine, 'GET', '/readings');
  assert.equal(status, 200, text);
  return JSON.parse(text);
}

function statuses({ sources }: Readings): string[] {
  return [sources.psi.status, sources.pm25.status];
}

function figures({ regions }: Readings) {
  return regions.map(({ id, psi, pm25 }) => ({ id, psi, pm25 }));
}

/** Text of the link to the air that shows the figures. */
function chip(engine: Engine): Promise<string> {
  return engine.run(() => {
    const links = [...document.querySelectorAll('a[href="/air"]')].map(
      ({ textContent }) => textContent ?? '',
    );
    return links.find((text) => text.includes('PSI')) ?? '';
  });
}
