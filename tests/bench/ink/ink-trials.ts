/**
 * The ink engine in the studio, in Chromium: opening, moving the view, drawing and erasing, at three sizes of
 * drawing, at full speed and with the processor slowed to a quarter. Its budgets are absolute, so it has a
 * table of its own.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright';
import { root } from '../../../server/bin/bootstrap.js';
import { startAppServer } from '../../support/app-server.ts';
import { launchBrowser } from '../../support/browser.ts';
import { controlled } from '../../support/worker.ts';
import { store } from '../browser/browser-trials.ts';
import { load, machine } from '../machine.ts';
import type { Figure } from '../trial.ts';
import { drawingOf } from './ink.ts';
import { coldOpening } from './ink-cold.ts';
import { drawLine, type Line, lines, loop, passage, RATE, sweep } from './ink-device.ts';
import { galleryWork } from './ink-gallery.ts';
import { heapOf } from './ink-heap.ts';
import { type Bench, installBench, type Passage, type Turn } from './ink-page.ts';
import {
  addressFigures,
  type ByAddress,
  byAddressText,
  type DrawPassage,
  figuresOf,
  type InkRuns,
  LEGEND,
  type Measurement,
  passagesText,
  rowsOf,
  textOf,
} from './ink-report.ts';
import { MOVES, traced, workPerMove } from './ink-work.ts';

/** The last leaves room for what is drawn meanwhile: a full drawing takes no ink. */
const SIZES = [200, 5_000, 19_900] as const;
const [FEW, , MANY] = SIZES;
const THROTTLES = [1, 4] as const;
const RUNS = 3;
/** As many as erasing has. */
const BLANK_FRAMES = 60;
/** ms of a loop that does nothing else: about what a move costs the page at full speed. */
const LOOP = 0.1;
const VIEWPORT = { width: 1280, height: 800 };
const NOTE = `ink: medians of ${RUNS} runs; 20,000 are ${MANY}, to leave room for what is drawn; ${VIEWPORT.width} x ${VIEWPORT.height}, ${RATE} samples a second over CDP, never waited for`;

declare const bench: Bench;

/** The figures, and a table of everything, which is also written to bench-ink.json. */
export async function inkFigures(
  isWanted: (name: string) => boolean,
): Promise<{ figures: Figure[]; text: string }> {
  if (!isWanted('ink: canvas: open, pan, zoom, draw, erase, lasso, gallery'))
    return isWanted('ink: address: opening by it') ? onlyByAddress() : { figures: [], text: '' };
  const before = load();
  const all: Measurement[] = [];
  await using server = await startAppServer();
  const browser = await launchBrowser();
  try {
    console.error('measuring ink: the gallery');
    const gallery = await galleryWork(browser, server.url, VIEWPORT);
    const pages: BenchPage[] = [];
    for (const strokes of SIZES) pages.push(await prepare(browser, server.url, strokes));
    for (let run = 0; run < RUNS; run++) {
      for (const page of run % 2 === 0 ? pages : pages.toReversed()) {
        console.error(`measuring ink: ${page.strokes} strokes, run ${run + 1} of ${RUNS} (load ${load()})`);
        for (const throttle of THROTTLES) {
          const one = await measureAt(browser, server.url, page, throttle);
          all.push(one);
          console.error(`  at ${throttle}x: ${passagesText(one)}`);
        }
      }
    }
    const many = pages.find(({ strokes }) => strokes === MANY)!;
    const byAddress = await byAddressOf(many, server.url, THROTTLES);
    const labels = SIZES.map((n) => drawingOf(n).label);
    const runs: InkRuns = {
      few: FEW,
      many: MANY,
      sizes: SIZES,
      throttles: THROTTLES,
      note: NOTE,
      all,
      byAddress,
      gallery,
    };
    const figures = figuresOf(runs);
    keep({
      figures,
      rows: rowsOf(runs),
      legend: LEGEND,
      drawings: labels,
      note: NOTE,
      load: [before, load()],
    });
    return { figures, text: `${textOf(runs)}\n  ${labels.join('\n  ')}` };
  } finally {
    await browser.close();
  }
}

/** Two minutes: the opening by address alone, at full speed. */
async function onlyByAddress(): Promise<{ figures: Figure[]; text: string }> {
  await using server = await startAppServer();
  const browser = await launchBrowser();
  try {
    const byAddress = await byAddressOf(await prepare(browser, server.url, MANY), server.url, [1]);
    return { figures: addressFigures(byAddress), text: byAddressText({ byAddress, many: MANY }) };
  } finally {
    await browser.close();
  }
}

async function byAddressOf(
  { context, path }: BenchPage,
  url: string,
  throttles: readonly number[],
): Promise<ByAddress[]> {
  const all: ByAddress[] = [];
  for (const throttle of throttles) {
    const befores = throttle === 1 ? (['another site', 'nothing'] as const) : (['another site'] as const);
    for (const before of befores) {
      console.error(`measuring ink: opening by address at ${throttle}x, after ${before} (load ${load()})`);
      all.push({ throttle, before, ...(await coldOpening(context, url + path, throttle, before)) });
    }
  }
  return all;
}

