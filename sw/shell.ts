/**
 * The app's files on the device: those of this build, and those that pages of the build before still need.
 */

/** An entry of the file list that the build writes into the worker. */
export interface ShellFile {
  /** Path relative to the origin's root. */
  readonly url: string;
  /** Hash of the content; null if the file name contains one. */
  readonly revision: string | null;
  /** True for a large file that few need, with a hash in its name: it is kept from when it is first asked for. */
  readonly isSeldom?: true;
}

export interface Shell {
  /**
   * Fetches and stores every file that is missing; rejects if one cannot be fetched. Of those that few need, only what
   * this device has of the build before, and without one of them the app is whole.
   */
  install(): Promise<void>;
  /** Deletes the files of builds older than the previous one. */
  forgetOldBuilds(): Promise<void>;
  /** True if the request is for a file of the app, or for an address that the app shows. */
  has(request: Request, url: URL): boolean;
  /** The stored file, or the network if the browser has deleted it. */
  answer(request: Request, url: URL): Promise<Response>;
  /** Text of a stored file of this build; undefined if it is missing. */
  text(path: string): Promise<string | undefined>;
}

const INDEX = '/index.html';
const ASSETS = '/assets/';
const CACHE = 'shell';
/** Key of the list of files of the active build, which the next build reads. */
const ACTIVE_BUILD = '/active-build';

/** @param listFiles lists the files of the build; none during development. Called once it is needed. */
export function createShell(listFiles: () => readonly ShellFile[]): Shell {
  let listed: readonly ShellFile[] | undefined;
  const files = () => {
    listed ??= listFiles();
    return listed;
  };
  let made: ReadonlyMap<string, string> | undefined;
  /**
   * Cache keys by file path. They differ from paths because each build has its own index.html. Made when it is first
   * needed: a worker that answers a request of the API needs none.
   */
  const keys = () => {
    made ??= new Map(files().map(({ url, revision }) => [`/${url}`, keyOf(url, revision)]));
    return made;
  };

  async function kept(path: string): Promise<Response | undefined> {
    const cache = await caches.open(CACHE);
    return cache.match(keys().get(path) ?? path, { ignoreVary: true });
  }

  return {
    async install() {
      const cache = await caches.open(CACHE);
      const present = new Set((await cache.keys()).map(({ url }) => url));
      const missing = files().filter(({ url, revision }) => !present.has(absolute(keyOf(url, revision))));
      const store = async ({ url, revision }: ShellFile) => {
        // Files without a hash in their name skip the HTTP cache, which may hold those of another build.
        const response = await fetch(`/${url}`, { cache: revision === null ? 'default' : 'reload' });
        if (!response.ok) throw new Error(`/${url} of the app cannot be had: status ${response.status}`);
        await cache.put(keyOf(url, revision), await withoutRedirect(response));
      };
      const isUsed = ({ url }: ShellFile) => {
        return [...present].some((other) => withoutHash(other) === withoutHash(absolute(url)));
      };
      await Promise.all(missing.filter(({ isSeldom }) => !isSeldom).map(store));
      await Promise.allSettled(missing.filter((file) => file.isSeldom && isUsed(file)).map(store));
    },

    async forgetOldBuilds() {
      const cache = await caches.open(CACHE);
      const before: unknown = await (await cache.match(ACTIVE_BUILD))?.json();
      const wanted = new Set([ACTIVE_BUILD, ...keys().values()].map(absolute));
      if (Array.isArray(before)) for (const key of before) wanted.add(absolute(String(key)));
      for (const request of await cache.keys()) {
        if (!wanted.has(request.url)) await cache.delete(request);
      }
      await cache.put(ACTIVE_BUILD, new Response(JSON.stringify([...keys().values()])));
    },

    has(request, { pathname }) {
      if (request.method !== 'GET' || files().length === 0) return false;
      return keys().has(pathname) || pathname.startsWith(ASSETS) || isAppAddress(request, pathname);
    },

    async answer(request, { pathname }) {
      const path = isAppAddress(request, pathname) ? INDEX : pathname;
      const stored = await kept(path);
      if (stored) return stored;
      const response = await fetch(request);
      if (files().some(({ url, isSeldom }) => isSeldom && path === `/${url}`) && isScript(response)) {
        const cache = await caches.open(CACHE);
        // On a full device it is not kept.
        await cache.put(path, response.clone()).catch(() => {});
      }
      return response;
    },

    async text(path) {
      return (await kept(path))?.text();
    },
  };
}

function keyOf(url: string, revision: string | null): string {
  return revision === null ? `/${url}` : `/${url}?revision=${revision}`;
}

/** The address of a script as it is in all builds. */
function withoutHash(url: string): string {
  return url.replace(/[\w-]{8}\.js$/, '');
}

/** False for the page that some hosts answer with where a file is missing. */
function isScript({ ok, headers }: Response): boolean {
  return ok && /javascript/.test(headers.get('Content-Type') ?? '');
}

function absolute(key: string): string {
  return new URL(key, location.origin).href;
}

/**
 * True for a navigation to an address without a file extension. All of those show the app, which knows its
 * own addresses.
 */
function isAppAddress(request: Request, path: string): boolean {
  return request.mode === 'navigate' && !/\.[^/]+$/.test(path);
}

/**
 * A copy of the response without its redirect, as some hosts redirect index.html. Browsers refuse redirected
 * responses to navigations.
 */
async function withoutRedirect(response: Response): Promise<Response> {
  if (!response.redirected) return response;
  return new Response(await response.blob(), { headers: response.headers });
}
