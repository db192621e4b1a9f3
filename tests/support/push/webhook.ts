/** For tests: a program on loopback that is told by a webhook. */
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface TestWebhook {
  readonly url: string;
  /** A status, a status with a Retry-After in seconds, nothing ever, or 100 MB. */
  answer: number | 'busy' | 'redirect' | 'hang' | 'huge';
  /** The bodies that were taken, in order. */
  readonly taken: unknown[];
  readonly headers: IncomingHttpHeaders[];
  /** Paths of all requests, whatever was answered. */
  readonly asked: string[];
  close(): Promise<void>;
}

export async function startWebhook(): Promise<TestWebhook> {
  async function answered(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    hook.asked.push(`${request.method} ${request.url}`);
    const { answer } = hook;
    if (answer === 'hang') return;
    if (answer === 'busy') {
      hook.answer = 204;
      response.writeHead(429, { 'Retry-After': '1' }).end();
      return;
    }
    if (answer === 'redirect') {
      response.writeHead(307, { Location: '/elsewhere' }).end();
      return;
    }
    if (answer === 'huge' || answer < 300) {
      hook.taken.push(JSON.parse(Buffer.concat(parts).toString('utf8')));
      hook.headers.push(request.headers);
    }
    if (answer !== 'huge') {
      response.writeHead(answer).end();
      return;
    }
    response.on('error', () => {});
    const megabyte = Buffer.alloc(2 ** 20, 'a');
    for (let sent = 0; sent < 100 && !response.destroyed; sent += 1) {
      if (!response.write(megabyte)) {
        await new Promise((resolve) => {
          response.once('drain', resolve);
          response.once('close', resolve);
        });
      }
    }
    response.end();
  }
  const server = createServer((request, response) => void answered(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const hook: TestWebhook = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/in?key=a-secret`,
    answer: 204,
    taken: [],
    headers: [],
    asked: [],
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return hook;
}
