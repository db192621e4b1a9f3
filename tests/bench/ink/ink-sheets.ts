/**
 * What lies under and over the ink: panning a drawing of eight layers, on a pattern or with a perspective, beside the
 * same strokes on one layer of plain paper.
 */
import { randomUUID } from 'node:crypto';
import type { Browser, Page } from 'playwright';
import { LAYERS_MAX } from '../../../src/core/drawing/limits.ts';
import { BASE } from '../../../src/core/drawing/members/layers.ts';
import type { Drawing, Layer, Stroke } from '../../../src/core/drawing/types.ts';
import { startAppServer } from '../../support/app-server.ts';
import { launchBrowser } from '../../support/browser.ts';
import { ask, controlled } from '../../support/worker.ts';
import { store } from '../browser/browser-trials.ts';
import type { Side, Trial } from '../trial.ts';
import { drawingOf } from './ink.ts';
import { type Bench, installBench, type Turn } from './ink-page.ts';

declare const bench: Bench;

const STROKES = 5_000;
/** To and fro in a run. */
const FRAMES = 40;
const PAPER = '#fffdf8';

/** The active layer, which is the base where nobody chose one, lies in the middle: three pictures in a cell. */
const LAYERS: readonly Layer[] = Array.from({ length: LAYERS_MAX }, (_, i) => {
  if (i === LAYERS_MAX / 2) return BASE;
  return { ...BASE, id: `l${i}`, opacity: 0.8, ...(i % 2 === 0 ? {} : { blend: 'multiply' as const }) };
});

/** What is set of the drawing of each side, beside its strokes. */
const SHEETS: Readonly<Record<string, Partial<Pick<Drawing, 'layers' | 'paper'>>>> = {
  plain: {},
  layers: { layers: LAYERS },
  pattern: { paper: { color: PAPER, pattern: 'isometric', step: 32 } },
  perspective: {
    paper: {
      color: PAPER,
      guide: [
        [-900, 300],
        [2_400, 300],
        [700, -2_000],
      ],
    },
  },
};

export const sheetsTrial: Trial = {
  name: 'ink: sheets',
  unit: 'ms',
  note: `ink: sheets: processor time of the browser without its main process for each frame of panning ${STROKES} strokes at about 100 %, warm, ${2 * FRAMES} frames a run`,
  // Layers are flattened before. A pattern and a perspective are a picture of the whole view more, which Chromium blends by
  // the processor where there is no graphics card. Both are only moved with the view, and drawn anew once in many frames.
  figures: [
    { what: `ink: sheets, pan, ${LAYERS_MAX} layers to 1`, subject: 'layers', atMost: 1.2 },
    { what: 'ink: sheets, pan, a pattern to none', subject: 'pattern', atMost: 1.9 },
    { what: 'ink: sheets, pan, a perspective to none', subject: 'perspective', atMost: 2 },
  ].map(({ atMost, ...figure }) => ({ ...figure, limit: 'plain', budget: { atMost } })),
  runs: 15,
  async open() {
    const server = await startAppServer();
    const browser = await launchBrowser();
    const sides: Record<string, Side> = {};
    for (const [name, members] of Object.entries(SHEETS))
      sides[name] = await pan(browser, server.url, members);
    return {
      sides,
      async close() {
        await browser.close();
        await server[Symbol.asyncDispose]();
      },
    };
  },
};

/** Opens a drawing with these members in a page of its own, and returns ms of processor time for each frame of a pan. */
async function pan(browser: Browser, url: string, members: (typeof SHEETS)[string]): Promise<Side> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await page.addInitScript(installBench);
  await page.goto(url);
  await controlled(page);
  const strokes = drawingOf(STROKES).strokes.map((stroke, i): Stroke => {
    const layer = members.layers?.[i % LAYERS_MAX]?.id ?? BASE.id;
    return layer === BASE.id ? stroke : { ...stroke, layer };
  });
  const api = await store(page, strokes);
  await change(page, api, members);
  await page.goto(url + api.replace('/api/v1', ''));
  await page.locator('[data-settled=true]').waitFor({ state: 'attached' });
  const wheel = (turns: readonly Turn[]) => page.evaluate((turns) => bench.wheel(turns), turns);
  await wheel(repeat(5, { dx: 0, dy: -100, zooming: true }));
  const session = await browser.newBrowserCDPSession();
  const worked = async () => {
    const { processInfo } = await session.send('SystemInfo.getProcessInfo');
    return processInfo.reduce((sum, { type, cpuTime }) => sum + (type === 'browser' ? 0 : cpuTime), 0);
  };
  return async () => {
    const before = await worked();
    await wheel([
      ...repeat(FRAMES, { dx: 18, dy: 9, zooming: false }),
      ...repeat(FRAMES, { dx: -18, dy: -9, zooming: false }),
    ]);
    return (1_000 * ((await worked()) - before)) / (2 * FRAMES);
  };
}

async function change(page: Page, api: string, members: (typeof SHEETS)[string]): Promise<void> {
  const operations = Object.entries(members).map(([name, value]) => ({
    op: 'replace',
    path: `/${name}`,
    value,
  }));
  if (operations.length === 0) return;
  const { headers: found } = await ask(page, api);
  const headers = {
    'Content-Type': 'application/json-patch+json',
    'If-Match': found.etag ?? '',
    'Idempotency-Key': randomUUID(),
  };
  const { status, text } = await ask(page, api, {
    method: 'PATCH',
    headers,
    body: JSON.stringify(operations),
  });
  if (status >= 300) throw new Error(`${api}: ${status} ${text}`);
}

function repeat(times: number, turn: Turn): Turn[] {
  return Array.from({ length: times }, () => turn);
}
