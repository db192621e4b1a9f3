/** A replay of the largest drawing in the studio: opening it, seeking, and making a video and a GIF of it. */
import { statSync } from 'node:fs';
import type { Page } from 'playwright';
import { replay as words } from '../../../src/app/words/en/studio/replay.ts';
import { studio } from '../../../src/app/words/en/studio/studio.ts';
import type { Stroke } from '../../../src/core/drawing/types.ts';
import { startAppServer } from '../../support/app-server.ts';
import { launchBrowser } from '../../support/browser.ts';
import { controlled } from '../../support/worker.ts';
import { store } from '../browser/browser-trials.ts';
import { load } from '../machine.ts';
import { type Budget, type Figure, isWithin } from '../trial.ts';
import { drawingOf } from './ink.ts';

const NAME = 'ink: film';
const STROKES = 20_000;
const VIEWPORT = { width: 1280, height: 800 };
/** ms between two strokes of one hand. */
const BETWEEN = 2_000;
const NOTE = `${NAME}: one run of ${STROKES} real strokes in the studio; merged: of two devices that drew at the same time, so that half of the strokes go below others`;

/** Two minutes. */
export async function filmFigures(isWanted: (name: string) => boolean): Promise<Figure[]> {
  if (!isWanted(NAME)) return [];
  const { strokes } = drawingOf(STROKES);
  const half = STROKES / 2;
  const inOrder = strokes.map((stroke, i) => ({ ...stroke, at: i * BETWEEN }));
  const merged = strokes.map((stroke, i) => ({
    ...stroke,
    at: (i % half) * BETWEEN + (i < half ? 0 : 1_000),
  }));
  return [...(await figuresOf(inOrder, 'in order')), ...(await figuresOf(merged, 'merged'))];
}

async function figuresOf(strokes: readonly Stroke[], how: string): Promise<Figure[]> {
  console.error(`measuring ${NAME}: ${how} (load ${load()})`);
  await using server = await startAppServer();
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage({ viewport: VIEWPORT, reducedMotion: 'reduce' });
    await page.goto(server.url);
    await controlled(page);
    const api = await store(page, strokes);
    await page.goto(server.url + api.replace('/api/v1', ''));
    await page.getByRole('button', { name: studio.more, exact: true }).click();
    const open = page.getByRole('button', { name: new RegExp(`^${words.menu}`) });
    await open.waitFor();
    const opened = await timed(async () => {
      await open.click();
      await page.getByRole('img', { name: words.picture }).waitFor();
    });
    await changed(page, '');
    const seconds = Number(await page.getByRole('slider', { name: words.time }).getAttribute('max')) / 1_000;
    const end = await seekTime(page, 'End');
    // The finished drawing stands for longer than a second: one step back shows the same.
    await page.keyboard.press('ArrowLeft');
    const back = await seekTime(page, 'ArrowLeft');
    const made: number[] = [];
    for (const [name, ending] of [
      [words.saveVideo, /\.(mp4|webm)$/],
      [words.saveGif, /\.gif$/],
    ] as const) {
      const [ms, bytes] = await filmTime(page, name, ending);
      console.error(
        `  ${how}: ${name}: ${(bytes / 1e6).toFixed(1)} MB for ${seconds} s, made in ${(ms / 1_000).toFixed(1)} s`,
      );
      made.push(ms / 1_000);
    }
    const [video = Infinity, gif = Infinity] = made;
    const figure = (what: string, subject: number, budget: Budget, unit = 'ms', limit?: number): Figure => {
      const ratio = limit === undefined ? subject : subject / limit;
      const bare = limit === undefined ? {} : { limit };
      const name = `${NAME}, 20,000 ${how}: ${what}`;
      return { what: name, unit, subject, ...bare, ratio, budget, ok: isWithin(ratio, budget), note: NOTE };
    };
    return [
      figure('opening the player', opened, { atMost: 3_000 }),
      figure('to the end at once', end, { atMost: 3_000 }),
      figure('two seconds back', back, { atMost: 1_000 }),
      figure('video: time to make / its length', video, { atMost: 1 }, 's', seconds),
      figure('GIF: time to make / its length', gif, { atMost: 1 }, 's', seconds),
    ];
  } finally {
    await browser.close();
  }
}

async function filmTime(
  page: Page,
  button: string,
  ending: RegExp,
): Promise<readonly [ms: number, bytes: number]> {
  const downloaded = page.waitForEvent('download', { timeout: 200_000 });
  let path = '';
  const made = await timed(async () => {
    await page.getByRole('button', { name: button }).click();
    const download = await downloaded;
    if (!ending.test(download.suggestedFilename())) throw new Error(`no film after ${button}`);
    path = await download.path();
  });
  return [made, statSync(path).size];
}

/** ms until the picture is another one after this key. */
async function seekTime(page: Page, key: string): Promise<number> {
  const before = await shown(page);
  return timed(async () => {
    await page.keyboard.press(key);
    await changed(page, before);
  });
}

async function timed(work: () => Promise<void>): Promise<number> {
  const before = performance.now();
  await work();
  return performance.now() - before;
}

function shown(page: Page): Promise<string> {
  return page.evaluate(() => document.querySelector<HTMLCanvasElement>('.replay-stage')!.toDataURL());
}

/** Waits for another picture: each comes in one piece. An empty text waits for the paper. */
async function changed(page: Page, before: string): Promise<void> {
  await page.waitForFunction((before) => {
    const stage = document.querySelector<HTMLCanvasElement>('.replay-stage');
    if (!stage) return false;
    const [, , , alpha] = stage.getContext('2d')!.getImageData(0, 0, 1, 1).data;
    return alpha === 255 && stage.toDataURL() !== before;
  }, before);
}
