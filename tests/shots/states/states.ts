/** Every state of every view that is photographed, and how to bring a page there. */

import type { Page } from 'playwright';
import { air as airWords } from '../../../src/app/words/en/air/air.ts';
import { supplies } from '../../../src/app/words/en/air/supplies.ts';
import { drawings } from '../../../src/app/words/en/drawings.ts';
import { exporting } from '../../../src/app/words/en/exporting.ts';
import { gallery as words } from '../../../src/app/words/en/gallery/gallery.ts';
import { reference } from '../../../src/app/words/en/reference.ts';
import { settings } from '../../../src/app/words/en/settings.ts';
import { shell } from '../../../src/app/words/en/shell.ts';
import { seedDrawings, seeds } from '../../e2e/support/gallery/many.ts';
import type { TestProxy } from '../../support/test-proxy.ts';
import type { Look } from '../looks.ts';
import { cardLink, open, openPiece, plain, type State } from '../reach.ts';
import type { Sites } from '../sites.ts';
import { GALLERY } from './drawings.ts';
import { SHARE_STATES } from './share-states.ts';
import { STUDIO_STATES } from './studio-states.ts';
import { SYNC_STATES } from './sync-states.ts';
import { VERSION_STATES } from './version-states.ts';

const SHOWN = GALLERY.filter(({ trashed }) => !trashed);
const SAYING_THE = SHOWN.filter(({ title }) => /the/i.test(title));

let builds = 0;

/** Publishes another build, and waits until the page offers it. */
async function publish(page: Page, proxy: TestProxy): Promise<void> {
  const build = ++builds;
  proxy.change('/sw.js', (body) => `self.anotherBuild = ${build};\n${body}`);
  await page.evaluate(async () => {
    await (await navigator.serviceWorker.getRegistration('/'))?.update();
  });
  await page.getByText(shell.updateReady).waitFor();
}

function air(name: string, site: keyof Pick<Sites, 'well' | 'delayed' | 'oneDown' | 'bothDown'>): State {
  return { name, reach: (page, { sites }) => open(page, sites[site], '/air') };
}

/** The whole air page in one picture, however long. */
async function whole(page: Page, url: string, look: Look): Promise<void> {
  await open(page, url, '/air');
  await page.getByRole('list', { name: airWords.regionsList }).waitFor();
  await page.locator('[aria-busy=true], .skeleton').first().waitFor({ state: 'detached' });
  await unroll(page, look);
}

/** Makes the window as high as its content. */
async function unroll(page: Page, look: Look): Promise<void> {
  const { width } = look.options.viewport ?? { width: 390 };
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ width, height });
}

