/** The upper limit for a worker in this browser: one that responds with constants, at an origin of its own. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface BareWorker {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Serves a page with a service worker. It responds to `/drawing` with `length` bytes, to `/stroke` with as many
 * bytes as a PATCH response once the whole request has arrived, and to `/health` as the product does. It reads
 * nothing of a request but the address.
 */
export async function openBareWorker(length: number, patchResponse: string): Promise<BareWorker> {
  // Fetched on first use: in the script itself, so many bytes would slow the worker down.
  const script = `
    const type = { headers: { 'Content-Type': 'application/json' } };
    let drawing;
    async function stroke(request) {
      await request.arrayBuffer();
      return new Response(${JSON.stringify(patchResponse)}, type);
    }
    addEventListener('install', () => skipWaiting());
    addEventListener('activate', (event) => event.waitUntil(clients.claim()));
    addEventListener('fetch', (event) => {
      const { url } = event.request;
      if (url.endsWith('/health')) event.respondWith(new Response('{"ok":true}', type));
      else if (url.endsWith('/stroke')) event.respondWith(stroke(event.request));
      else if (url.endsWith('/drawing')) {
        drawing ??= 'x'.repeat(${length});
        event.respondWith(new Response(drawing, type));
      }
    });`;
  const page = `<!doctype html><title>bare</title><script src="/page.js"></script>`;
  const files = new Map([
    ['/', ['text/html', page]],
    ['/page.js', ['text/javascript', `navigator.serviceWorker.register('/worker.js')`]],
    ['/worker.js', ['text/javascript', script]],
  ]);
  const server = createServer((request, response) => {
    const [type = '', body = ''] = files.get(request.url ?? '') ?? [];
    response.writeHead(body === '' ? 404 : 200, { 'Content-Type': type }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
