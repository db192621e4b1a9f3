/** For tests: servers on loopback in place of redirect hosts and marketplaces. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AllowedHosts, type FollowResult, followLink } from '../../server/catalogue/follow.ts';

export type Serve = (request: IncomingMessage, response: ServerResponse) => void;

export interface Shops {
  readonly port: number;
  readonly allowed: AllowedHosts;
  /** `METHOD host/path` of each request, in order. */
  readonly asked: string[];
  /** Headers of the last request. */
  headers: IncomingMessage['headers'];
  /** Responses by `host/path`; 404 for anything else. */
  readonly pages: Map<string, Serve>;
  /** Follows a link of a catalogue, `https://HOST/path`, on these servers. */
  follow(link: string, more?: Partial<Parameters<typeof followLink>[1]>): Promise<FollowResult>;
  close(): Promise<void>;
}

/** Names that lead to these servers, and the list that each is on. */
export const ALLOWED: AllowedHosts = {
  redirect: ['go.example', 'hop.example'],
  marketplace: ['market.example', 'www.market.example'],
};

export async function openShops(): Promise<Shops> {
  const pages = new Map<string, Serve>();
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const host = (request.headers.host ?? '').replace(/:\d+$/, '');
    asked.push(`${request.method} ${host}${request.url}`);
    shops.headers = request.headers;
    const serve = pages.get(`${host}${request.url}`);
    if (serve === undefined) response.writeHead(404).end();
    else serve(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const shops: Shops = {
    port,
    allowed: ALLOWED,
    asked,
    headers: {},
    pages,
    follow: (link, more = {}) =>
      followLink(link.replace(/^https:\/\/([^/:]+)/, `http://$1:${port}`), {
        allowed: ALLOWED,
        loopback: true,
        resolve: async () => [{ address: '127.0.0.1', family: 4 }],
        ...more,
      }),
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
  return shops;
}

/** A redirect to `https://HOST/path`, on the same servers. */
export function redirect(to: string, status = 302): Serve {
  return (request, response) => {
    const port = request.socket.localPort;
    response
      .writeHead(status, { location: to.replace(/^https:\/\/([^/:@]+)\//, `http://$1:${port}/`) })
      .end();
  };
}

export function page(status = 200): Serve {
  return (_request, response) => void response.writeHead(status).end();
}
