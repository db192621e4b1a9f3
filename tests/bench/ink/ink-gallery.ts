/**
 * A gallery of a thousand drawings: the work of the page's main thread from the press to the frame that shows
 * it.
 */
import type { Browser } from 'playwright';
import { seedDrawings, seeds } from '../../e2e/support/gallery/many.ts';
import { controlled } from '../../support/worker.ts';
import { type TraceEvent, traced } from './ink-work.ts';

/** More than are visible at once. */
const FEW = 200;
const MANY = 1_000;
const TIMES = 9;

export interface GalleryWork {
  readonly drawings: number;
  /** ms of processor time, one for each time the gallery opened. */
  readonly work: readonly number[];
  /** Cards in the page. */
  readonly cards: number;
}

/** Measures a gallery, in the same browser and page size for every size of gallery. */
export async function galleryWork(
  browser: Browser,
  url: string,
  viewport: { readonly width: number; readonly height: number },
): Promise<{ readonly few: GalleryWork; readonly many: GalleryWork }> {
  return {
    few: await measure(browser, url, viewport, FEW),
    many: await measure(browser, url, viewport, MANY),
  };
}

async function measure(
  browser: Browser,
  url: string,
  viewport: { readonly width: number; readonly height: number },
  drawings: number,
): Promise<GalleryWork> {
  const context = await browser.newContext({ viewport, locale: 'en-SG' });
  try {
    const page = await context.newPage();
    await page.goto(`${url}/settings`);
    await controlled(page);
    await seedDrawings(page, seeds(drawings));
    await page.goto(url);
    await page.getByText(`${drawings.toLocaleString('en-SG')} drawings`, { exact: true }).waitFor();
    const work: number[] = [];
    for (let i = 0; i <= TIMES; i++) {
      await page.getByRole('link', { name: 'Settings' }).first().click();
      await page.getByRole('heading', { name: 'Settings' }).first().waitFor();
      const { events } = await traced(browser, CATEGORIES, () => page.evaluate(openGallery));
      // The first time warms up.
      if (i > 0) work.push(workBetween(events));
    }
    return { drawings, work, cards: await page.locator('ul.drawing-grid > li').count() };
  } finally {
    await context.close();
  }
}

const CATEGORIES = ['devtools.timeline', 'disabled-by-default-devtools.timeline', 'blink.user_timing'];

/**
 * Runs in the page. Presses the link in a frame of its own, and waits until the frame with the cards is drawn.
 */
async function openGallery(): Promise<void> {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const task = () => new Promise((resolve) => setTimeout(resolve));
  await frame();
  await task();
  performance.mark('gallery: pressed');
  document.querySelector<HTMLAnchorElement>('a[href="/"]')!.click();
  while (!document.querySelector('ul.drawing-grid > li')) await frame();
  await frame();
  performance.mark('gallery: shown');
}

/** ms of processor time of the tasks between the marks, including those that contain a mark. */
export function workBetween(events: readonly TraceEvent[]): number {
  const mark = (name: string) => events.find((event) => event.name === name);
  const [from, to] = [mark('gallery: pressed'), mark('gallery: shown')];
  if (!from || !to) throw new Error('The trace has no marks.');
  return events
    .filter(({ name, pid, tid }) => name === 'RunTask' && pid === from.pid && tid === from.tid)
    .filter(({ ts, dur = 0 }) => ts + dur >= from.ts && ts <= to.ts)
    .reduce((sum, { tdur, dur }) => sum + (tdur ?? dur ?? 0) / 1000, 0);
}
