/** The real server for one test, at an address of its own, so that its browser storage is its own too. */
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
  /** `METHOD /path` of each request to the server. */
  readonly asked: readonly string[];
  /** Stops the server for good: nobody listens at the address any more. */
  stop(): Promise<void>;
}

/** Sites that are open, or being opened. */
const sites = new Set<Promise<Site>>();

export interface SiteOptions {
  /** As in `startAppServer`. */
  readonly env?: AppServerOptions['env'];
  /** Runs in each page before the app, and uses nothing from outside. */
  readonly first?: () => void;
}

/** Starts a server. */
export async function openSite(kind: EngineKind, options: SiteOptions = {}): Promise<Site> {
  const opening = startSite(kind, options);
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

/** Closes what a test left behind when it was given up. */
export async function closeSites(): Promise<void> {
  await Promise.allSettled([...sites].map(async (site) => (await site)[Symbol.asyncDispose]()));
  sites.clear();
}

async function startSite(kind: EngineKind, { env = {}, first }: SiteOptions): Promise<Site> {
  const server = await startAppServer({ env });
  const proxy = await openTestProxy(server.url);
  const before = [!kind.watches && watch, first].filter((one) => one !== false && one !== undefined);
  if (before.length > 0) {
    const begins = before.map((one) => `(${String(one)})();\n`).join('');
    proxy.change(firstScript(), (body) => begins + body);
  }
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

/** Path of the first script that index.html loads: it shows kept views. */
function firstScript(): string {
  const path = /<script\b[^>]*\bsrc="([^"]+)"/.exec(readFileSync(join(dist, 'index.html'), 'utf8'))?.[1];
  if (path === undefined) throw new Error('index.html names no script.');
  return path;
}

/** Opens the app for the first time, and waits until the worker controls this page. */
export async function openApp(engine: Engine, url: string): Promise<void> {
  await engine.goto(url);
  await controlled(engine);
}

export async function controlled(engine: Engine): Promise<void> {
  await until('the worker is in control', () =>
    engine.run(() => navigator.serviceWorker.controller?.state === 'activated'),
  );
}
