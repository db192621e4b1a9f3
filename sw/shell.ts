/** The app's files, kept on the device: those of this build, and those that pages of the build before still need. */

/** An entry of the list that the build writes into the worker. */
export interface ShellFile {
  /** Relative to the origin's root. */
  readonly url: string;
  /** Hash of the content; null where the name itself holds one. */
  readonly revision: string | null;
}

export interface Shell {
  /** Fetches and keeps every file that is not kept yet; rejects when one cannot be had. */
  install(): Promise<void>;
  /** Forgets the files of builds older than the one before. */
  forgetOldBuilds(): Promise<void>;
  /** Is this request for a file of the app, or for an address that the app shows? */
  has(request: Request, url: URL): boolean;
  /** The kept file; from the network when the browser has thrown it away. */
  answer(request: Request, url: URL): Promise<Response>;
  /** Text of a kept file of this build, or undefined. */
  text(path: string): Promise<string | undefined>;
}

const INDEX = '/index.html';
const ASSETS = '/assets/';
const CACHE = 'shell';
/** Under this key stands which files belong to the active build, for the next one to know. */
const ACTIVE_BUILD = '/active-build';

/** @param files what the build says belongs to it; empty while developing */
export function createShell(files: readonly ShellFile[]): Shell {
  /** From a file's path to its key in the cache, where two builds have an index.html each. */
  const keys = new Map(files.map(({ url, revision }) => [`/${url}`, keyOf(url, revision)]));

  async function kept(path: string): Promise<Response | undefined> {
    const cache = await caches.open(CACHE);
    return cache.match(keys.get(path) ?? path, { ignoreVary: true });
  }

  return {
    async install() {
      const cache = await caches.open(CACHE);
      const present = new Set((await cache.keys()).map(({ url }) => url));
      const missing = files.filter(({ url, revision }) => !present.has(absolute(keyOf(url, revision))));
      await Promise.all(
        missing.map(async ({ url, revision }) => {
          // An unhashed file may be an old one in the HTTP cache: mixed builds would then stay.
          const response = await fetch(`/${url}`, { cache: revision === null ? 'default' : 'reload' });
          if (!response.ok) throw new Error(`/${url} of the app cannot be had: status ${response.status}`);
          await cache.put(keyOf(url, revision), await withoutRedirect(response));
        }),
      );
    },

    async forgetOldBuilds() {
      const cache = await caches.open(CACHE);
      const before: unknown = await (await cache.match(ACTIVE_BUILD))?.json();
      const wanted = new Set([ACTIVE_BUILD, ...keys.values()].map(absolute));
      if (Array.isArray(before)) for (const key of before) wanted.add(absolute(String(key)));
      for (const request of await cache.keys()) {
        if (!wanted.has(request.url)) await cache.delete(request);
      }
      await cache.put(ACTIVE_BUILD, new Response(JSON.stringify([...keys.values()])));
    },

    has(request, { pathname }) {
      if (request.method !== 'GET' || keys.size === 0) return false;
      return keys.has(pathname) || pathname.startsWith(ASSETS) || isAppAddress(request, pathname);
    },

    async answer(request, { pathname }) {
      const path = isAppAddress(request, pathname) ? INDEX : pathname;
      return (await kept(path)) ?? fetch(request);
    },

    async text(path) {
      return (await kept(path))?.text();
    },
  };
}

function keyOf(url: string, revision: string | null): string {
  return revision === null ? `/${url}` : `/${url}?revision=${revision}`;
}

function absolute(key: string): string {
  return new URL(key, location.origin).href;
}

/** A navigation to an address without a file ending: all of those show the app, which knows which are its own. */
function isAppAddress(request: Request, path: string): boolean {
  return request.mode === 'navigate' && !/\.[^/]+$/.test(path);
}

/** Browsers refuse a navigation answered by a response that was redirected, as some hosts do with index.html. */
async function withoutRedirect(response: Response): Promise<Response> {
  if (!response.redirected) return response;
  return new Response(await response.blob(), { headers: response.headers });
}
