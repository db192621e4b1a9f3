/**
 * How long a stroke takes from the lifted pen on one device to the ink on another, and on the page of a link. In real
 * pages on the real server, all on this machine: what a network adds is not in it.
 */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import type { Stroke } from '../../../src/core/drawing/types.ts';
import { apiOf } from '../../server/program.ts';
import { launchBrowser } from '../../support/browser.ts';
import { ask, controlled } from '../../support/worker.ts';
import { startServer } from '../processes.ts';
import { type Figure, median } from '../trial.ts';
import { inkBounds, whenInked, whenLifted } from './ink-times.ts';

const TOKEN = 'a-token-for-the-bench';
const STROKES = 50;
const COLUMNS = 10;
const BUDGET = { atMost: 1_000 };
const VIEWPORT = { width: 1280, height: 800 };
/** Where strokes go, in px of the paper and of a studio at its beginning: nothing floats over it. */
const AREA = { left: 200, top: 260, width: 880, height: 300 };
const LENGTH = 40;
/** Longest wait for a stroke, ms. */
const PATIENCE = 30_000;
const NOTE = `live: medians of ${STROKES} strokes of the mouse, from pointerup to ink on the canvas; two browser profiles with sync and a page of a link, all visible, and their server on one machine`;
const WHAT = {
  device: 'live: a stroke on one device stands on another',
  link: 'live: a stroke on one device stands on the page of a link',
};

export async function liveFigures(isWanted: (what: string) => boolean): Promise<Figure[]> {
  const wanted = Object.values(WHAT).filter(isWanted);
  if (wanted.length === 0) return [];
  console.error('measuring live strokes');
  const times = await measure();
  const figures = [figure(WHAT.device, times.device), figure(WHAT.link, times.link)];
  return figures.filter(({ what }) => wanted.includes(what));
}

function figure(what: string, times: readonly number[]): Figure {
  const middle = median(times);
  return {
    what,
    unit: 'ms',
    subject: middle,
    ratio: middle,
    spread: [Math.min(...times), Math.max(...times)],
    budget: BUDGET,
    ok: middle <= BUDGET.atMost,
    note: NOTE,
  };
}

interface Times {
  readonly device: readonly number[];
  readonly link: readonly number[];
}

async function measure(): Promise<Times> {
  const dir = mkdtempSync(join(tmpdir(), 'pleinair-bench-live-'));
  const server = await startServer(dir, { DRAW_TOKEN: TOKEN });
  const browser = await launchBrowser();
  try {
    return await timesOf(browser, `http://127.0.0.1:${server.port}`);
  } finally {
    await browser.close();
    await server.stop();
    rmSync(dir, { recursive: true, force: true });
  }
}

async function timesOf(browser: Browser, url: string): Promise<Times> {
  const [from, to] = [await openSynced(browser, url), await openSynced(browser, url)];
  const path = `/api/v1/drawings/${randomUUID()}`;
  // Its corners say how the page of a link shows the paper.
  const corners = [stroke(AREA.left, AREA.top), stroke(AREA.left + AREA.width, AREA.top + AREA.height)];
  const created = await ask(from, path, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json', 'If-None-Match': '*' },
    body: JSON.stringify({ title: 'Live', strokes: corners, thumb: '' }),
  });
  if (created.status !== 201) throw new Error(`PUT: ${created.status} ${created.text}`);
  const api = apiOf({ url, token: TOKEN });
  const isThere = async () => (await api('GET', path.slice('/api/v1'.length))).status === 200;
  await until('the drawing is on the server', isThere);
  await until('and on the other device', async () => (await ask(to, path, { method: 'GET' })).status === 200);
  const answer = await api('POST', `${path.slice('/api/v1'.length)}/shares`, { body: {} });
  const link: { url: string } = await answer.json();
  const viewer = await (await browser.newContext({ viewport: VIEWPORT })).newPage();
  const address = path.slice('/api/v1'.length);
  await from.goto(url + address);
  await to.goto(url + address);
  await viewer.goto(url + link.url);
  const bounds = await viewer.waitForFunction(inkBounds, undefined, { polling: 'raf', timeout: PATIENCE });
  const shown = (await bounds.jsonValue())!;

  /** Where the page of the link shows a place of the paper. */
  const onLink = ([x, y]: Place): Place => [
    shown.left + ((x - AREA.left) / (AREA.width + LENGTH)) * shown.width,
    shown.top + ((y - AREA.top) / AREA.height) * shown.height,
  ];
  const place = (n: number): Place => [
    AREA.left + LENGTH * 1.5 + (n % COLUMNS) * ((AREA.width - LENGTH * 2) / COLUMNS),
    AREA.top + 20 + Math.floor(n / COLUMNS) * ((AREA.height - 40) / ((STROKES + COLUMNS) / COLUMNS)),
  ];

  async function one(n: number): Promise<{ device: number; link: number }> {
    const [x, y] = place(n);
    const middle: Place = [x + LENGTH / 2, y];
    const [lifted, device, onPage] = [
      from.evaluate(whenLifted),
      to.evaluate(whenInked, { at: middle, patience: PATIENCE }),
      viewer.evaluate(whenInked, { at: onLink(middle), patience: PATIENCE }),
    ];
    await from.mouse.move(x, y);
    await from.mouse.down();
    await from.mouse.move(x + LENGTH, y, { steps: 5 });
    await from.mouse.up();
    const begun = await lifted;
    return { device: (await device) - begun, link: (await onPage) - begun };
  }

  // Until the streams are open, strokes come late: these warm everything up, too.
  let warm = 0;
  for (let fast = 0; fast < 3; warm += 1) {
    if (warm === COLUMNS) throw new Error('strokes do not come at once');
    const { device, link } = await one(warm);
    fast = Math.max(device, link) < 2_000 ? fast + 1 : 0;
  }
  const times = [];
  for (let n = 0; n < STROKES; n += 1) times.push(await one(COLUMNS + n));
  return { device: times.map(({ device }) => device), link: times.map(({ link }) => link) };
}

/** A place in CSS px. */
type Place = readonly [x: number, y: number];

/** A short line to the right. */
function stroke(x: number, y: number): Stroke {
  return {
    tool: 'pen',
    color: '#1f1b16',
    size: 4,
    points: [
      [x, y],
      [x + LENGTH, y],
    ],
  };
}

/** A page of its own profile, with sync turned on. */
async function openSynced(browser: Browser, url: string): Promise<Page> {
  const page = await (await browser.newContext({ viewport: VIEWPORT })).newPage();
  await page.goto(url);
  await controlled(page);
  const refused = await page.evaluate(
    (token) =>
      new Promise<unknown>((resolve) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = ({ data }) => resolve(data.trouble);
        navigator.serviceWorker.controller?.postMessage({ type: 'SYNC_TOKEN', token }, [port2]);
      }),
    TOKEN,
  );
  if (refused !== null) throw new Error(`sync was not turned on: ${JSON.stringify(refused)}`);
  return page;
}

/** Asks until the answer is one. */
async function until<T>(what: string, look: () => Promise<T | undefined | false>): Promise<T> {
  const end = performance.now() + PATIENCE;
  while (performance.now() < end) {
    const found = await look();
    if (found !== undefined && found !== false) return found;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`not in time: ${what}`);
}
