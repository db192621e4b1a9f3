/** What the page says of a server and of backups, as the worker would tell it: each at once, and the same every time. */

import type { Page } from 'playwright';
import { settings as words } from '../../../src/app/words/en/settings.ts';
import type { SyncStatus } from '../../../src/sync/state/sync-status.ts';
import { seedDrawings, seeds } from '../../e2e/support/gallery/many.ts';
import { openFront } from '../../support/front.ts';
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

/** Says to the page what its worker would. */
async function tell(page: Page, state: SyncStatus): Promise<void> {
  await page.evaluate((told) => {
    const channel = new BroadcastChannel('sync');
    channel.postMessage(told);
    channel.close();
  }, state);
}

/** An address of its own with a few drawings; answers their ids, the last changed first. */
async function shelf(
  page: Page,
  { sites }: Place,
  path: (ids: readonly string[]) => string,
): Promise<string[]> {
  await using front = await openFront(sites.well);
  await page.goto(`${front.url}/`);
  await controlled(page);
  const drawings = seeds(DRAWINGS);
  await seedDrawings(page, drawings);
  const ids = drawings.map(({ id }) => id).toReversed();
  await page.goto(`${front.url}${path(ids)}`);
  await controlled(page);
  await page.getByRole('status').first().waitFor({ state: 'attached' });
  return ids;
}

async function showSection(page: Page): Promise<void> {
  const section = page.getByRole('region', { name: words.server });
  await section.evaluate((element) => element.scrollIntoView());
}

function settings(name: string, state: (ids: readonly string[]) => SyncStatus, ready: string): State {
  return {
    name,
    async reach(page, place) {
      const ids = await shelf(page, place, () => '/settings');
      await page.getByRole('region', { name: words.server }).waitFor();
      await tell(page, state(ids));
      await page.getByText(ready).first().waitFor();
      await showSection(page);
    },
  };
}

function view(
  name: string,
  path: (ids: readonly string[]) => string,
  state: (ids: readonly string[]) => SyncStatus,
  ready: string,
): State {
  return {
    name,
    async reach(page, place) {
      const ids = await shelf(page, place, path);
      await tell(page, state(ids));
      await page.getByText(ready).first().waitFor({ state: 'attached' });
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
      await shelf(page, place, () => '/settings');
      await page.getByLabel('Server token').fill('two words');
      await page.getByRole('button', { name: 'Turn on' }).click();
      await page.getByText('A token has no spaces').waitFor();
      await showSection(page);
    },
  },
  settings('settings-server-on', () => on(), 'Last compared'),
  settings(
    'settings-server-progress',
    () =>
      on({
        running: true,
        lastSuccess: null,
        progress: { done: 312, total: 1000 },
        waiting: { drawings: 688, changes: 688, of: [] },
      }),
    'of 1,000 drawings',
  ),
  settings('settings-server-unreachable', waitingFor, 'cannot be reached'),
  settings('settings-server-revoked', () => on({ trouble: 'wrong_token' }), 'any more'),
  settings(
    'settings-server-troubles',
    (ids) =>
      on({
        troubles: [
          { drawing: ids[0]!, kind: 'failed', reason: 'not_taken' },
          { drawing: ids[1]!, kind: 'parked', reason: 'invalid' },
        ],
      }),
    'are left out',
  ),
  settings('settings-server-notices', conflicts, 'was renamed'),
  view('gallery-backed-up', gallery, () => on(), 'Backed up'),
  view('gallery-not-backed-up', gallery, waitingFor, '4 changes'),
  view('gallery-kept-both', gallery, conflicts, 'was renamed'),
  view('studio-backed-up', studio, () => on(), 'Backed up'),
  view('studio-not-backed-up', studio, waitingFor, '3 changes'),
  view('studio-kept-both', studio, conflicts, 'Understood'),
];
