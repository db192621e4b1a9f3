/** `npm run shots`: takes a picture of every view in every state on every screen, into shots/. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Option } from 'commander';
import { type Browser, chromium } from 'playwright';
import { root } from '../../server/bin/bootstrap.js';
import { examples } from '../../server/cli/options.ts';
import { createCommand, run } from '../../server/cli/run-command.ts';
import { LANGUAGES } from '../../src/app/words/languages.ts';
import { ensureChromium, launchOptions } from '../support/browser.ts';
import { clearPictures } from './clear.ts';
import { fontEnvironment } from './fonts.ts';
import { setLanguage } from './language.ts';
import { LOOKS } from './looks.ts';
import { publishPictures } from './publish.ts';
import { openSites } from './sites.ts';
import { fillStorage } from './states/filled-storage.ts';
import { type Task, takeLook } from './take.ts';

const INSECURE_HOST = 'pleinair.test';
/** How many looks are taken at the same time. */
const TOGETHER = 3;

const problems: string[] = [];

interface ShotsOptions {
  /** Tag of a language; undefined for English. */
  readonly language?: string;
  readonly publish?: boolean;
}

async function shoot(
  wanted: readonly string[],
  { language = '', publish = false }: ShotsOptions,
): Promise<void> {
  const began = performance.now();
  await setLanguage(language);
  const folder = join('shots', language);
  process.env.CHROMIUM = await ensureChromium((line) => console.log(line));
  mkdirSync(join(root, folder), { recursive: true });
  if (wanted.length === 0) clearPictures(join(root, folder));
  const options = launchOptions();
  const browser = await chromium.launch({
    ...options,
    args: [...(options.args ?? []), `--host-resolver-rules=MAP ${INSECURE_HOST} 127.0.0.1`],
    env: { ...process.env, ...fontEnvironment() },
  });
  try {
    await using sites = await openSites();
    const storage = await fillStorage(browser, sites.well);
    const written = await takeAll(browser, { sites, storage, folder: join(root, folder), wanted });
    for (const file of written.sort()) console.log(join(folder, file));
    if (publish) {
      for (const file of await publishPictures(browser, sites.well, storage)) console.log(file);
    }
    const seconds = Math.round((performance.now() - began) / 1000);
    console.log(`${written.length} pictures in ${seconds} s`);
  } finally {
    await browser.close();
  }
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exitCode = 1;
}

async function takeAll(
  browser: Browser,
  task: Pick<Task, 'sites' | 'storage' | 'folder' | 'wanted'>,
): Promise<string[]> {
  const waiting = [...LOOKS];
  const written: string[] = [];
  const takeNext = async () => {
    for (let look = waiting.shift(); look !== undefined; look = waiting.shift()) {
      const taken = await takeLook({ ...task, browser, look, insecureHost: INSECURE_HOST });
      problems.push(...taken.problems);
      written.push(...taken.written);
    }
  };
  await Promise.all(Array.from({ length: TOGETHER }, takeNext));
  return written;
}

await run(
  createCommand('npm run shots --')
    .description('Takes a picture of every view in every state on every screen, into shots/.')
    .argument('[name...]', 'only those that have one of these in their name')
    .addOption(
      new Option('--language <tag>', 'in this language, into shots/TAG/')
        .choices(Object.keys(LANGUAGES))
        .conflicts('publish'),
    )
    .option('--publish', 'also write the pictures of the README and of the web app manifest')
    .addHelpText('after', examples('npm run shots -- gallery', 'npm run shots -- --publish'))
    .action(shoot),
  process.argv.slice(2),
);
