/** A server with a stand-in upstream, and helpers that let time pass at both ends without waiting. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Page } from 'playwright/test';
import { type Standin, startStandin } from '../../../../server/standin/standin.ts';
import type { Metric } from '../../../../src/core/air/types.ts';
import { ask, stopWorkers } from '../../../support/worker.ts';
import { type InProcessServer, startInProcessServer } from '../in-process-server.ts';

const TEN_MINUTES = 600_000;

export interface AirServer extends AsyncDisposable {
  readonly upstream: Standin;
  readonly server: InProcessServer;
  /** Restarts the server as if ten minutes had passed since it asked the upstream. */
  tenMinutesLater(): Promise<void>;
}

export async function startAirServer(): Promise<AirServer> {
  const upstream = await startStandin();
  const server = await startInProcessServer({ env: { DATA_GOV_SG_V2_URL: upstream.v2Url } });
  return {
    upstream,
    server,
    async tenMinutesLater() {
      await server.stop();
      moveBack(join(server.dataDir, 'pleinair.sqlite'));
      await server.start();
    },
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await upstream.close();
    },
  };
}

/** Moves the server's record of its last refreshes back by ten minutes. */
function moveBack(file: string): void {
  const database = new DatabaseSync(file);
  try {
    const row = database.prepare("SELECT text FROM named_values WHERE name = 'air'").get();
    const memo = JSON.parse(String(row?.text));
    for (const metric of ['psi', 'pm25']) {
      memo[metric].fetchedAt -= TEN_MINUTES;
      memo[metric].askAfter -= TEN_MINUTES;
    }
    database.prepare("UPDATE named_values SET text = ? WHERE name = 'air'").run(JSON.stringify(memo));
  } finally {
    database.close();
  }
}

/** The same for the worker of this page: with the next request it asks its server again. */
export function tenMinutesLater(page: Page): Promise<void> {
  return workerLater(page, TEN_MINUTES);
}

/** Restarts the worker of this page as if so many ms had passed since it asked its server. */
export async function workerLater(page: Page, ms: number): Promise<void> {
  let value = await shiftKept(page, ms);
  // A request that was under way is sent again to the next worker, which then keeps the time of that.
  for (let looks = 0; looks < LOOKS; looks++) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    if ((await shiftKept(page, 0)) === value) continue;
    value = await shiftKept(page, ms);
    looks = -1;
  }
}

/** How often and how far apart it is looked whether the worker has kept other times meanwhile. */
const [LOOKS, LOOK_MS] = [4, 100];

/** Moves the times that the worker keeps into the past, and returns what is kept then. */
async function shiftKept(page: Page, ms: number): Promise<string> {
  const text = await page.evaluate(async (ms) => {
    const settled = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const database = await settled(indexedDB.open('pleinair'));
    const values = database.transaction('values', 'readwrite').objectStore('values');
    const kept = JSON.parse(await settled(values.get('air')));
    for (const member of ['asked', 'askAfter', 'notBefore']) kept[member] -= ms;
    const text = JSON.stringify(kept);
    if (ms > 0) await settled(values.put(text, 'air'));
    database.close();
    return text;
  }, ms);
  // A worker that has read the times before remembers them as long as it runs.
  if (ms > 0) await stopWorkers(page);
  return text;
}

/** The readings from the API in the page. */
export interface Air {
  readonly sources: Readonly<Record<Metric, { readonly status: string; readonly timestamp: string | null }>>;
  readonly regions: readonly (Readonly<Record<Metric, number | null>> & { readonly id: string })[];
  readonly warning: string | null;
}

export async function readings(page: Page): Promise<Air> {
  const { status, text } = await ask(page, '/api/v1/readings');
  assert.equal(status, 200);
  return JSON.parse(text);
}

/** Statuses of PSI and PM2.5. */
export function statuses({ sources }: Air): string[] {
  return [sources.psi.status, sources.pm25.status];
}

export function figures({ regions }: Air) {
  return regions.map(({ id, psi, pm25 }) => ({ id, psi, pm25 }));
}