/** For `npm run bench:write`, which copies it into docs/performance.md. */
function keep(facts: Record<string, unknown>): void {
  const whole = { at: new Date().toISOString().slice(0, 10), machine: machine(), ...facts };
  writeFileSync(join(root, 'bench-ink.json'), `${JSON.stringify(whole, null, 2)}\n`);
}

/** A browser's storage with one drawing, and a page on it. */
interface BenchPage {
  readonly strokes: number;
  readonly context: BrowserContext;
  readonly page: Page;
  readonly session: CDPSession;
  /** Path of the drawing. */
  readonly path: string;
}

/** Opens the drawing once, so that it has a thumbnail and the studio's script is cached. */
async function prepare(browser: Browser, url: string, strokes: number): Promise<BenchPage> {
  const context = await browser.newContext({ viewport: VIEWPORT });
  const page = await context.newPage();
  await page.addInitScript(installBench);
  await page.goto(url);
  await controlled(page);
  const api = await store(page, drawingOf(strokes).strokes);
  const path = api.replace('/api/v1', '');
  await page.goto(url + path);
  await page.evaluate((api) => bench.pictured(api), api);
  await page.goto('about:blank');
  return { strokes, context, page, session: await context.newCDPSession(page), path };
}

async function measureAt(
  browser: Browser,
  url: string,
  opened: BenchPage,
  throttle: number,
): Promise<Measurement> {
  const { page, session, path, strokes } = opened;
  const blank = await blankPage(page, session, throttle);
  await page.goto(url);
  await page.waitForSelector(`a[href="${path}"] img`);
  const turns = await page.evaluate((ms) => bench.turnsIn(ms), LOOP);
  await session.send('Emulation.setCPUThrottlingRate', { rate: throttle });
  try {
    // What the emulation does to a loop is compared with the largest drawing alone.
    const loops = strokes === MANY && throttle > 1 ? turns : undefined;
    return { strokes, throttle, blank, ...(await measureOne(browser, url, opened, loops)) };
  } finally {
    await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    await restored(page);
    await page.goto('about:blank');
  }
}

/** What a page that has nothing to do has of its frames, on the same machine and in the same minute. */
async function blankPage(page: Page, session: CDPSession, throttle: number): Promise<Passage> {
  await session.send('Emulation.setCPUThrottlingRate', { rate: throttle });
  const blank = await page.evaluate((count) => bench.rest(count), BLANK_FRAMES);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  return blank;
}

/**
 * @param turns of the loop that take 0.1 ms at full speed; undefined if it is not measured
 */
async function measureOne(
  browser: Browser,
  url: string,
  { page, session, path }: BenchPage,
  turns: number | undefined,
) {
  const opening = await page.evaluate((path) => bench.open(path), path);
  const wheel = (turns: readonly Turn[]) => page.evaluate((turns) => bench.wheel(turns), turns);
  const heap = await heapOf(session, browser);
  // From the whole drawing to about 100 %.
  await wheel(repeat(5, { dx: 0, dy: -100, zooming: true }));
  const cold = await wheel(repeat(60, { dx: 18, dy: 9, zooming: false }));
  const pan = await wheel(repeat(60, { dx: -18, dy: -9, zooming: false }));
  const zoom = await wheel([
    ...repeat(15, { dx: 0, dy: 60, zooming: true }),
    ...repeat(15, { dx: 0, dy: -60, zooming: true }),
  ]);
  const worked = async (all: readonly Line[]): Promise<DrawPassage> => {
    const { result, events } = await traced(browser, MOVES, () => passage(page, session, all));
    return { ...result, work: workPerMove(events, url) };
  };
  const draw = await worked(lines());
  await page.keyboard.press('e');
  const erase = await worked([sweep()]);
  // What is left of erasing is done, and its tiles are drawn.
  await wheel([]);
  await page.keyboard.press('Control+z');
  await wheel([]);
  const lasso = await lassoAfterErasing(page, session);
  await page.keyboard.press('p');
  const loop = turns === undefined ? [] : await loopTimes(page, session, turns);
  return { ...opening, heap, cold, pan, zoom, draw, erase, lasso, loop };
}

async function loopTimes(page: Page, session: CDPSession, turns: number): Promise<readonly number[]> {
  await page.evaluate((turns) => bench.loop(turns), turns);
  await passage(page, session, lines());
  return page.evaluate(() => bench.looped());
}

/** The loop of a person who is in a hurry: it begins when the eraser is lifted, which still has strokes to cut. */
async function lassoAfterErasing(page: Page, session: CDPSession): Promise<Passage> {
  await page.evaluate(() => bench.watch());
  await drawLine(session, sweep());
  await page.keyboard.press('l');
  await page.evaluate(() => bench.anew());
  await drawLine(session, loop());
  return page.evaluate(() => bench.stop());
}

/** Undoes what was drawn and erased, and waits until that is saved. */
async function restored(page: Page): Promise<void> {
  const undo = page.getByRole('button', { name: 'Undo', exact: true });
  while (await undo.isEnabled()) await undo.click();
  await page.getByText('Saved on this device').first().waitFor();
}

function repeat(times: number, turn: Turn): Turn[] {
  return Array.from({ length: times }, () => turn);
}
