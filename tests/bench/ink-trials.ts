/**
 * The ink engine in the studio, in Chromium: opening, moving the view, drawing and erasing, at three sizes of drawing, at
 * full speed and with the processor slowed to a quarter. Its budgets are absolute, so it has a table of its own.
 */
import type { Browser, CDPSession, Page } from 'playwright';
import type { Stroke } from '../../src/core/drawing/types.ts';
import { startAppServer } from '../support/app-server.ts';
import { launchBrowser } from '../support/browser.ts';
import { realStrokes } from '../support/strokes.ts';
import { controlled } from '../support/worker.ts';
import { store } from './browser-trials.ts';
import { drawingOf } from './ink.ts';
import { type Bench, installBench, type Passage, type Turn } from './ink-page.ts';
import { columns } from './report.ts';
import { type Budget, type Figure, isWithin, median } from './trial.ts';

/** Room for what is drawn meanwhile: a full drawing takes no ink. */
const SIZES = [200, 5_000, 19_900] as const;
const [FEW, , MANY] = SIZES;
const THROTTLES = [1, 4] as const;
const RUNS = 3;
const VIEWPORT = { width: 1280, height: 800 };
/** Samples a second of the pen. */
const RATE = 240;
const MB = 1_000_000;

interface Measured {
  readonly strokes: number;
  readonly throttle: number;
  readonly picture: number;
  readonly sharp: number;
  /** Over paper that was not seen before. */
  readonly cold: Passage;
  /** Back over the same. */
  readonly pan: Passage;
  readonly zoom: Passage;
  readonly draw: Passage;
  readonly erase: Passage;
  /** MB of the page and its worker, with what both hold outside of their heaps. */
  readonly heap: number;
}

declare const bench: Bench;

/** The figures, and a table of all that was seen. */
export async function inkFigures(
  isWanted: (name: string) => boolean,
): Promise<{ figures: Figure[]; text: string }> {
  if (!isWanted('ink: open, pan, zoom, draw, erase')) return { figures: [], text: '' };
  const labels = SIZES.map((n) => drawingOf(n).label);
  const all: Measured[] = [];
  await using server = await startAppServer();
  const browser = await launchBrowser();
  try {
    for (let run = 0; run < RUNS; run++) {
      for (const strokes of run % 2 === 0 ? SIZES : SIZES.toReversed()) {
        console.error(`measuring ink: ${strokes} strokes, run ${run + 1} of ${RUNS}`);
        all.push(...(await measureSize(browser, server.url, strokes)));
      }
    }
  } finally {
    await browser.close();
  }
  return { figures: figuresOf(all), text: `${tableOf(all)}\n  ${labels.join('\n  ')}` };
}

async function measureSize(browser: Browser, url: string, strokes: number): Promise<Measured[]> {
  const context = await browser.newContext({ viewport: VIEWPORT });
  const page = await context.newPage();
  try {
    await page.addInitScript(installBench);
    await page.goto(url);
    await controlled(page);
    const api = await store(page, drawingOf(strokes).strokes);
    const path = api.replace('/api/v1', '');
    await prepare(page, url, path, api);
    const session = await context.newCDPSession(page);
    const measured: Measured[] = [];
    for (const throttle of THROTTLES) {
      await page.goto(url);
      await page.waitForSelector(`a[href="${path}"] img`);
      await session.send('Emulation.setCPUThrottlingRate', { rate: throttle });
      measured.push({ strokes, throttle, ...(await measureOne(page, session, browser, path)) });
      await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
      await restored(page);
    }
    return measured;
  } finally {
    await context.close();
  }
}

/** Opens the drawing once, so that it has a thumbnail and the studio's script is there. */
async function prepare(page: Page, url: string, path: string, api: string): Promise<void> {
  await page.goto(url + path);
  const hasThumb = () =>
    page.evaluate(async (api) => {
      const list = await (await fetch('/api/v1/drawings')).json();
      return list.drawings.some(
        ({ id, thumb }: { id: string; thumb: string }) => api.endsWith(id) && thumb !== '',
      );
    }, api);
  while (!(await hasThumb())) await page.waitForTimeout(500);
}

