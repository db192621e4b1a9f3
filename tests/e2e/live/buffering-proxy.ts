import { createServer, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A proxy that sends an answer only when it has all of it. */
export async function bufferingProxy(origin: string) {
  let held = 0;
  let open = 0;
  const server = createServer((incoming, outgoing) => {
    const isStream = incoming.url?.startsWith('/live?') === true;
    if (isStream) {
      held += 1;
      open += 1;
    }
    const onward = send(new URL(incoming.url ?? '/', origin), {
      method: incoming.method,
      headers: incoming.headers,
    });
    onward.on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => void chunks.push(chunk));
      response.on('end', () => {
        outgoing.writeHead(response.statusCode ?? 502, response.headers);
        outgoing.end(Buffer.concat(chunks));
      });
    });
    onward.on('error', () => outgoing.destroy());
    outgoing.on('close', () => {
      if (isStream) open -= 1;
      onward.destroy();
    });
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    held: () => held,
    open: () => open,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}
