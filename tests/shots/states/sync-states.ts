/**
 * The page's messages about a server and about backups. The states come as messages that the worker would send:
 * at once, and the same every time.
 */

import type { Page } from 'playwright';
import { settings as words } from '../../../src/app/words/en/settings.ts';
import { studio as studioWords } from '../../../src/app/words/en/studio/studio.ts';
import { backup } from '../../../src/app/words/en/sync/backup.ts';
import { devices } from '../../../src/app/words/en/sync/devices.ts';
import { notices } from '../../../src/app/words/en/sync/notices.ts';
import { server } from '../../../src/app/words/en/sync/server.ts';
import type { SyncStatus } from '../../../src/sync/state/sync-status.ts';
import { seedDrawings, seeds } from '../../e2e/support/gallery/many.ts';
import { openTestProxy } from '../../support/test-proxy.ts';
import { controlled } from '../../support/worker.ts';
import type { Place, State } from '../reach.ts';

const DRAWINGS = 7;

function on(changes: Partial<SyncStatus> = {}): SyncStatus {
  return {
    on: true,
    paused: false,
    running: false,
    progress: null,
    more: false,
    lastSuccess: Date.now() - 4 * 60_000,
    retryAt: null,
    trouble: null,
    waiting: { drawings: 0, changes: 0, of: [] },
    troubles: [],
    notices: [],
    ...changes,
  };
}

/** Sends the page what its worker would send. */
async function tell(page: Page, state: SyncStatus): Promise<void> {
  await page.evaluate((told) => {
    const channel = new BroadcastChannel('sync');
    channel.postMessage(told);
    channel.close();
  }, state);
}

/** An address of its own with a few drawings. Returns their ids, the last changed first. */
async function openWithDrawings(
  page: Page,
  { sites }: Place,
  path: (ids: readonly string[]) => string,
): Promise<string[]> {
  await using proxy = await openTestProxy(sites.well);
  await page.goto(`${proxy.url}/`);
  await controlled(page);
  const drawings = seeds(DRAWINGS);
  await seedDrawings(page, drawings);
  const ids = drawings.map(({ id }) => id).toReversed();
  await page.goto(`${proxy.url}${path(ids)}`);
  await controlled(page);
  await page.getByRole('status').first().waitFor({ state: 'attached' });
  return ids;
}

async function showSection(page: Page): Promise<void> {
  const section = page.getByRole('region', { name: words.server });
  await section.evaluate((element) => element.scrollIntoView());
}

/** Opens the link of another device. The worker replies this to its code: a server counts codes that it does not know. */
async function openCode(page: Page, place: Place, reply: object): Promise<void> {
  await page.addInitScript((reply) => {
    const { postMessage } = ServiceWorker.prototype;
    ServiceWorker.prototype.postMessage = function (this: ServiceWorker, ...given: unknown[]) {
      const [message, ports] = given;
      if (Object(message).type === 'SYNC_CODE') Object(ports)[0].postMessage(reply);
      else Reflect.apply(postMessage, this, given);
    };
  }, reply);
  await openWithDrawings(page, place, () => '/settings#pair=a-code');
}

function settings(name: string, state: (ids: readonly string[]) => SyncStatus, ready: () => string): State {
  return {
    name,
    async reach(page, place) {
      const ids = await openWithDrawings(page, place, () => '/settings');
      await page.getByRole('region', { name: words.server }).waitFor();
      await tell(page, state(ids));
      await page.getByText(ready()).first().waitFor();
      await showSection(page);
    },
  };
}

function view(
  name: string,
  path: (ids: readonly string[]) => string,
  state: (ids: readonly string[]) => SyncStatus,
  ready: () => string,
): State {
  return {
    name,
    async reach(page, place) {
      const ids = await openWithDrawings(page, place, path);
      await tell(page, state(ids));
      await page.getByText(ready()).first().waitFor({ state: 'attached' });
    },
  };
}

const gallery = () => '/';
const studio = (ids: readonly string[]) => `/drawings/${ids[0]}`;

function waitingFor(ids: readonly string[]): SyncStatus {
  return on({
    trouble: 'unreachable',
    retryAt: Date.now() + 8 * 60_000,
    waiting: {
      drawings: 2,
      changes: 4,
      of: [
        [ids[0]!, 3],
        [ids[2]!, 1],
      ],
    },
    notices: [],
  });
}

function conflicts(ids: readonly string[]): SyncStatus {
  return on({
    notices: [
      { kind: 'title', drawing: ids[1]!, title: 'Kallang, towards evening' },
      { kind: 'kept_both', drawing: ids[0]! },
      { kind: 'kept_copy', drawing: ids[2]!, copy: ids[3]!, title: 'Changi 3 (kept copy)' },
    ],
  });
}

export const SYNC_STATES: readonly State[] = [
  {
    name: 'settings-server-wrong-token',
    async reach(page, place) {
      await openWithDrawings(page, place, () => '/settings');
      await page.getByLabel(server.token).fill('two words');
      await page.getByRole('button', { name: server.turnOn }).click();
      await page.getByText(server.spaces).waitFor();
      await showSection(page);
    },
  },
  settings(
    'settings-server-on',
    () => on(),
    () => backup.done,
  ),
  {
    name: 'settings-join-asks',
    async reach(page, place) {
      await page.addInitScript(() => localStorage.setItem('pleinair.synced-with', '{"person":"Ravi"}'));
      await openCode(page, place, { person: 'Mei' });
      await page.getByRole('button', { name: devices.joinNow }).waitFor();
    },
  },
  {
    name: 'settings-join-unreachable',
    async reach(page, place) {
      await openCode(page, place, { trouble: 'unreachable', wait: 0 });
      await page.getByText(server.notTaken.unreachable).waitFor();
    },
  },
  settings(
    'settings-server-progress',
    () =>
      on({
        running: true,
        lastSuccess: null,
        progress: { done: 312, total: 1000 },
        waiting: { drawings: 688, changes: 688, of: [] },
      }),
    () => server.syncingOf(312, 1000),
  ),
  settings('settings-server-unreachable', waitingFor, () => server.stopped.unreachable),
  settings(
    'settings-server-revoked',
    () => on({ trouble: 'wrong_token' }),
    () => server.stopped.wrong_token,
  ),
  settings(
    'settings-server-troubles',
    (ids) =>
      on({
        troubles: [
          { drawing: ids[0]!, kind: 'failed', reason: 'not_taken' },
          { drawing: ids[1]!, kind: 'parked', reason: 'invalid' },
        ],
      }),
    () => notices.leftOut(2),
  ),
  settings('settings-server-notices', conflicts, () => notices.keep),
  view(
    'studio-backup-stopped',
    studio,
    () => on({ trouble: 'wrong_token', waiting: { drawings: 1, changes: 2, of: [] } }),
    () => studioWords.backupStopped,
  ),
  view(
    'gallery-backed-up',
    gallery,
    () => on(),
    () => backup.done,
  ),
  view('gallery-not-backed-up', gallery, waitingFor, () => backup.waitingOf(4)),
  view('gallery-kept-both', gallery, conflicts, () => notices.keep),
  view(
    'studio-backed-up',
    studio,
    () => on(),
    () => backup.done,
  ),
  view('studio-not-backed-up', studio, waitingFor, () => backup.waitingOf(3)),
  view('studio-kept-both', studio, conflicts, () => notices.understood),
];