async function measureOne(page: Page, session: CDPSession, browser: Browser, path: string) {
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
  const draw = await passage(page, session, lines());
  await page.keyboard.press('e');
  const erase = await passage(page, session, [sweep()]);
  await page.keyboard.press('p');
  return { ...opening, heap, cold, pan, zoom, draw, erase };
}

/** Takes back what was drawn and erased, and waits until that is saved. */
async function restored(page: Page): Promise<void> {
  const undo = page.getByRole('button', { name: 'Undo', exact: true });
  while (await undo.isEnabled()) await undo.click();
  await page.getByText('Saved on this device').first().waitFor();
}

function repeat(times: number, turn: Turn): Turn[] {
  return Array.from({ length: times }, () => turn);
}

type Line = readonly (readonly [number, number])[];

/** Real strokes, moved into the view. */
function lines(): Line[] {
  return realStrokes(400)
    .filter(({ points }) => points.length >= 60)
    .slice(0, 16)
    .map(({ points }: Stroke) => {
      const [x, y] = points[0]!;
      const within = (v: number, from: number, to: number) => Math.min(to, Math.max(from, v));
      return points.map(
        ([px, py]) => [within(px - x + 600, 200, 1100), within(py - y + 380, 160, 620)] as const,
      );
    });
}

/** To and fro across the view. */
function sweep(): Line {
  return Array.from({ length: 240 }, (_, i) => [300 + i * 2.5, 380 + 160 * Math.sin(i / 14)] as const);
}

/** Draws the lines with a mouse that waits for no answer, as a device. */
async function passage(page: Page, session: CDPSession, all: readonly Line[]): Promise<Passage> {
  await page.evaluate(() => bench.watch());
  await page.waitForTimeout(100);
  for (const points of all) {
    const sent: Promise<unknown>[] = [];
    const send = (type: 'mousePressed' | 'mouseMoved' | 'mouseReleased', i: number) => {
      const [x, y] = points[i]!;
      const buttons = type === 'mouseReleased' ? 0 : 1;
      const event = { type, x, y, button: 'left', buttons, clickCount: 1, pointerType: 'mouse' } as const;
      sent.push(session.send('Input.dispatchMouseEvent', event));
    };
    const began = performance.now();
    send('mousePressed', 0);
    for (let i = 1; i < points.length; ) {
      const due = Math.floor(((performance.now() - began) * RATE) / 1000);
      for (; i < points.length && i <= due; i++) send('mouseMoved', i);
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    send('mouseReleased', points.length - 1);
    await Promise.all(sent);
  }
  return page.evaluate(() => bench.stop());
}

interface HeapUsage {
  readonly usedSize: number;
  readonly embedderHeapUsedSize?: number;
  readonly backingStorageSize?: number;
}

/** MB that the page and its worker use, after both were swept. */
async function heapOf(session: CDPSession, browser: Browser): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  let bytes = sum((await session.send('Runtime.getHeapUsage')) as HeapUsage);
  const whole = await browser.newBrowserCDPSession();
  const { targetInfos } = await whole.send('Target.getTargets', { filter: [{ type: 'worker' }] });
  for (const { targetId } of targetInfos) bytes += await workerHeap(whole, targetId);
  await whole.detach();
  return bytes / MB;
}

function sum({ usedSize, embedderHeapUsedSize = 0, backingStorageSize = 0 }: HeapUsage): number {
  return usedSize + embedderHeapUsedSize + backingStorageSize;
}

async function workerHeap(whole: CDPSession, targetId: string): Promise<number> {
  const { sessionId } = await whole.send('Target.attachToTarget', { targetId, flatten: false });
  const answers = new Map<number, (result: HeapUsage) => void>();
  whole.on('Target.receivedMessageFromTarget', ({ message }) => {
    const { id, result }: { id: number; result: HeapUsage } = JSON.parse(message);
    answers.get(id)?.(result);
  });
  const ask = (id: number, method: string) =>
    new Promise<HeapUsage>((resolve, reject) => {
      answers.set(id, resolve);
      whole
        .send('Target.sendMessageToTarget', { sessionId, message: JSON.stringify({ id, method }) })
        .catch(reject);
    });
  await ask(1, 'HeapProfiler.collectGarbage');
  return sum(await ask(2, 'Runtime.getHeapUsage'));
}

// What it comes to.

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? 0;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

