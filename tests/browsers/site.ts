/** The real server for one test, at an address that no other test has: so its browser storage is its own, too. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type AppServerOptions, startAppServer } from '../support/app-server.ts';
import { dist } from '../support/build.ts';
import { openTestProxy } from '../support/test-proxy.ts';
import type { Engine, EngineKind } from './engine.ts';
import { until } from './page.ts';
import { watch } from './watch.ts';

export interface Site extends AsyncDisposable {
  /** Origin without a trailing slash. */
  readonly url: string;
  /** `METHOD /path` of everything that the server was asked for. */
  readonly asked: readonly string[];
  /** Stops the server for good: nobody listens at the address any more. */
  stop(): Promise<void>;
}

/** Those that are open, or about to be. */
const sites = new Set<Promise<Site>>();

/** Starts a server; `env` as in `startAppServer`. */
export async function openSite(kind: EngineKind, env: AppServerOptions['env'] = {}): Promise<Site> {
  const opening = startSite(kind, env);
  sites.add(opening);
  const site = await opening;
  return {
    ...site,
    async [Symbol.asyncDispose]() {
      await site[Symbol.asyncDispose]();
      sites.delete(opening);
    },
  };
}

/** Ends what a test that was given up has left. */
export async function closeSites(): Promise<void> {
  await Promise.allSettled([...sites].map(async (site) => (await site)[Symbol.asyncDispose]()));
  sites.clear();
}

async function startSite(kind: EngineKind, env: AppServerOptions['env'] = {}): Promise<Site> {
  const server = await startAppServer({ env });
  const proxy = await openTestProxy(server.url);
  if (!kind.watches) proxy.change(appScript(), (body) => `(${String(watch)})();\n${body}`);
  return {
    url: proxy.url,
    asked: proxy.asked,
    async stop() {
      await proxy.down();
      await server.stop();
    },
    async [Symbol.asyncDispose]() {
      await proxy[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
    },
  };
}

/** Path of the script that index.html loads. */
function appScript(): string {
  const path = /<script\b[^>]*\bsrc="([^"]+)"/.exec(readFileSync(join(dist, 'index.html'), 'utf8'))?.[1];
  if (path === undefined) throw new Error('index.html names no script.');
  return path;
}

/** Opens an address of the app for the first time, and waits until the worker answers this page. */
export async function openApp(engine: Engine, url: string): Promise<void> {
  await engine.goto(url);
  await controlled(engine);
}

export async function controlled(engine: Engine): Promise<void> {
  await until('the worker is in control', () =>
    engine.run(() => navigator.serviceWorker.controller?.state === 'activated'),
  );
}
