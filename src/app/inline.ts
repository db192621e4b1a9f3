/**
 * The application in the page itself, for when no worker is in control: on an address that is not secure, in a browser
 * without workers, or until the worker has taken the page over. Loaded only then.
 */
import type { Store } from '../api/ports.ts';
import { createDevice, type Device } from '../sync/device.ts';
import { sha256 } from './platform/sha256.ts';

let device: Device | undefined;

/** On an address that is not secure browsers leave this out, and the application needs one function of it. */
if (crypto.subtle === undefined) {
  const digest = async (_algorithm: 'SHA-256', bytes: Uint8Array) => sha256(bytes).buffer;
  Object.defineProperty(crypto, 'subtle', { value: { digest } });
}

/**
 * Answers as the worker would. The database may be made here, but only the worker brings it to a new version; the page
 * does where there can be none.
 */
export function answerInline(request: Request): Promise<Response> {
  return inlineDevice().handle(request);
}

/** The store itself, for what is no request: an import (src/api/drawings/import.ts). */
export function inlineStore(): Store {
  return inlineDevice().store;
}

function inlineDevice(): Device {
  device ??= createDevice({
    upgrade: !('serviceWorker' in navigator),
    origin: location.origin,
    file: fetchFile,
  });
  return device;
}

async function fetchFile(path: string): Promise<string> {
  const response = await fetch(path);
  if (!response.ok) throw new Error(`${path} of the app cannot be had: status ${response.status}`);
  return response.text();
}
