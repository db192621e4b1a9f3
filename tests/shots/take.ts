/** Takes all pictures of one look. */

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { air } from '../../src/app/words/en/air/air.ts';
import { openTestProxy } from '../support/test-proxy.ts';
import { controlled } from '../support/worker.ts';
import { openContext } from './language.ts';
import { layoutFaults } from './layout.ts';
import type { Look } from './looks.ts';
import type { Place, State } from './reach.ts';
import type { Sites } from './sites.ts';
import { type Storage, storageAt } from './states/filled-storage.ts';
import { STATES } from './states/states.ts';

/**
 * Most screenshots until two in a row are the same: a canvas becomes sharp, and the reference is laid out, after
 * they are shown.
 */
const ATTEMPTS = 12;

export interface Task {
  readonly browser: Browser;
  readonly sites: Sites;
  readonly storage: Storage;
  readonly look: Look;
  readonly folder: string;
  /** Parts of the names of the wanted pictures; empty for all. */
  readonly wanted: readonly string[];
  readonly insecureHost: string;
}

export interface TakenPictures {
  /** Names of the written files. */
  readonly written: string[];
  /** Failures, problems that the pages reported, and faults of their layout, one line each. */
  readonly problems: string[];
}

export async function takeLook(task: Task): Promise<TakenPictures> {
  const { browser, sites, look, insecureHost } = task;
  const taken: TakenPictures = { written: [], problems: [] };
  const fileOf = ({ name }: State) => `${name}-${look.name}.png`;
  const isWanted = (file: string) =>
    task.wanted.length === 0 || task.wanted.some((part) => file.includes(part));
  const chosen = (states: readonly State[]) => states.filter((state) => isWanted(fileOf(state)));
  if (Object.values(STATES).every((states) => chosen(states).length === 0)) return taken;

  await using full = await openTestProxy(sites.well);
  await using fresh = await openTestProxy(sites.well);
  await using small = await openTestProxy(sites.well);
  await using many = await openTestProxy(sites.well);
  const storageState = storageAt(task.storage, [full.url]);
  const context = await openContext(browser, { ...look.options, storageState });
  const insecure = full.url.replace('127.0.0.1', insecureHost);
  const place: Place = { look, context, sites, full, fresh, small, many, insecure };
  const takeEach = async (states: readonly State[]) => {
    for (const state of chosen(states)) {
      const page = await context.newPage();
      page.on('pageerror', (error) => taken.problems.push(`${fileOf(state)}: ${error.message}`));
      try {
        await state.reach(page, place);
        await writeFile(join(task.folder, fileOf(state)), await picture(page));
        taken.written.push(fileOf(state));
        for (const fault of await layoutFaults(page)) taken.problems.push(`${fileOf(state)}: ${fault}`);
      } catch (error) {
        taken.problems.push(`${fileOf(state)}: ${error instanceof Error ? error.message : String(error)}`);
      } finally {
        await page.close();
      }
    }
  };
  try {
    await takeEach(STATES.online);
    if (chosen(STATES.offline).length > 0) await visit(await context.newPage(), [full.url, fresh.url]);
    await takeEach(STATES.update);
    await context.setOffline(true);
    await Promise.all([full.down(), fresh.down()]);
    await takeEach(STATES.offline);
  } finally {
    await context.close();
  }
  return taken;
}

/**
 * Visits the pages once with a network, and sees the air, because states without a network show pages that were
 * visited before.
 */
async function visit(page: Page, [full, fresh]: readonly [string, string]): Promise<void> {
  await page.goto(`${full}/air`);
  await controlled(page);
  await page.getByRole('list', { name: air.regionsList }).waitFor();
  await page.goto(`${fresh}/`);
  await controlled(page);
  await page.close();
}

/** A picture once nothing is being read, decoded or drawn any more. */
export async function picture(page: Page): Promise<Buffer> {
  await page.locator('[aria-busy=true], .skeleton').first().waitFor({ state: 'detached' });
  await page.evaluate(async () => {
    await document.fonts.ready;
    await Promise.allSettled(Array.from(document.images, (image) => image.decode()));
  });
  let last = await page.screenshot({ animations: 'disabled' });
  if ((await page.locator('canvas, .reference').count()) === 0) return last;
  for (let attempt = 1; attempt < ATTEMPTS; attempt++) {
    const next = await page.screenshot({ animations: 'disabled' });
    if (next.equals(last)) return next;
    last = next;
  }
  return last;
}
