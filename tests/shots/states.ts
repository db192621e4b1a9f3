/** Every state of every view that is looked at, and how a person comes there. */
import type { BrowserContext, Page } from 'playwright';
import { seedDrawings, seeds } from '../e2e/support/many.ts';
import { type Quota, smallDevice } from '../e2e/support/quota.ts';
import { draw, newDrawing } from '../e2e/support/studio.ts';
import type { Front } from '../support/front.ts';
import { realStrokes } from '../support/strokes.ts';
import { controlled } from '../support/worker.ts';
import type { Look } from './looks.ts';
import type { Sites } from './sites.ts';
import { SYNC_STATES } from './sync-states.ts';

/** Where one look takes its pictures: one browser context, and addresses of its own. */
export interface Place {
  readonly look: Look;
  readonly context: BrowserContext;
  readonly sites: Sites;
  /** Its shelf is full. */
  readonly full: Front;
  /** Nobody has been there before. */
  readonly fresh: Front;
  /** Its storage is small. */
  readonly small: Front;
  /** Where many drawings may be put: the other shelves stay as they are. */
  readonly many: Front;
  /** The same server under a name that is not secure. */
  readonly insecure: string;
}

export interface State {
  /** `view-state` */
  readonly name: string;
  /** Brings a new page to the state. */
  reach(page: Page, place: Place): Promise<void>;
}

const RAIN_TREE = 'Rain tree, Fort Canning';

/** Opens a path of the address and waits until the worker answers. */
async function open(page: Page, url: string, path = '/'): Promise<void> {
  await page.goto(`${url}${path}`);
  await controlled(page);
}

function sheet(page: Page, title: string) {
  return page.getByRole('list', { name: 'Drawings', exact: true }).getByRole('link', { name: title });
}

async function openPiece(page: Page, url: string, title = RAIN_TREE): Promise<void> {
  await open(page, url);
  await sheet(page, title).click();
  await page.getByRole('button', { name: 'Export', exact: true }).waitFor();
}

let builds = 0;

/** Publishes another build, and waits until the page offers it. */
async function publish(page: Page, front: Front): Promise<void> {
  const build = ++builds;
  front.change('/sw.js', (body) => `self.anotherBuild = ${build};\n${body}`);
  await page.evaluate(async () => {
    await (await navigator.serviceWorker.getRegistration('/'))?.update();
  });
  await page.getByText('Update ready').waitFor();
}

/** A few strokes by hand in the middle of a new sheet. */
async function scribble(page: Page): Promise<void> {
  const { width, height } = page.viewportSize() ?? { width: 390, height: 844 };
  const strokes = realStrokes(3).map(({ points }, i) => {
    const [x0, y0] = points[0]!;
    return {
      points: points.map(([x, y]): [number, number] => [
        width * (0.35 + 0.1 * i) + (x - x0) * 0.4,
        height * (0.4 + 0.08 * i) + (y - y0) * 0.4,
      ]),
      pressure: undefined,
    };
  });
  await draw(page, strokes, { device: 'mouse' });
}

function plain(name: string, path: string): State {
  return { name, reach: (page, { full }) => open(page, full.url, path) };
}

function air(name: string, site: keyof Pick<Sites, 'well' | 'delayed' | 'oneDown' | 'bothDown'>): State {
  return { name, reach: (page, { sites }) => open(page, sites[site], '/air') };
}

/** All of the air on one picture, however long. */
async function whole(page: Page, url: string, look: Look): Promise<void> {
  await open(page, url, '/air');
  const { width } = look.options.viewport ?? { width: 390 };
  await page.getByRole('list', { name: 'Regions' }).waitFor();
  await page.locator('[aria-busy=true], .skeleton').first().waitFor({ state: 'detached' });
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ width, height });
}

async function fillStorage(page: Page, small: Front): Promise<Quota> {
  const quota = await smallDevice(page, small.url);
  await open(page, small.url);
  return quota;
}

