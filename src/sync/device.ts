/**
 * The application on the device: `/api/v1` over IndexedDB, with cached air. The worker uses it to answer, and
 * the page does so itself while no worker controls it. Both share one database, whose transactions keep them
 * apart. Only the worker upgrades it.
 */
import { version } from '../../package.json';
import { GUIDE_FILE, OPENAPI_FILE } from '../api/built-files.ts';
import { createApi } from '../api/index.ts';
import { originAuth } from '../api/origin-auth.ts';
import type { Handle, Ports, Store } from '../api/ports.ts';
import { randomId } from '../api/random-id.ts';
import { indexedDbStore } from '../store/indexeddb.ts';
import { withBodyRoom } from './body-room.ts';
import { cachedAir } from './cache/cached-air.ts';
import { cachedProducts } from './cache/cached-products.ts';
import type { CacheOptions } from './cache/cached-resource.ts';
import { streamedText } from './streamed-text.ts';

/** Name of the stored value with the token from Settings. */
export const TOKEN_VALUE = 'server-token';
/** BroadcastChannel that tells pages about commits: `{id, rev}`. */
export const CHANGES_CHANNEL = 'drawings';
export { version };

export interface DeviceOptions {
  /** True to upgrade an older database to this build's version. */
  readonly upgrade: boolean;
  readonly origin: string;
  /** Text of a file of this build. */
  readonly file: (path: string) => Promise<string>;
  /** Called after every commit of a request. */
  readonly onCommit?: () => void;
}

export interface Device {
  readonly handle: Handle;
  readonly store: Store;
  /** Tells the pages about a commit that no request made. */
  readonly announce: Ports['announce'];
}

/** Builds the application of this device. Opens nothing before the first request. */
export function createDevice({ upgrade, origin, file, onCommit }: DeviceOptions): Device {
  const store = indexedDbStore({ upgrade });
  const announce = announcer();
  const server: CacheOptions = {
    store,
    fetchServer: (path, signal) =>
      fetch(new URL(path, origin), { signal, cache: 'no-store', redirect: 'error' }),
    now: Date.now,
  };
  const answer = createApi({
    store,
    auth: originAuth(() => store.read((tx) => tx.value(TOKEN_VALUE))),
    air: cachedAir(server),
    products: cachedProducts(server),
    now: Date.now,
    newId: randomId,
    announce(change) {
      onCommit?.();
      // Announced after the response: the person who draws waits for the response, while other pages can
      // wait.
      setTimeout(() => announce(change));
    },
    readBody,
    sendText: streamedText,
    openapi: () => file(OPENAPI_FILE),
    guide: () => file(GUIDE_FILE),
    onDefect: (id, error) => console.error(`Defect ${id}:`, error),
    publicUrl: origin,
    version,
  });
  return { handle: withBodyRoom(answer), store, announce };
}

function announcer(): Ports['announce'] {
  let channel: BroadcastChannel | undefined;
  return (change) => {
    channel ??= new BroadcastChannel(CHANGES_CHANNEL);
    channel.postMessage(change);
  };
}

/**
 * Reads the whole body at once, which works in all browsers: `request.body` is missing in Firefox and loses
 * bytes in WebKit.
 */
async function readBody(request: Request, limit: number): Promise<Uint8Array | 'too_large'> {
  const bytes = new Uint8Array(await request.arrayBuffer());
  return bytes.length > limit ? 'too_large' : bytes;
}
