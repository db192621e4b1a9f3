/** `npm run shots -- --publish`: the pictures that the product shows of itself. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright';
import { root } from '../../server/bin/bootstrap.js';
import { controlled } from '../support/worker.ts';
import { type Storage, storageAt } from './shelf.ts';
import { picture } from './take.ts';

const PIECE = 'Rain tree, Fort Canning';
const COMMON: BrowserContextOptions = {
  colorScheme: 'light',
  reducedMotion: 'reduce',
  locale: 'en-SG',
  timezoneId: 'Asia/Singapore',
};
/** The sizes that src/app/manifest.ts tells of them. */
const WIDE = { width: 1440, height: 900 };
const NARROW = { width: 390, height: 844 };

/**
 * Writes the screenshots of the web app manifest and the picture of the README.
 * @param shelf storage with drawings in it
 * @returns paths from the project's root
 */
export async function publishPictures(browser: Browser, url: string, shelf: Storage): Promise<string[]> {
  const storageState = storageAt(shelf, [url]);
  const wide = await browser.newContext({ ...COMMON, viewport: WIDE, storageState });
  const narrow = await browser.newContext({
    ...COMMON,
    viewport: NARROW,
    hasTouch: true,
    isMobile: true,
    storageState,
  });
  try {
    const drawings = await shown(await wide.newPage(), `${url}/`, 'Drawings');
    const drawingsNarrow = await shown(await narrow.newPage(), `${url}/`, 'Drawings');
    const air = await shown(await narrow.newPage(), `${url}/air`, 'Regions');
    const studio = await opened(await narrow.newPage(), url);
    const hero = await composed(await wide.newPage(), drawings, [studio, air]);
    const files = {
      'public/screenshots/drawings-wide.png': drawings,
      'public/screenshots/drawings-narrow.png': drawingsNarrow,
      'public/screenshots/air-narrow.png': air,
      'docs/screenshot.png': hero,
    };
    mkdirSync(join(root, 'public', 'screenshots'), { recursive: true });
    for (const [file, bytes] of Object.entries(files)) writeFileSync(join(root, file), bytes);
    return Object.keys(files);
  } finally {
    await wide.close();
    await narrow.close();
  }
}

/** A view, once its list is there and a worker answers. */
async function shown(page: Page, address: string, list: string): Promise<Buffer> {
  await page.goto(address);
  await controlled(page);
  await page.getByRole('list', { name: list, exact: true }).waitFor();
  return picture(page);
}

/** A drawing in the studio. */
async function opened(page: Page, url: string): Promise<Buffer> {
  await shown(page, `${url}/`, 'Drawings');
  await page.getByRole('link', { name: PIECE }).click();
  await page.locator('.canvas[aria-busy=false]').waitFor();
  return picture(page);
}

/** A wide picture with narrow ones before it. */
async function composed(page: Page, behind: Buffer, before: readonly Buffer[]): Promise<Buffer> {
  const image = (bytes: Buffer, style: string) =>
    `<img alt="" style="position:absolute;box-shadow:0 12px 40px #0003;${style}" src="data:image/png;base64,${bytes.toString('base64')}">`;
  const phones = before.map((bytes, index) =>
    image(
      bytes,
      `height:560px;border-radius:28px;border:6px solid #24211c;bottom:24px;right:${32 + index * 300}px`,
    ),
  );
  await page.setViewportSize({ width: 1280, height: 760 });
  await page.setContent(
    `<body style="margin:0;height:760px;overflow:hidden;background:#e3dac7">${image(
      behind,
      'width:1060px;left:32px;top:32px;border-radius:10px',
    )}${phones.join('')}</body>`,
  );
  return page.screenshot();
}
