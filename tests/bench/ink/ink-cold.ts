/**
 * Opening a drawing by its address, as from a bookmark or after a reload: from the start of the navigation until its
 * picture stands, is sharp, and takes ink. Compared with a blank page of the same browser, because most of that time
 * is the browser's own.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BrowserContext } from 'playwright';
import { median } from '../trial.ts';

const RUNS = 15;
/** For the figures. */
export const COLD_NOTE = `opening by address: medians of ${RUNS} openings, each in a tab that showed another site; 1280 x 800`;

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

/**
 * What the tab shows before: a page of another site, as when a person follows a bookmark or a link, or nothing yet. In an
 * empty tab a blank page goes on in the process that is there. A drawing gets another one, since the app asks for it
 * by `Cross-Origin-Opener-Policy`, and the browser finds out only from the response.
 */
export type Before = 'another site' | 'nothing';

type Moment = 'picture' | 'sharp' | 'ink' | 'ready' | 'second';

declare global {
  /** ms since the navigation began, each noted once. */
  var noted: Partial<Record<Moment, number>>;
  /** Gives `noted` to the bench. */
  var tellBench: ((noted: string) => void) | undefined;
}

/** Medians of each, over pages that take turns. */
export async function coldOpening(
  context: BrowserContext,
  address: string,
  throttle: number,
  before: Before,
): Promise<ColdOpening> {
  const blanks = createServer((_, response) => {
    response.setHeader('Content-Type', 'text/html');
    response.end('<!doctype html><title>Blank</title><p>Blank</p>');
  });
  await new Promise<void>((resolve) => blanks.listen(0, '127.0.0.1', resolve));
  try {
    const { port } = blanks.address() as AddressInfo;
    const from = before === 'nothing' ? undefined : `http://localhost:${port}/`;
    const all: ColdOpening[] = [];
    for (let run = 0; run <= RUNS; run++) {
      const blank = await opened(context, from, `http://127.0.0.1:${port}/`, ['second'], throttle);
      const moments = ['picture', 'sharp', 'ink', 'ready'] as const;
      const drawing = await opened(context, from, address, moments, throttle);
      // The first warms up.
      if (run > 0) all.push({ ...drawing, blank: blank.second });
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

/**
 * Opens an address in a new page and waits until all of this is noted.
 * @param from address of the page before; undefined for none
 */
async function opened<Name extends Moment>(
  context: BrowserContext,
  from: string | undefined,
  address: string,
  names: readonly Name[],
  throttle: number,
): Promise<Record<Name, number>> {
  const page = await context.newPage();
  try {
    if (from) await page.goto(from);
    await page.addInitScript(noteFrames, names);
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: throttle });
    await session.send('Runtime.enable');
    // The page tells by itself: asking it would run a script of the tool, which took 15 ms of the opening.
    await session.send('Runtime.addBinding', { name: 'tellBench' });
    const told = new Promise<Record<Name, number>>((resolve) => {
      session.once('Runtime.bindingCalled', ({ payload }) => resolve(JSON.parse(payload)));
    });
    await session.send('Page.navigate', { url: address });
    return await told;
  } finally {
    await page.close();
  }
}

/** Runs in the page from its start. It is sent as text, so it uses nothing from outside. */
function noteFrames(names: readonly Moment[]): void {
  globalThis.noted = {};
  let frames = 0;
  const note = (name: Moment, is: boolean) => {
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
    if (names.every((name) => globalThis.noted[name] !== undefined))
      globalThis.tellBench?.(JSON.stringify(globalThis.noted));
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
