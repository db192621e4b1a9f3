/**
 * Opening a drawing by its address, as from a bookmark or after a reload: from the start of the navigation until its
 * picture stands, is sharp, and takes ink. Compared with a blank page of the same browser, because most of that time
 * is the browser's own.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BrowserContext } from 'playwright';
import { median } from '../trial.ts';

const RUNS = 5;

export interface ColdOpening {
  /** ms until something of the drawing is shown. */
  readonly picture: number;
  /** Everything visible is sharp, be it the pixels of the last time. */
  readonly sharp: number;
  /** A stroke is taken. */
  readonly ink: number;
  /** All is drawn anew, and one can erase and undo too. */
  readonly ready: number;
  /** ms until the second frame of a blank page. */
  readonly blank: number;
}

declare global {
  /** ms since the navigation began, each noted once. */
  var noted: Partial<Record<'picture' | 'sharp' | 'ink' | 'ready' | 'second', number>>;
}

/** Medians of each, over pages that take turns. */
export async function coldOpening(
  context: BrowserContext,
  address: string,
  throttle: number,
): Promise<ColdOpening> {
  const blanks = createServer((_, response) => {
    response.setHeader('Content-Type', 'text/html');
    response.end('<!doctype html><title>Blank</title><p>Blank</p>');
  });
  await new Promise<void>((resolve) => blanks.listen(0, '127.0.0.1', resolve));
  try {
    const { port } = blanks.address() as AddressInfo;
    const all: ColdOpening[] = [];
    for (let run = 0; run <= RUNS; run++) {
      const { second = 0 } = await opened(context, `http://127.0.0.1:${port}/`, ['second'], throttle);
      const {
        picture = 0,
        sharp = 0,
        ink = 0,
        ready = 0,
      } = await opened(context, address, ['picture', 'sharp', 'ink', 'ready'], throttle);
      // The first warms up.
      if (run > 0) all.push({ picture, sharp, ink, ready, blank: second });
    }
    const of = (what: (one: ColdOpening) => number) => median(all.map(what));
    return {
      picture: of(({ picture }) => picture),
      sharp: of(({ sharp }) => sharp),
      ink: of(({ ink }) => ink),
      ready: of(({ ready }) => ready),
      blank: of(({ blank }) => blank),
    };
  } finally {
    blanks.closeAllConnections();
    blanks.close();
  }
}

/** Opens an address in a new page and waits until all of this is noted. */
async function opened(
  context: BrowserContext,
  address: string,
  names: readonly (keyof typeof noted)[],
  throttle: number,
): Promise<typeof noted> {
  const page = await context.newPage();
  try {
    await page.addInitScript(noteFrames);
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: throttle });
    await page.goto(address, { waitUntil: 'commit' });
    await page.waitForFunction((names) => names.every((name) => globalThis.noted[name] !== undefined), names);
    return await page.evaluate(() => globalThis.noted);
  } finally {
    await page.close();
  }
}

/** Runs in the page from its start. It is sent as text, so it uses nothing from outside. */
function noteFrames(): void {
  globalThis.noted = {};
  let frames = 0;
  const note = (name: keyof typeof noted, is: boolean) => {
    if (is) globalThis.noted[name] ??= performance.now();
  };
  const look = () => {
    frames += 1;
    note('second', frames === 2);
    const canvas = document.querySelector<HTMLElement>('[aria-label="Drawing canvas"]');
    const settled = canvas?.querySelector<HTMLElement>('[data-settled]')?.dataset.settled === 'true';
    const isOpen = canvas?.getAttribute('aria-busy') === 'false';
    const stands = (picture: string) => document.querySelector(picture) !== null;
    note('sharp', settled || stands('.kept-view, [data-stands-in=true]'));
    note('picture', globalThis.noted.sharp !== undefined || stands('.canvas-picture.placed'));
    note('ink', canvas !== null);
    note('ready', settled && isOpen);
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
