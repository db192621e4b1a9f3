/** A link that shows a drawing, with its owner and with somebody else, and a device that lets another one in. */
import type { Page } from 'playwright';
import { exporting } from '../../../src/app/words/en/exporting.ts';
import { shared } from '../../../src/app/words/en/shared.ts';
import { backup } from '../../../src/app/words/en/sync/backup.ts';
import { devices } from '../../../src/app/words/en/sync/devices.ts';
import { BASE } from '../../../src/core/drawing/members/layers.ts';
import type { Layer } from '../../../src/core/drawing/types.ts';
import { seedDrawings, seeds } from '../../e2e/support/gallery/many.ts';
import { tokenField, typeToken } from '../../e2e/support/sync.ts';
import { openTestProxy, type TestProxy } from '../../support/test-proxy.ts';
import { ask } from '../../support/worker.ts';
import type { Place, State } from '../reach.ts';
import { open } from '../reach.ts';

/** The server's token field is filled when it is shown. */
async function turnOn(page: Page, url: string, token: string): Promise<void> {
  await open(page, url, '/settings');
  await tokenField(page).waitFor();
  await typeToken(page, token);
  await page.getByRole('status').getByText(backup.done, { exact: true }).waitFor();
}

/** A drawing of a device with sync, open in the studio, and the dialog of its links. */
async function openLinks(
  page: Page,
  { sites }: Place,
  proxy: TestProxy,
  layers?: readonly Layer[],
): Promise<void> {
  await open(page, proxy.url);
  const [drawing] = seeds(1);
  if (drawing === undefined) throw new Error('There is no drawing to share.');
  // One of its own for each picture: the server keeps those of the others.
  const own = { ...drawing, id: crypto.randomUUID() };
  await seedDrawings(page, [own]);
  if (layers) {
    const { status } = await ask(page, `/api/v1/drawings/${own.id}`, {
      method: 'PATCH',
      headers: {
        'Content-Type': 'application/json-patch+json',
        'Idempotency-Key': crypto.randomUUID(),
        'If-Match': '"1"',
      },
      body: JSON.stringify([{ op: 'replace', path: '/layers', value: layers }]),
    });
    if (status !== 200) throw new Error(`The layers were not stored: ${status}.`);
  }
  await turnOn(page, proxy.url, sites.token);
  await open(page, proxy.url, `/drawings/${own.id}`);
  await Promise.all([page.waitForResponse(/\/shares$/), openDialog(page)]);
}

async function openDialog(page: Page): Promise<void> {
  await page.getByRole('button', { name: exporting.export, exact: true }).click();
  await page.getByRole('button', { name: exporting.shareLink }).click();
  await page.getByRole('dialog').waitFor();
}

/** Makes a link. Returns its path. */
async function makeLink(page: Page): Promise<string> {
  await page.getByRole('button', { name: shared.make, exact: true }).click();
  return new URL(await page.getByLabel(shared.address, { exact: true }).inputValue()).pathname;
}

/** @param reach brings the page from the open dialog to the state */
function owner(name: string, reach: (page: Page, place: Place, proxy: TestProxy) => Promise<void>): State {
  return {
    name,
    async reach(page, place) {
      await using proxy = await openTestProxy(place.sites.well);
      await openLinks(page, place, proxy);
      await reach(page, place, proxy);
    },
  };
}

/** @param reach brings the page from the shared drawing to the state */
function guest(name: string, reach: (page: Page, guests: TestProxy) => Promise<void>): State {
  return owner(name, async (page, { sites }) => {
    const path = await makeLink(page);
    // Somebody else: an address of its own has no drawings and no token.
    await using guests = await openTestProxy(sites.well);
    await open(page, guests.url, path);
    await page.getByRole('button', { name: shared.save, exact: true }).waitFor();
    await reach(page, guests);
  });
}

export const SHARE_STATES: readonly State[] = [
  {
    name: 'share-without-sync',
    async reach(page, { fresh }) {
      await open(page, fresh.url, '/drawings/new');
      await openDialog(page);
      await page.getByRole('dialog').getByRole('link').waitFor();
    },
  },
  owner('share-dialog', (page) => page.getByRole('button', { name: shared.make, exact: true }).waitFor()),
  {
    name: 'share-hidden-layer',
    async reach(page, place) {
      await using proxy = await openTestProxy(place.sites.well);
      await openLinks(page, place, proxy, [BASE, { ...BASE, id: 'notes', visible: false }]);
      await page.getByText(shared.hidden).waitFor();
    },
  },
  owner('share-made', async (page) => {
    await makeLink(page);
    await page.getByText(shared.unseen).waitFor();
  }),
  guest('shared-drawing', async () => {}),
  guest('shared-saved', async (page) => {
    await page.getByRole('button', { name: shared.save, exact: true }).click();
    await page.getByText(shared.saved).waitFor();
  }),
  guest('shared-offline', async (page, guests) => {
    // The worker keeps the answer to this one.
    await page.reload();
    await page.getByRole('button', { name: shared.save, exact: true }).waitFor();
    await guests.down();
    await page.reload();
    await page.getByText(shared.kept('just now')).waitFor();
  }),
  {
    name: 'shared-gone',
    async reach(page, { sites }) {
      await open(page, sites.well, `/s/${'0'.repeat(32)}`);
      await page.getByRole('heading', { name: shared.gone }).waitFor();
    },
  },
  {
    name: 'settings-add-device',
    async reach(page, { sites }) {
      await using proxy = await openTestProxy(sites.well);
      await turnOn(page, proxy.url, sites.token);
      await page.getByRole('button', { name: devices.add, exact: true }).click();
      await page.getByRole('img', { name: devices.picture }).waitFor();
    },
  },
];
