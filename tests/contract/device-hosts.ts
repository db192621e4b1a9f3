/** The hosts on the device, in a real Chromium: the worker, and the application inline in the page. */
import type { Page } from 'playwright';
import { launchBrowser } from '../support/browser.ts';
import { controlled, inlineModule } from '../support/worker.ts';
import { startAirServer } from './air-ports.ts';
import type { RawResponse, Target, TestRequest } from './target.ts';

/** A page of the app, with its own browser and server. */
async function openPage(
  serviceWorkers: 'allow' | 'block',
): Promise<{ page: Page; url: string; close(): Promise<void> }> {
  // Requests that the device passes on all come from one address.
  const server = await startAirServer({ env: { RATE_LIMIT_PER_MINUTE: '100000' } });
  const browser = await launchBrowser();
  const context = await browser.newContext({ serviceWorkers });
  const page = await context.newPage();
  // Settings writes nothing by itself. The gallery would make missing thumbnails.
  await page.goto(`${server.url}/settings`);
  return {
    page,
    url: server.url,
    async close() {
      await browser.close();
      await server[Symbol.asyncDispose]();
    },
  };
}

/**
 * Sends from inside the page.
 * @param name the page's global function that responds
 */
function sendFrom(page: Page, name: 'fetch' | 'answerInline', sent: TestRequest): Promise<RawResponse> {
  const { body } = sent;
  const text = typeof body === 'string' ? body : undefined;
  // Text is passed to the browser as it is. Bytes would take a second for a few megabytes, and so would spaces.
  const length = text?.length ?? 0;
  let end = length;
  while (text?.[end - 1] === ' ') end -= 1;
  const encoded = body === undefined || text !== undefined ? undefined : Buffer.from(body).toString('base64');
  return page.evaluate(
    async ({ method, path, headers, text, length, encoded, name }) => {
      const content =
        encoded === undefined
          ? text?.padEnd(length)
          : Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0));
      const request = new Request(path, {
        method,
        headers,
        cache: 'no-store',
        ...(content === undefined ? {} : { body: content }),
      });
      const send: unknown = Reflect.get(globalThis, name);
      if (typeof send !== 'function') throw new Error(`the page has no ${name}`);
      const response: Response = await send(request);
      return {
        status: response.status,
        headers: Object.fromEntries(response.headers),
        text: await response.text(),
      };
    },
    {
      method: sent.method,
      path: sent.path,
      headers: { ...sent.headers },
      text: text?.slice(0, end),
      length,
      encoded,
      name,
    },
  );
}

async function workerTarget(): Promise<Target> {
  const { page, close } = await openPage('allow');
  await controlled(page);
  return {
    name: 'the worker in Chromium',
    mode: 'origin',
    token: undefined,
    send: (sent) => sendFrom(page, 'fetch', sent),
    close,
  };
}

async function inlineTarget(): Promise<Target> {
  const { page, url, close } = await openPage('block');
  // As text: the test runner would rewrite the import().
  await page.evaluate(
    `import('${await inlineModule(url)}').then((module) => { globalThis.answerInline = module.answerInline; })`,
  );
  return {
    name: 'the inline transport in the page',
    mode: 'origin',
    token: undefined,
    send: (sent) => sendFrom(page, 'answerInline', sent),
    close,
  };
}

export const deviceTargets: readonly { name: string; mode: Target['mode']; open: () => Promise<Target> }[] = [
  { name: 'the real worker in Chromium', mode: 'origin', open: workerTarget },
  { name: 'the inline transport in the page', mode: 'origin', open: inlineTarget },
];
