/**
 * Draws the PNG icons in public/ from public/icon.svg: `node server/bin/run.js tests/shots/icons.ts`. Run it
 * after changing the SVG; the icons are stored in the repository.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from 'playwright';
import { root } from '../../server/bin/bootstrap.js';
import { launchOptions } from '../support/browser.ts';

const PAPER = '#f4eee1';
/** The scale of the drawing in a maskable icon, which may be cut to a circle of 80 % of its width. */
const SAFE = 0.78;

interface Icon {
  readonly file: string;
  readonly size: number;
  /**
   * `rounded` as drawn; `full` with the background to the edges; `safe` also with the drawing in the safe zone.
   */
  readonly shape: 'rounded' | 'full' | 'safe';
  readonly art?: string;
}

const PLUS =
  '<path d="M256 112v288M112 256h288" fill="none" stroke="#1f4fae" stroke-width="44" stroke-linecap="round"/>';
const WIND =
  '<g fill="none" stroke="#1f4fae" stroke-width="40" stroke-linecap="round">' +
  '<path d="M76 206h218c72 0 72-100 8-100-28 0-47 19-47 43M76 286h306c72 0 72 106 4 106-30 0-47-17-49-43M76 366h150"/></g>';

const ICONS: readonly Icon[] = [
  { file: 'icons/icon-192.png', size: 192, shape: 'rounded' },
  { file: 'icons/icon-512.png', size: 512, shape: 'rounded' },
  { file: 'icons/maskable-192.png', size: 192, shape: 'safe' },
  { file: 'icons/maskable-512.png', size: 512, shape: 'safe' },
  { file: 'icons/shortcut-new-96.png', size: 96, shape: 'rounded', art: PLUS },
  { file: 'icons/shortcut-air-96.png', size: 96, shape: 'rounded', art: WIND },
  { file: 'apple-touch-icon.png', size: 180, shape: 'full' },
  { file: 'favicon.png', size: 48, shape: 'rounded' },
];

function drawn(source: string, { size, shape, art }: Icon): string {
  const inner = art ?? source.replace(/^[\s\S]*?<rect[^>]*\/>/, '').replace('</svg>', '');
  const scale = shape === 'safe' ? SAFE : 1;
  const radius = shape === 'rounded' ? 116 : 0;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 512 512">` +
    `<rect width="512" height="512" rx="${radius}" fill="${PAPER}"/>` +
    `<g transform="translate(256 256) scale(${scale}) translate(-256 -256)">${inner}</g></svg>`
  );
}

const source = await readFile(join(root, 'public/icon.svg'), 'utf8');
const browser = await chromium.launch(launchOptions());
const page = await browser.newPage();
for (const icon of ICONS) {
  await page.setViewportSize({ width: icon.size, height: icon.size });
  await page.setContent(`<style>body{margin:0}svg{display:block}</style>${drawn(source, icon)}`);
  await writeFile(join(root, 'public', icon.file), await page.screenshot({ omitBackground: true }));
}
await browser.close();
console.log(`${ICONS.length} icons written to public/`);
