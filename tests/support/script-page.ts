/** A page with one script, at an address of its own, for any browser. */
import { createServer } from 'node:http';
import { bundle } from './bundle.ts';

export interface ScriptPage extends AsyncDisposable {
  readonly url: string;
}

/** Clocks of pages are only fine where no other site's page can be beside them. */
const ISOLATED = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

/** Bundles a module, and serves the page until it is disposed of. */
export async function scriptPage(entry: string, title: string): Promise<ScriptPage> {
  const script = await bundle(entry);
  const page = `<!doctype html><meta charset="utf-8"><title>${title}</title><script type="module" src="/script.js"></script>`;
  const server = createServer(({ url }, response) => {
    const isScript = url === '/script.js';
    response
      .writeHead(200, { ...ISOLATED, 'Content-Type': isScript ? 'text/javascript' : 'text/html' })
      .end(isScript ? script : page);
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