const ONLINE: readonly State[] = [
  { name: 'gallery-empty', reach: (page, { fresh }) => open(page, fresh.url) },
  { name: 'trash-empty', reach: (page, { fresh }) => open(page, fresh.url, '/?tab=trash') },
  plain('gallery-full', '/'),
  {
    name: 'gallery-titles',
    async reach(page, { full }) {
      await open(page, full.url);
      await sheet(page, 'Sent by a script').waitFor();
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    },
  },
  {
    name: 'gallery-rename',
    async reach(page, { full }) {
      await open(page, full.url);
      await page.getByRole('button', { name: 'More', exact: true }).first().click();
      await page.getByRole('menuitem', { name: 'Rename' }).click();
    },
  },
  {
    name: 'gallery-menu',
    async reach(page, { full }) {
      await open(page, full.url);
      await page.getByRole('button', { name: 'More', exact: true }).first().click();
      await page.getByRole('menu').waitFor();
    },
  },
  {
    name: 'gallery-found',
    async reach(page, { full }) {
      await open(page, full.url);
      await page.getByRole('searchbox').fill('the');
      await page.getByText(/^\d+ of \d+$/).waitFor();
    },
  },
  {
    name: 'gallery-nothing-found',
    async reach(page, { full }) {
      await open(page, full.url);
      await page.getByRole('searchbox').fill('Botanic Gardens');
      await page.getByText('No title here has').waitFor();
    },
  },
  {
    name: 'gallery-selecting',
    async reach(page, { full }) {
      await open(page, full.url);
      await page.getByRole('button', { name: 'Select', exact: true }).click();
      for (const place of [0, 1, 3]) await page.getByRole('checkbox').nth(place).click();
    },
  },
  {
    name: 'gallery-many',
    async reach(page, { many }) {
      await open(page, many.url);
      await seedDrawings(page, seeds(200));
      await page.getByText('200 drawings').waitFor();
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight / 2));
    },
  },
  {
    name: 'trash-selecting',
    async reach(page, { full }) {
      await open(page, full.url, '/?tab=trash');
      await page.getByRole('button', { name: 'Select', exact: true }).click();
      await page.getByRole('checkbox').first().click();
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
      await page.getByText('could not be read').waitFor();
    },
  },
  plain('trash-full', '/?tab=trash'),
  { name: 'studio-full', reach: (page, { full }) => openPiece(page, full.url) },
  { name: 'studio-dense', reach: (page, { full }) => openPiece(page, full.url, 'Shophouses') },
  {
    name: 'studio-empty',
    async reach(page, { full }) {
      await open(page, full.url);
      await newDrawing(page);
    },
  },
  {
    name: 'studio-colours',
    async reach(page, { full }) {
      await openPiece(page, full.url);
      const button = page.getByRole('button', { name: /^Colour and size/ });
      if (await button.isVisible()) await button.click();
    },
  },
  {
    name: 'studio-view',
    async reach(page, { full }) {
      await openPiece(page, full.url);
      const button = page.getByRole('button', { name: /^View,/ });
      if (await button.isVisible()) await button.click();
    },
  },
  {
    name: 'studio-export',
    async reach(page, { full }) {
      await openPiece(page, full.url);
      await page.getByRole('button', { name: 'Export', exact: true }).click();
    },
  },
  {
    name: 'studio-delayed',
    async reach(page, { sites }) {
      await open(page, sites.delayed);
      await newDrawing(page);
      await page.locator('.air-chip').getByText('Delayed').first().waitFor();
    },
  },
  {
    name: 'studio-storage-full',
    async reach(page, { small }) {
      const quota = await fillStorage(page, small);
      await newDrawing(page);
      await scribble(page);
      await page.getByRole('status').getByText('Saved on this device').waitFor({ state: 'attached' });
      await quota.fill();
      await scribble(page);
      await page.locator('.studio-trouble').waitFor();
      await page.waitForFunction(() =>
        document.getAnimations().every(({ playState }) => playState !== 'running'),
      );
    },
  },
  {
    name: 'studio-not-opened',
    async reach(page, { full }) {
      await openPiece(page, full.url);
      const url = page.url();
      await page.addInitScript(() => {
        IDBFactory.prototype.open = () => {
          throw new DOMException('The storage is broken', 'UnknownError');
        };
      });
      await page.goto(`${url}?transport=inline`);
      await page.getByText('did not open').waitFor();
    },
  },
  plain('studio-missing', `/drawings/00000000-0000-4000-8000-000000000000`),
  air('air-full', 'well'),
  { name: 'air-whole', reach: (page, { sites, look }) => whole(page, sites.well, look) },
  {
    name: 'air-hour',
    async reach(page, { sites }) {
      await open(page, sites.well, '/air');
      const hour = page.getByRole('slider', { name: /^Hour/ });
      await hour.focus();
      for (let i = 0; i < 9; i += 1) await page.keyboard.press('ArrowLeft');
      await page.locator('.history').evaluate((element) => element.scrollIntoView());
    },
  },
  {
    name: 'air-table',
    async reach(page, { sites }) {
      await open(page, sites.well, '/air');
      const button = page.getByRole('button', { name: 'Show as table' });
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
  plain('supplies-empty', '/supplies'),
  { name: 'supplies-full', reach: (page, { sites }) => open(page, sites.shop, '/supplies') },
  {
    name: 'supplies-whole',
    async reach(page, { sites, look }) {
      await open(page, sites.shop, '/supplies');
      await page.getByRole('button', { name: 'Show more' }).click();
      await page.getByText('Canvas half-mask').waitFor();
      const { width } = look.options.viewport ?? { width: 390 };
      const height = await page.evaluate(() => document.documentElement.scrollHeight);
      await page.setViewportSize({ width, height });
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
      await page.getByText('Contents', { exact: true }).waitFor();
    },
  },
  plain('settings-full', '/settings'),
  ...SYNC_STATES,
  { name: 'settings-fresh', reach: (page, { fresh }) => open(page, fresh.url, '/settings') },
  plain('notfound-full', '/nowhere/at-all'),
  {
    name: 'gallery-insecure',
    async reach(page, { insecure }) {
      await page.goto(`${insecure}/`);
      await page.getByText('not secure').waitFor();
    },
  },
];

/** These change the shelf. */
const CHANGES: readonly State[] = [
  {
    name: 'gallery-trashed',
    async reach(page, { full }) {
      await open(page, full.url);
      const trash = page.getByRole('button', { name: 'Trash', exact: true, description: 'Frangipani' });
      await trash.click();
      await page.getByRole('button', { name: 'Undo', exact: true }).waitFor();
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
