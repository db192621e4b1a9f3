import { once } from 'node:events';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { launchBrowser } from '../../../tests/support/browser.ts';
import { bundle } from '../../../tests/support/bundle.ts';

const HTML = `<!doctype html><title>Sync</title>
  <script type="module">import * as inPage from '/bundle.js'; window.inPage = inPage;</script>`;

it('sync works over IndexedDB', async () => {
  const code = await bundle(join(import.meta.dirname, '../../../tests/support/sync/sync-page.ts'));
  const server = createServer((request, response) => {
    const isScript = request.url === '/bundle.js';
    response.setHeader('Content-Type', isScript ? 'text/javascript' : 'text/html');
    response.end(isScript ? code : HTML);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const browser = await launchBrowser();
  try {
    const page = await (await browser.newContext()).newPage();
    await page.goto(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`);
    await page.waitForFunction(() => 'inPage' in window);
    const outcome = await page.evaluate(() => Reflect.get(window, 'inPage').throughEverything());
    expect(outcome).toEqual({
      equal: true,
      titles: ['Here', 'Large', 'Large (kept copy)', 'Trashed'],
      notices: ['kept_both', 'kept_copy', 'title'],
    });
  } finally {
    await browser.close();
    server.close();
  }
}, 120_000);
