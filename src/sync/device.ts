/**
 * The application on the device: `/api/v1` over IndexedDB, with cached air. The worker uses it to answer, and
 * the page does so itself while no worker controls it. Both share one database, whose transactions keep them
 * apart. Only the worker upgrades it.
 */
import { version } from '../../package.json';
import { createHandle } from '../api/http/dispatch.ts';
import { originAuth } from '../api/origin-auth.ts';
import type { DrawingPorts, Handle } from '../api/ports.ts';
import { randomId } from '../api/random-id.ts';
import { OPENING_ROUTES } from '../api/routes/opening-routes.ts';
import { type IndexedDbOptions, type IndexedDbStore, indexedDbStore } from '../store/indexeddb.ts';
import { loadedOnce } from './loaded-once.ts';
import type { seldomApi } from './seldom-api.ts';
import { streamedText } from './streamed-text.ts';
import type { wholeApi } from './whole-api.ts';

/** Name of the stored value with the token from Settings. */
export const TOKEN_VALUE = 'server-token';
/** BroadcastChannel that announces commits to pages: `{id, rev}`. */
export const CHANGES_CHANNEL = 'drawings';
export { version };

export interface DeviceOptions {
  /** True to upgrade an older database to this build's version. */
  readonly upgrade: boolean;
  readonly origin: string;
  /** Text of a file of this build. */
  readonly file: (path: string) => Promise<string>;
  /** Loads the application with drawings and the air, when a request needs more than the opening routes. */
  readonly loadWholeApi: () => Promise<typeof wholeApi>;
  /** Loads the one with every route, when a request needs more than those. */
  readonly loadSeldomApi: () => Promise<typeof seldomApi>;
  /** Loads what writes to the store, with the first write. */
  readonly loadCreateWrite: IndexedDbOptions['loadCreateWrite'];
  /** Called after every commit of a request. */
  readonly onCommit?: () => void;
}

export interface Device {
  readonly handle: Handle;
  readonly store: IndexedDbStore;
  /** Announces a commit that no request made. */
  readonly announce: DrawingPorts['announce'];
}

/** Builds the application of this device. Opens nothing before the first request. */
export function createDevice(options: DeviceOptions): Device {
  const { upgrade, origin, file, loadWholeApi, loadSeldomApi, loadCreateWrite, onCommit } = options;
  const store = indexedDbStore({ upgrade, loadCreateWrite });
  const announce = announcer();
  const token = () => store.read((tx) => tx.value(TOKEN_VALUE));
  const ports: DrawingPorts = {
    storeOf: () => store,
    auth: originAuth(token),
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
    onDefect: (id, error) => console.error(`Defect ${id}:`, error),
  };
  const others = loadedOnce(async () =>
    (await loadWholeApi())({ ports, store, origin, file, version, token, loadSeldomApi }),
  );
  return { handle: createHandle(OPENING_ROUTES, ports, others), store, announce };
}

function announcer(): DrawingPorts['announce'] {
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
