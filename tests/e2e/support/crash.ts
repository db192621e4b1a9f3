/** A page that ends without a word, as when a tab runs out of memory. */
import type { Page } from 'playwright/test';

/** Crashes the renderer of the page, and opens another one in its place, at the same address or another. */
export async function crash(page: Page, url = page.url()): Promise<Page> {
  const context = page.context();
  const crashed = new Promise((resolve) => page.once('crash', resolve));
  const session = await context.newCDPSession(page);
  // It never answers: what would answer is gone.
  void session.send('Page.crash').catch(() => {});
  await crashed;
  const next = await context.newPage();
  await next.goto(url);
  return next;
}
