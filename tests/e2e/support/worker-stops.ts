/** A worker that ends at any moment, also in the middle of a request: a browser does that under pressure. */
import type { Page } from 'playwright/test';

/** Answers how to end every worker at once. It does not wait for their end, so that requests come in between. */
export async function workerStops(page: Page): Promise<() => Promise<void>> {
  const session = await page.context().newCDPSession(page);
  await session.send('ServiceWorker.enable');
  return async () => void (await session.send('ServiceWorker.stopAllWorkers'));
}

/**
 * Ends the workers over and over until `done`, each time after the next one has answered something.
 * @param done told how often they were ended
 */
export async function stopAgainAndAgain(page: Page, done: (stops: number) => boolean): Promise<void> {
  const stop = await workerStops(page);
  for (let stops = 0; !done(stops); stops += 1) {
    await stop();
    await page.evaluate(async () => (await fetch('/health')).text());
  }
}
