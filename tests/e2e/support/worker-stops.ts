/** A worker that may end at any moment, even during a request: a browser does that under memory pressure. */
import type { Page } from 'playwright/test';

/**
 * Returns a function that ends every worker at once. It does not wait for their end, so that requests come in
 * between.
 */
export async function workerStops(page: Page): Promise<() => Promise<void>> {
  const session = await page.context().newCDPSession(page);
  await session.send('ServiceWorker.enable');
  return async () => void (await session.send('ServiceWorker.stopAllWorkers'));
}

/**
 * Ends the workers over and over until `done`, each time after the next one has answered something.
 * @param done called with how often they were ended
 */
export async function stopAgainAndAgain(page: Page, done: (stops: number) => boolean): Promise<void> {
  const stop = await workerStops(page);
  for (let stops = 0; !done(stops); stops += 1) {
    await stop();
    await page.evaluate(async () => (await fetch('/health')).text());
  }
}
