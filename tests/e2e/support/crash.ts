/** A page that ends without warning, as when a tab runs out of memory. */
import type { Page } from 'playwright/test';

/** Crashes the renderer of the page, and opens another page in its place, by default at the same URL. */
export async function crash(page: Page, url = page.url()): Promise<Page> {
  const context = page.context();
  const crashed = new Promise((resolve) => page.once('crash', resolve));
  const session = await context.newCDPSession(page);
  // There is never a response: the process that would send it is gone.
  void session.send('Page.crash').catch(() => {});
  await crashed;
  const next = await context.newPage();
  await next.goto(url);
  return next;
}
