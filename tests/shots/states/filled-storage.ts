/**
 * Fills a browser's storage with the drawings of the pictures, through the app itself, at the times that they
 * name.
 */
import type { Browser, BrowserContext } from 'playwright';
import { shell } from '../../../src/app/words/en/shell.ts';
import { type Init, inlineModule } from '../../support/worker.ts';
import { openContext } from '../language.ts';
import { GALLERY, type Piece } from './drawings.ts';

const HOUR = 3_600_000;

/** The storage state of a Playwright context. */
export type Storage = Awaited<ReturnType<BrowserContext['storageState']>>;

/**
 * Stores every drawing through the API in the page, with the page's clock at the drawing's time, and opens it
 * in the studio, which makes its thumbnail.
 * @param url origin of the server
 */
export async function fillStorage(browser: Browser, url: string): Promise<Storage> {
  const context = await openContext(browser, { viewport: { width: 1200, height: 900 } });
  const page = await context.newPage();
  const module = await inlineModule(url);
  const now = Date.now();
  const ask = (path: string, init: Init = {}): Promise<{ readonly thumb?: string }> =>
    page.evaluate(
      async ([module, path, init]) => {
        const { answerInline } = await import(module);
        const response: Response = await answerInline(new Request(path, init));
        const text = await response.text();
        if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text}`);
        return text === '' ? {} : JSON.parse(text);
      },
      [module, path, init] as const,
    );
  const put = (path: string, body: unknown, condition: Readonly<Record<string, string>>) =>
    ask(path, {
      method: 'PUT',
      headers: { 'Content-Type': 'application/json', ...condition },
      body: JSON.stringify(body),
    });
  async function hang({ title, strokes, age, opened = true, trashed = false }: Piece): Promise<void> {
    const path = `/api/v1/drawings/${crypto.randomUUID()}`;
    await page.clock.setFixedTime(now - age * HOUR);
    await put(path, { title, strokes, thumb: '' }, { 'If-None-Match': '*' });
    if (opened) {
      await page.locator(`a[href="${path.slice('/api/v1'.length)}"]`).click();
      await page.locator('.canvas[aria-busy=false]').waitFor();
      await page.getByRole('link', { name: shell.drawings, exact: true }).click();
      await page.locator(`a[href="${path.slice('/api/v1'.length)}"] img`).waitFor();
    }
    if (trashed) await ask(path, { method: 'DELETE' });
  }
  // Before the app loads, because it uses the clock that it finds then.
  await page.clock.setFixedTime(now);
  await page.goto(`${url}/?transport=inline`);
  for (const piece of [...GALLERY].reverse()) await hang(piece);
  await page.goto(`${url}/settings?transport=inline`);
  await put('/api/v1/profile', { displayName: 'Mei Lin', avatarSeed: 'kallang' }, {});
  await page.goto('about:blank');
  const storage = await context.storageState({ indexedDB: true });
  await context.close();
  return storage;
}

/** The same storage at other origins. */
export function storageAt(storage: Storage, origins: readonly string[]): Storage {
  const [filled] = storage.origins;
  if (filled === undefined) throw new Error('The storage is empty.');
  return { cookies: [], origins: origins.map((origin) => ({ ...filled, origin })) };
}
