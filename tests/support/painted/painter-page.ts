/** A page that paints the golden pictures, at an address of its own, for any browser. */
import { createServer } from 'node:http';
import { join } from 'node:path';
import { root } from '../../../server/bin/bootstrap.js';
import { bundle } from '../bundle.ts';

const PAGE =
  '<!doctype html><meta charset="utf-8"><title>Painter</title><script type="module" src="/painter.js"></script>';

declare global {
  /** Set once the page is ready. */
  var goldenDigests: (() => Record<string, string>) | undefined;
  var wetDifferences: (() => Record<string, number>) | undefined;
}

export interface PainterPage extends AsyncDisposable {
  readonly url: string;
}

/** Serves the page until it is disposed of. */
export async function painterPage(): Promise<PainterPage> {
  const script = await bundle(join(root, 'tests/support/painted/in-page.ts'));
  const server = createServer(({ url }, response) => {
    const isScript = url === '/painter.js';
    response
      .setHeader('Content-Type', isScript ? 'text/javascript' : 'text/html')
      .end(isScript ? script : PAGE);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return {
    url: `http://127.0.0.1:${address.port}/`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The digests, once the page is ready. Runs in the page. */
export async function digestsInPage(): Promise<Record<string, string>> {
  while (globalThis.goldenDigests === undefined)
    await new Promise((resolve) => requestAnimationFrame(resolve));
  return globalThis.goldenDigests();
}

/** How the strokes being drawn differ from the finished ones, in bytes, once the page is ready. Runs in the page. */
export async function differencesInPage(): Promise<Record<string, number>> {
  while (globalThis.wetDifferences === undefined)
    await new Promise((resolve) => requestAnimationFrame(resolve));
  return globalThis.wetDifferences();
}
