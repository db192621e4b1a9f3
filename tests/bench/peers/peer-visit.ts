/** One visit of a page that shows the strokes, from outside: by screenshots, a mouse, and the process's memory. */
import { existsSync, readFileSync } from 'node:fs';
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright';
import { drawLine, lines } from '../ink/ink-device.ts';
import { percentile } from '../ink/ink-report.ts';

export interface Visit {
  /** ms from the start of the navigation until the picture no longer changes, screenshots running. */
  readonly open: number;
  /** p95 of the ms between frames. */
  readonly pan: number;
  readonly zoom: number;
  readonly draw: number;
  /** MB of the page's process after all that, shared memory by its share; undefined where the system does not say. */
  readonly memory?: number;
}

/** The middle of the window, clear of everybody's tools, CSS px. */
const CLIP = { x: 220, y: 140, width: 840, height: 480, scale: 1 };
const MIDDLE = { x: CLIP.x + CLIP.width / 2, y: CLIP.y + CLIP.height / 2 };
/** A picture that has been the same for so long no longer changes, ms. */
const STILL = 3_000;
/** A picture with fewer bytes is a page that has not shown the drawing yet. */
const DRAWN_BYTES = 60_000;
const OPEN_MAX = 120_000;
/** Time between wheel events, ms. */
const WHEEL_EVERY = 1000 / 60;
/** The bit of Control in the browser's protocol. */
const CONTROL = 2;

interface Turn {
  readonly dx: number;
  readonly dy: number;
  readonly zooming?: boolean;
}

declare global {
  /** Runs in the page: ms between its frames. */
  var frameTimes: { start(): void; stop(): number[] };
}

/** Opens the address in a new page until its picture no longer changes: scripts are cached then, and strokes stored. */
export async function firstVisit(context: BrowserContext, url: string): Promise<void> {
  const page = await context.newPage();
  await page.goto(url, { waitUntil: 'commit' });
  await settled(await context.newCDPSession(page), DRAWN_BYTES);
  await page.close();
}

/** Opens the address in a new page and does everything once. Throws if the page does not react to its input. */
export async function visit(browser: Browser, context: BrowserContext, url: string): Promise<Visit> {
  const page = await context.newPage();
  try {
    await page.addInitScript(noteFrames);
    const session = await context.newCDPSession(page);
    const began = performance.now();
    await page.goto(url, { waitUntil: 'commit' });
    const open = (await settled(session, DRAWN_BYTES)) - began;
    const turn = (turns: readonly Turn[]) => () => wheel(session, turns);
    const pan = await framesOf(page, session, turn(repeat(60, { dx: 4, dy: 2 })));
    await framesOf(page, session, turn(repeat(60, { dx: -4, dy: -2 })), false);
    const into = repeat(15, { dx: 0, dy: -40, zooming: true });
    const out = repeat(15, { dx: 0, dy: 40, zooming: true });
    const zoom = [
      ...(await framesOf(page, session, turn(into))),
      ...(await framesOf(page, session, turn(out))),
    ];
    const draw = await framesOf(page, session, async () => {
      for (const line of lines()) await drawLine(session, line);
    });
    const p95 = (frames: readonly number[]) => percentile(frames, 0.95);
    return {
      open,
      pan: p95(pan),
      zoom: p95(zoom),
      draw: p95(draw),
      ...(await largestRenderer(browser)),
    };
  } finally {
    await page.close();
  }
}

/**
 * Waits until the picture no longer changes. Resolves with the time at which it was first like that.
 * @param least bytes of a picture that counts
 */
async function settled(session: CDPSession, least = 0): Promise<number> {
  const began = performance.now();
  let [last, since] = ['', began];
  for (;;) {
    const picture = await screenshot(session);
    const now = performance.now();
    if (picture !== last) [last, since] = [picture, now];
    const bytes = (last.length * 3) / 4;
    if (now - since > STILL && bytes > least) return since;
    if (now - began > OPEN_MAX) throw new Error(`The page showed nothing: its picture has ${bytes} bytes.`);
  }
}

async function screenshot(session: CDPSession): Promise<string> {
  for (;;) {
    const picture = session.send('Page.captureScreenshot', {
      format: 'png',
      clip: CLIP,
      optimizeForSpeed: true,
    });
    // The browser has none between two pages.
    const data = await picture.then(({ data }) => data).catch(() => undefined);
    if (data !== undefined) return data;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** The ms between frames while something is done, and until the page has taken all of it. */
async function framesOf(
  page: Page,
  session: CDPSession,
  act: () => Promise<void>,
  mustChange = true,
): Promise<readonly number[]> {
  const before = await screenshot(session);
  await page.evaluate(() => globalThis.frameTimes.start());
  await act();
  const frames = await page.evaluate(() => globalThis.frameTimes.stop());
  await settled(session);
  if (mustChange && (await screenshot(session)) === before) throw new Error('The page did not react.');
  return frames;
}

/** Turns the wheel at the rate of a display, without waiting for responses. */
async function wheel(session: CDPSession, turns: readonly Turn[]): Promise<void> {
  const began = performance.now();
  const sent: Promise<unknown>[] = [];
  for (const [i, { dx, dy, zooming }] of turns.entries()) {
    while (performance.now() - began < i * WHEEL_EVERY)
      await new Promise((resolve) => setTimeout(resolve, 1));
    sent.push(
      session.send('Input.dispatchMouseEvent', {
        type: 'mouseWheel',
        ...MIDDLE,
        deltaX: dx,
        deltaY: dy,
        modifiers: zooming ? CONTROL : 0,
      }),
    );
  }
  await Promise.all(sent);
}

function repeat(times: number, turn: Turn): Turn[] {
  return Array.from({ length: times }, () => turn);
}

/** MB of the largest page of the browser. */
async function largestRenderer(browser: Browser): Promise<Pick<Visit, 'memory'>> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  const sizes = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => megabytesOf(id));
  const known = sizes.filter((size) => size !== undefined);
  return known.length > 0 ? { memory: Math.max(...known) } : {};
}

/** Linux: memory of a process, with its share of what it shares. */
function megabytesOf(pid: number): number | undefined {
  const file = `/proc/${pid}/smaps_rollup`;
  if (!existsSync(file)) return undefined;
  const kilobytes = /^Pss:\s+(\d+) kB/m.exec(readFileSync(file, 'utf8'))?.[1];
  return kilobytes === undefined ? undefined : Number(kilobytes) / 1000;
}

/** Sent to the page as text, so it uses nothing from outside. */
function noteFrames(): void {
  let [times, isOn]: [number[], boolean] = [[], false];
  const look = (last: number) => (now: number) => {
    if (!isOn) return;
    times.push(now - last);
    requestAnimationFrame(look(now));
  };
  globalThis.frameTimes = {
    start() {
      [times, isOn] = [[], true];
      requestAnimationFrame(look(performance.now()));
    },
    stop() {
      isOn = false;
      return times;
    },
  };
}
