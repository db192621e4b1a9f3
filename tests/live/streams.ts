/** Reads streams of a server as a device does, over TCP. */
import { type ClientRequest, get, type IncomingMessage } from 'node:http';

export interface TestStream {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  /** The ids so far. */
  readonly ids: readonly string[];
  /** Everything so far. */
  text(): string;
  /** Resolves with the newest id once there are so many. */
  id(count: number): Promise<string>;
  /** Resolves when the server has ended it. */
  readonly ended: Promise<void>;
  close(): void;
}

/** @param path `/live?ticket=…` */
export function openStream(
  url: string,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<TestStream> {
  return new Promise((resolve, reject) => {
    const request: ClientRequest = get(`${url}${path}`, { headers, agent: false }, (response) => {
      let text = '';
      const waiting = new Set<() => void>();
      const ids = () => [...text.matchAll(/^id: (.*)$/gm)].map(([, id]) => id ?? '');
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        text += chunk;
        for (const look of waiting) look();
      });
      const ended = new Promise<void>((done) => {
        response.on('end', done);
        response.on('error', () => done());
        response.on('close', done);
      });
      resolve({
        status: response.statusCode ?? 0,
        headers: response.headers,
        get ids() {
          return ids();
        },
        text: () => text,
        id: (count) =>
          new Promise((found, failed) => {
            const look = () => {
              const all = ids();
              if (all.length < count) return;
              waiting.delete(look);
              found(all.at(-1) ?? '');
            };
            waiting.add(look);
            look();
            void ended.then(() => failed(new Error(`it ended with ${ids().length} ids: ${text}`)));
          }),
        ended,
        close: () => request.destroy(),
      });
    });
    request.on('error', reject);
  });
}

interface Origin {
  readonly url: string;
  readonly token: string;
}

/** A ticket of whoever has the token, or of whoever has a link. */
export async function newTicket({ url, token }: Origin, secret?: string): Promise<string> {
  const path = secret === undefined ? '/api/v1/live-tickets' : `/api/v1/shared/${secret}/live-tickets`;
  const headers: Record<string, string> = secret === undefined ? { Authorization: `Bearer ${token}` } : {};
  const response = await fetch(`${url}${path}`, { method: 'POST', headers });
  if (response.status !== 201) throw new Error(`no ticket: ${response.status} ${await response.text()}`);
  return ((await response.json()) as { ticket: string }).ticket;
}

/** Gets a ticket and opens its stream. */
export async function listen(origin: Origin, secret?: string): Promise<TestStream> {
  return openStream(origin.url, `/live?ticket=${await newTicket(origin, secret)}`);
}
