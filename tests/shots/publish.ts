/** The published pictures: those of the web app manifest in public/screenshots, and the README's. */
import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { root } from '../../server/bin/bootstrap.js';
import { openTestProxy } from '../support/test-proxy.ts';
import { controlled } from '../support/worker.ts';
import { LOOKS, type Look } from './looks.ts';
import { type Storage, storageAt } from './states/filled-storage.ts';
import { picture } from './take.ts';

type Reach = (page: Page, url: string) => Promise<void>;

const GALLERY: Reach = open('/');
const AIR: Reach = open('/air');

function open(path: string): Reach {
  return async (page, url) => {
    await page.goto(`${url}${path}`);
    await controlled(page);
  };
}

function studio(title: string): Reach {
  return async (page, url) => {
    await GALLERY(page, url);
    await page.getByRole('link', { name: title }).first().click();
    await page.locator('.air-chip time').first().waitFor();
  };
}

/** By the manifest's names, with 1 device pixel for 1 CSS px, so that they have the sizes that it states. */
const STORE: readonly { readonly file: string; readonly look: string; readonly reach: Reach }[] = [
  { file: 'drawings-narrow.png', look: 'phone-light', reach: GALLERY },
  { file: 'studio-narrow.png', look: 'phone-light', reach: studio('Rain tree') },
  { file: 'air-narrow.png', look: 'phone-light', reach: AIR },
  { file: 'drawings-wide.png', look: 'desktop-light', reach: GALLERY },
  { file: 'studio-wide.png', look: 'desktop-light', reach: studio('Kallang Basin') },
];

/** Largest size of the README's picture, bytes, and its device pixels per CSS px: the grain of brushes takes bytes. */
const README_MAX = 400 * 1000;
const README_SCALE = 0.875;

/**
 * Takes and writes all of them. Returns their paths.
 * @param url origin of a server with healthy air
 */
export async function publishPictures(browser: Browser, url: string, storage: Storage): Promise<string[]> {
  await using proxy = await openTestProxy(url);
  const take = async (name: string, reach: Reach, scale = 1) => {
    const look = lookNamed(name);
    const storageState = storageAt(storage, [proxy.url]);
    const options = { ...look.options, deviceScaleFactor: scale, storageState };
    const context = await browser.newContext(options);
    try {
      const page = await context.newPage();
      await reach(page, proxy.url);
      return await picture(page);
    } finally {
      await context.close();
    }
  };
  const written: string[] = [];
  const write = (path: string, png: Buffer) => {
    const file = join(root, path);
    mkdirSync(join(file, '..'), { recursive: true });
    writeFileSync(file, png);
    written.push(path);
  };
  for (const { file, look, reach } of STORE)
    write(join('public', 'screenshots', file), await take(look, reach));
  const readme = 'docs/screenshot.png';
  write(
    readme,
    await composed(browser, {
      gallery: await take('desktop-light', GALLERY),
      studio: await take('desktop-light', studio('Shophouses')),
      air: await take('phone-light', AIR, 2),
    }),
  );
  const { size } = statSync(join(root, readme));
  if (size > README_MAX) throw new Error(`${readme} has ${size} bytes: more than ${README_MAX}`);
  return written;
}

function lookNamed(name: string): Look {
  const look = LOOKS.find((one) => one.name === name);
  if (look === undefined) throw new Error(`There is no look ${name}.`);
  return look;
}

const STYLE = `
  body { margin: 0; width: 1600px; height: 940px; overflow: hidden; background: #e9dfca; }
  img { position: absolute; border-radius: 12px; box-shadow: 0 2px 3px rgb(64 50 28 / .14), 0 24px 48px -16px rgb(64 50 28 / .4); }
  .gallery { left: 60px; top: 56px; width: 880px; }
  .studio { left: 300px; top: 256px; width: 1000px; }
  .air { left: 1228px; top: 96px; width: 312px; border-radius: 30px; border: 8px solid #1f1b16; }
`;

/** Lays the pictures over one another, like prints on a table. */
async function composed(browser: Browser, pictures: Readonly<Record<string, Buffer>>): Promise<Buffer> {
  const page = await browser.newPage({
    viewport: { width: 1600, height: 940 },
    deviceScaleFactor: README_SCALE,
  });
  const images = Object.entries(pictures).map(
    ([name, png]) => `<img class="${name}" src="data:image/png;base64,${png.toString('base64')}" />`,
  );
  await page.setContent(`<style>${STYLE}</style>${images.join('')}`);
  await page.evaluate(() => Promise.all(Array.from(document.images, (image) => image.decode())));
  const png = await page.screenshot();
  await page.close();
  return png;
}
