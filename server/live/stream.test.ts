import { once } from 'node:events';
import { createServer, get, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { type EventStream, openStream } from './stream.ts';

it('live: a reader that takes nothing is cut off before much waits for it', async () => {
  const server = createServer();
  const answered = new Promise<{ outgoing: ServerResponse; stream: EventStream }>((resolve) => {
    server.on('request', (_incoming, outgoing) => {
      resolve({ outgoing, stream: openStream(outgoing, 1000) });
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const request = get({ port: (server.address() as AddressInfo).port, agent: false });
  onTestFinished(() => {
    request.destroy();
    server.close();
  });
  const [response] = await once(request, 'response');
  response.pause();
  const { outgoing, stream } = await answered;
  let most = 0;
  let sent = 0;
  while (!outgoing.destroyed) {
    // The buffers of two sockets take some megabytes.
    expect(sent).toBeLessThan(2_000_000);
    stream.send(`epoch.${sent}`);
    sent += 1;
    most = Math.max(most, outgoing.writableLength);
    if (sent % 20 === 0) await new Promise(setImmediate);
  }
  expect(sent).toBeGreaterThan(1000);
  expect(most).toBeLessThan(16 * 1024);
});
