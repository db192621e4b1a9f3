/**
 * `npm run shots [-- NAME…]`: a picture of every view in every state on every screen, in shots/. NAME takes those that
 * have it in their name, and of several NAMEs those that have one of them. `--publish` also writes the pictures of the README and of the web app manifest.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright';
import { root } from '../../server/bin/bootstrap.js';
import { ensureChromium, launchOptions } from '../support/browser.ts';
import { fontEnvironment } from './fonts.ts';
import { LOOKS, type Look } from './looks.ts';
import { publishPictures } from './publish.ts';
import { openSites, type Sites } from './sites.ts';
import { filledShelf, type Storage } from './states/shelf.ts';
import { takeLook } from './take.ts';

const INSECURE_HOST = 'pleinair.test';
/** Looks that are taken at the same time. */
const TOGETHER = 3;

const args = process.argv.slice(2);
const wanted = args.filter((arg) => !arg.startsWith('--'));
const folder = join(root, 'shots');
const began = performance.now();

process.env.CHROMIUM = await ensureChromium((line) => console.log(line));
if (wanted.length === 0) rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const options = launchOptions();
const browser = await chromium.launch({
  ...options,
  args: [...(options.args ?? []), `--host-resolver-rules=MAP ${INSECURE_HOST} 127.0.0.1`],
  env: { ...process.env, ...fontEnvironment() },
});
const problems: string[] = [];
try {
  await using sites = await openSites();
  const shelf = await filledShelf(browser, sites.well);
  const written = await takeAll(browser, sites, shelf);
  for (const file of written.sort()) console.log(`shots/${file}`);
  if (args.includes('--publish')) {
    for (const file of await publishPictures(browser, sites.well, shelf)) console.log(file);
  }
  const seconds = Math.round((performance.now() - began) / 1000);
  console.log(`${written.length} pictures in ${seconds} s`);
} finally {
  await browser.close();
}
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;

async function takeAll(browser: Browser, sites: Sites, shelf: Storage): Promise<string[]> {
  const waiting = [...LOOKS];
  const written: string[] = [];
  const takeNext = async () => {
    for (let look = waiting.shift(); look !== undefined; look = waiting.shift()) {
      written.push(...(await take(browser, sites, shelf, look)));
    }
  };
  await Promise.all(Array.from({ length: TOGETHER }, takeNext));
  return written;
}

async function take(browser: Browser, sites: Sites, shelf: Storage, look: Look): Promise<string[]> {
  const result = await takeLook({ browser, sites, shelf, look, folder, wanted, insecureHost: INSECURE_HOST });
  problems.push(...result.problems);
  return result.written;
}
