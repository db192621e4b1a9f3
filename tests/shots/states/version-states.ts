/** Earlier versions of a drawing, of weeks and of minutes ago, and what is shown without any. */
import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright';
import { PAPERS } from '../../../src/app/paper/papers.ts';
import { studio } from '../../../src/app/words/en/studio/studio.ts';
import { versions } from '../../../src/app/words/en/studio/versions.ts';
import { newDrawing } from '../../e2e/support/studio/studio.ts';
import { openTestProxy } from '../../support/test-proxy.ts';
import { ask } from '../../support/worker.ts';
import { open, type Place, type State } from '../reach.ts';
import { GALLERY } from './drawings.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** What the drawing was, and when: age in ms, and the parts of its strokes from where to where. */
const EARLIER = [
  { age: 40 * DAY, from: 0, to: 0.25 },
  { age: 9 * DAY, from: 0.2, to: 0.5 },
  { age: 3 * DAY, from: 0, to: 0.6, paper: PAPERS.night },
  { age: 2 * DAY, from: 0.4, to: 1, paper: PAPERS.toned },
  { age: 200 * MINUTE, from: 0, to: 0.8 },
  { age: 25 * MINUTE, from: 0, to: 1 },
  { age: 2 * MINUTE, from: 0.5, to: 1 },
];

/** Stores a drawing with earlier versions at an address of its own, and opens it. */
async function openAged(page: Page, { sites }: Place): Promise<void> {
  await using proxy = await openTestProxy(sites.well);
  await open(page, proxy.url);
  const { title, strokes } = GALLERY[0]!;
  const id = randomUUID();
  for (const [rev, { age, from, to, paper }] of EARLIER.entries()) {
    const response = await ask(page, `/api/v1/drawings/${id}`, {
      method: 'PUT',
      headers: {
        'Content-Type': 'application/json',
        // The gallery makes a thumbnail between two of them.
        ...(rev === 0 ? { 'If-None-Match': '*' } : { 'If-Match': '*' }),
      },
      body: JSON.stringify({
        title: rev < 2 ? 'A first try' : title,
        strokes: strokes.slice(from * strokes.length, to * strokes.length),
        thumb: '',
        paper,
        updatedAt: new Date(Date.now() - age).toISOString(),
      }),
    });
    if (response.status >= 300) throw new Error(response.text.slice(0, 200));
  }
  await page.goto(`${proxy.url}/drawings/${id}`);
  await page.locator('.canvas[aria-busy=false]').waitFor();
  await openVersions(page);
}

async function openVersions(page: Page): Promise<void> {
  await page.getByRole('button', { name: studio.more, exact: true }).click();
  await page.getByRole('button', { name: versions.title }).click();
  await page.getByRole('dialog').waitFor();
}

export const VERSION_STATES: readonly State[] = [
  {
    name: 'studio-versions',
    async reach(page, place) {
      await openAged(page, place);
      await page.getByRole('dialog').locator('img').first().waitFor();
      await page.waitForFunction(() =>
        [...document.querySelectorAll('.version')].every(
          (one) => one.getBoundingClientRect().top > innerHeight || one.querySelector('img'),
        ),
      );
    },
  },
  {
    name: 'studio-version',
    async reach(page, place) {
      await openAged(page, place);
      await page.getByRole('dialog').getByRole('listitem').last().getByRole('button').click();
      await page.getByRole('dialog').getByRole('img').waitFor();
    },
  },
  {
    name: 'studio-versions-none',
    async reach(page, { full }) {
      await open(page, full.url);
      await newDrawing(page);
      await openVersions(page);
      await page.getByText(versions.empty).waitFor();
    },
  },
  {
    name: 'studio-versions-gone',
    async reach(page, { full }) {
      await open(page, full.url);
      await newDrawing(page);
      await page.evaluate((gaveWayAt) => {
        const send = globalThis.fetch;
        const gone = { versions: [], leftOutAt: null, gaveWayAt, bytes: 64_000_000, bytesMax: 67_108_864 };
        globalThis.fetch = async (...args: Parameters<typeof fetch>) =>
          args[0] instanceof Request && args[0].url.endsWith('/versions')
            ? Response.json(gone)
            : send(...args);
      }, new Date(Date.now() - 2 * DAY).toISOString());
      await openVersions(page);
      await page.getByText(versions.noneLeft).waitFor();
    },
  },
];