const ONLINE: readonly State[] = [
  { name: 'gallery-empty', reach: (page, { fresh }) => open(page, fresh.url) },
  { name: 'trash-empty', reach: (page, { fresh }) => open(page, fresh.url, '/?tab=trash') },
  plain('gallery-full', '/'),
  {
    name: 'gallery-titles',
    async reach(page, { full }) {
      await open(page, full.url);
      await cardLink(page, 'Sent by a script').waitFor();
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    },
  },
  {
    name: 'gallery-rename',
    async reach(page, { full }) {
      await open(page, full.url);
      await page.getByRole('button', { name: words.more, exact: true }).first().click();
      await page.getByRole('menuitem', { name: words.rename }).click();
    },
  },
  {
    name: 'gallery-menu',
    async reach(page, { full }) {
      await open(page, full.url);
      await page.getByRole('button', { name: words.more, exact: true }).first().click();
      await page.getByRole('menu').waitFor();
    },
  },
  {
    name: 'gallery-found',
    async reach(page, { full }) {
      await open(page, full.url);
      await page.getByRole('searchbox').fill('the');
      await page.getByText(words.found(SAYING_THE.length, SHOWN.length)).waitFor();
    },
  },
  {
    name: 'gallery-nothing-found',
    async reach(page, { full }) {
      await open(page, full.url);
      await page.getByRole('searchbox').fill('Botanic Gardens');
      await page.getByRole('button', { name: words.showAll }).waitFor();
    },
  },
  {
    name: 'gallery-selecting',
    async reach(page, { full }) {
      await open(page, full.url);
      await page.getByRole('button', { name: words.select, exact: true }).click();
      for (const place of [0, 1, 3]) await page.getByRole('checkbox').nth(place).click();
    },
  },
  {
    name: 'gallery-exporting',
    async reach(page, { full }) {
      await open(page, full.url);
      await page.getByRole('button', { name: words.select, exact: true }).click();
      for (const place of [0, 1, 3]) await page.getByRole('checkbox').nth(place).click();
      const bar = page.getByRole('region', { name: words.selection });
      await bar.getByRole('button', { name: words.export, exact: true }).click();
      await page.getByRole('dialog').getByRole('button', { name: exporting.save, exact: true }).waitFor();
    },
  },
  {
    name: 'gallery-many',
    async reach(page, { many }) {
      await open(page, many.url);
      await seedDrawings(page, seeds(200));
      await page.getByText(drawings.count(200)).waitFor();
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight / 2));
    },
  },
  {
    name: 'trash-selecting',
    async reach(page, { full }) {
      await open(page, full.url, '/?tab=trash');
      await page.getByRole('button', { name: words.select, exact: true }).click();
      await page.getByRole('checkbox').first().click();
    },
  },
  {
    name: 'trash-question',
    async reach(page, { full }) {
      await open(page, full.url, '/?tab=trash');
      await page.getByRole('button', { name: words.purge, exact: true }).first().click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'trash-empty-question',
    async reach(page, { full }) {
      await open(page, full.url, '/?tab=trash');
      await page.getByRole('button', { name: words.emptyTrash, exact: true }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'trash-opened',
    async reach(page, { full }) {
      await open(page, full.url, '/?tab=trash');
      await page.getByRole('list', { name: words.tabs.trash }).getByRole('link').last().click();
      await page.locator('.read-only-paper [role=img]').waitFor();
    },
  },
  {
    name: 'gallery-failing',
    async reach(page, { full }) {
      await page.addInitScript(() => {
        IDBFactory.prototype.open = () => {
          throw new DOMException('The storage is broken', 'UnknownError');
        };
      });
      await page.goto(`${full.url}/?transport=inline`);
      await page.getByText(words.failed).waitFor();
    },
  },
  plain('trash-full', '/?tab=trash'),
  ...STUDIO_STATES,
  ...VERSION_STATES,
  air('air-full', 'well'),
  { name: 'air-whole', reach: (page, { sites, look }) => whole(page, sites.well, look) },
  {
    name: 'air-hour',
    async reach(page, { sites }) {
      await open(page, sites.well, '/air');
      const hour = page.getByRole('slider');
      await hour.focus();
      for (let i = 0; i < 9; i += 1) await page.keyboard.press('ArrowDown');
      await page.locator('.history').evaluate((element) => element.scrollIntoView());
    },
  },
  {
    name: 'air-table',
    async reach(page, { sites }) {
      await open(page, sites.well, '/air');
      const button = page.getByRole('button', { name: airWords.chart.showTable });
      await button.click();
      await page.locator('#hours-table').evaluate((element) => element.scrollIntoView({ block: 'center' }));
    },
  },
  air('air-delayed', 'delayed'),
  { name: 'air-delayed-whole', reach: (page, { sites, look }) => whole(page, sites.delayed, look) },
  air('air-one-feed-down', 'oneDown'),
  { name: 'air-one-feed-down-whole', reach: (page, { sites, look }) => whole(page, sites.oneDown, look) },
  air('air-both-feeds-down', 'bothDown'),
  plain('guide-full', '/air/guide'),
  { name: 'guide-delayed', reach: (page, { sites }) => open(page, sites.delayed, '/air/guide') },
  plain('supplies-empty', '/supplies'),
  { name: 'supplies-full', reach: (page, { sites }) => open(page, sites.shop, '/supplies') },
  {
    name: 'supplies-whole',
    async reach(page, { sites, look }) {
      await open(page, sites.shop, '/supplies');
      await page.getByRole('button', { name: supplies.more }).click();
      await page.getByText('Canvas half-mask').waitFor();
      await unroll(page, look);
    },
  },
  plain('reference-full', '/docs'),
  plain('reference-operation', '/docs#patchDrawing'),
  plain('reference-schema', '/docs#schema-Readings'),
  {
    name: 'reference-example',
    async reach(page, { full }) {
      await open(page, full.url, '/docs');
      const example = page.locator('#createDrawing .code').first();
      await example.waitFor();
      await example.evaluate((element) => element.scrollIntoView());
    },
  },
  {
    name: 'reference-found',
    async reach(page, { full }) {
      await open(page, full.url, '/docs');
      await page.getByRole('searchbox').fill('rate_limited');
      await page.getByText(reference.contents, { exact: true }).waitFor();
    },
  },
  plain('settings-full', '/settings'),
  ...SYNC_STATES,
  ...SHARE_STATES,
  { name: 'settings-fresh', reach: (page, { fresh }) => open(page, fresh.url, '/settings') },
  {
    name: 'settings-whole',
    async reach(page, { full, look }) {
      await open(page, full.url, '/settings');
      await page.getByRole('region', { name: settings.about }).waitFor();
      await unroll(page, look);
    },
  },
  {
    name: 'settings-safari',
    async reach(page, { full, look }) {
      await page.addInitScript(() => {
        Object.defineProperty(navigator, 'userAgent', { get: () => 'iPhone' });
      });
      await open(page, full.url, '/settings');
      await page.getByText(settings.safariDeletes).waitFor();
      await unroll(page, look);
    },
  },
  {
    name: 'air-stopped',
    async reach(page, { full }) {
      await open(page, full.url);
      await page.evaluate(() => {
        Object.defineProperty(document, 'title', {
          set() {
            throw new Error('A view that throws');
          },
        });
      });
      await page.getByRole('link', { name: shell.air, exact: true }).click();
      await page.getByRole('alert').waitFor();
    },
  },
  plain('notfound-full', '/nowhere/at-all'),
  {
    name: 'gallery-insecure',
    async reach(page, { insecure }) {
      await page.goto(`${insecure}/`);
      await page.getByText(shell.insecure).waitFor();
    },
  },
];

/** These change the drawings in the gallery. */
const CHANGES: readonly State[] = [
  {
    name: 'gallery-trashed',
    async reach(page, { full }) {
      await open(page, full.url);
      await page.getByRole('button', { name: words.more, exact: true, description: 'Frangipani' }).click();
      const trash = page.getByRole('menuitem', { name: words.trash, exact: true });
      await trash.click();
      await page.getByRole('button', { name: words.undo, exact: true }).waitFor();
    },
  },
];

/** From here on there is another build, and after that no network. */
const UPDATE: readonly State[] = [
  {
    name: 'gallery-update',
    async reach(page, { full }) {
      await open(page, full.url);
      await publish(page, full);
    },
  },
  {
    name: 'studio-update',
    async reach(page, { full }) {
      await openPiece(page, full.url);
      await publish(page, full);
    },
  },
];

const OFFLINE: readonly State[] = [
  plain('gallery-offline', '/'),
  { name: 'studio-offline', reach: (page, { full }) => openPiece(page, full.url) },
  plain('air-offline', '/air'),
  { name: 'air-offline-first', reach: (page, { fresh }) => open(page, fresh.url, '/air') },
  plain('supplies-offline', '/supplies'),
  plain('reference-offline', '/docs'),
  plain('settings-offline', '/settings'),
];

export const STATES = { online: [...ONLINE, ...CHANGES], update: UPDATE, offline: OFFLINE };
