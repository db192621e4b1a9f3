/**
 * The application in the page, for when no worker controls it: on an address that is not secure, in a browser
 * without workers, or until the worker has taken control. Loaded only then.
 */
import type { Store } from '../api/ports.ts';
import { createWrite } from '../store/indexeddb-writer.ts';
import { createDevice, type Device } from '../sync/device.ts';
import { isOfServer } from '../sync/of-server.ts';
import { seldomApi } from '../sync/seldom-api.ts';
import { wholeApi } from '../sync/whole-api.ts';
import { sha256 } from './platform/sha256.ts';

let device: Device | undefined;

// Browsers have no crypto.subtle on an address that is not secure. The application needs only its digest.
if (crypto.subtle === undefined) {
  const digest = async (_algorithm: 'SHA-256', bytes: Uint8Array) => sha256(bytes).buffer;
  Object.defineProperty(crypto, 'subtle', { value: { digest } });
}

/**
 * The response that the worker would give. The page may create the database. It upgrades an older one only in
 * browsers without workers.
 */
export async function answerInline(request: Request): Promise<Response> {
  if (isOfServer(new URL(request.url).pathname)) return fetch(request);
  return inlineDevice().handle(request);
}

/** The store, for imports, which are no requests (src/api/drawings/import.ts). */
export function inlineStore(): Store {
  return inlineDevice().store;
}

function inlineDevice(): Device {
  device ??= createDevice({
    upgrade: !('serviceWorker' in navigator),
    origin: location.origin,
    file: fetchFile,
    loadWholeApi: async () => wholeApi,
    loadSeldomApi: async () => seldomApi,
    loadCreateWrite: async () => createWrite,
  });
  return device;
}

async function fetchFile(path: string): Promise<string> {
  const response = await fetch(path);
  if (!response.ok) throw new Error(`${path} of the app did not load: status ${response.status}`);
  return response.text();
}