/** One number of the runs of a size and a speed. */
function of(
  all: readonly Measured[],
  strokes: number,
  throttle: number,
  what: (one: Measured) => number,
): number {
  return median(all.filter((one) => one.strokes === strokes && one.throttle === throttle).map(what));
}

/** A frame of a display at 60 a second, and what a browser's clock rounds it up to. */
const ONE_FRAME = 17;
/** What no long task may interrupt. */
const HELD = ['cold', 'pan', 'zoom', 'draw'] as const;
const PASSAGES = ['cold', 'pan', 'zoom', 'draw', 'erase'] as const;

function figuresOf(all: readonly Measured[]): Figure[] {
  const figure = (what: string, subject: number, budget: Budget, unit = 'ms'): Figure => ({
    what: `ink: ${what}`,
    unit,
    subject,
    ratio: subject,
    budget,
    ok: isWithin(subject, budget),
    note: `ink: medians of ${RUNS} runs; 20,000 are ${MANY}, to leave room for what is drawn; ${VIEWPORT.width} x ${VIEWPORT.height}, ${RATE} samples a second over CDP, never waited for`,
  });
  const longest = (strokes: number) =>
    of(all, strokes, 1, (one) => Math.max(...HELD.map((name) => one[name].longest)));
  const cost = (name: 'draw' | 'erase' | 'pan' | 'zoom', strokes: number) =>
    of(all, strokes, 1, (one) => mean(one[name].work));
  return [
    figure(
      'opening 20,000, picture',
      of(all, MANY, 1, ({ picture }) => picture),
      { atMost: 100 },
    ),
    figure(
      'opening 20,000, sharp',
      of(all, MANY, 1, ({ sharp }) => sharp),
      { atMost: 1000 },
    ),
    figure(
      'pan at 20,000, warm, p95 frame',
      of(all, MANY, 1, ({ pan }) => percentile(pan.frames, 0.95)),
      { atMost: ONE_FRAME },
    ),
    figure(
      'zoom at 20,000, p95 frame',
      of(all, MANY, 1, ({ zoom }) => percentile(zoom.frames, 0.95)),
      { atMost: ONE_FRAME },
    ),
    ...SIZES.map((n) => figure(`longest task at ${n}, cold tiles too`, longest(n), { atMost: 50 })),
    figure(
      'work per move at 20,000, 4x slower, p99',
      of(all, MANY, 4, ({ draw }) => percentile(draw.work, 0.99)),
      { atMost: 1 },
    ),
    figure(
      'work per move, drawing, 20,000 against 200',
      cost('draw', MANY) / cost('draw', FEW),
      { atMost: 1.2 },
      'x',
    ),
    figure(
      'heap of page and worker at 20,000',
      of(all, MANY, 1, ({ heap }) => heap),
      { atMost: 74 },
      'MB',
    ),
  ];
}

/** Everything, 4x included, which has no budget. */
function tableOf(all: readonly Measured[]): string {
  const rows = SIZES.flatMap((strokes) =>
    THROTTLES.map((throttle) => {
      const one = (what: (measured: Measured) => number) => of(all, strokes, throttle, what).toFixed(1);
      const frames = (name: (typeof PASSAGES)[number]) =>
        `${one((m) => percentile(m[name].frames, 0.5))}/${one((m) => percentile(m[name].frames, 0.95))}/${one((m) => m[name].longest)}`;
      const work = (name: 'draw' | 'erase') =>
        `${of(all, strokes, throttle, (m) => mean(m[name].work)).toFixed(3)}/${one((m) => percentile(m[name].work, 0.99))}`;
      return [
        String(strokes),
        `${throttle}x`,
        one(({ picture }) => picture),
        one(({ sharp }) => sharp),
        ...PASSAGES.map(frames),
        work('draw'),
        work('erase'),
        one(({ draw }) => percentile(draw.latency, 0.95)),
        one(({ heap }) => heap),
      ];
    }),
  );
  const head = [
    'strokes',
    'cpu',
    'picture',
    'sharp',
    'pan cold',
    'pan',
    'zoom',
    'draw',
    'erase',
    'move draw',
    'move erase',
    'latency',
    'heap MB',
  ];
  const legend =
    '  ms; pan to erase: p50/p95 frame/longest task of 50 or more; move: mean/p99 work of the page; latency: p95 frames from event to the frame that shows it';
  return `${columns([head, ...rows])}\n${legend}`;
}
