/**
 * The loader of sync during development, in place of load-sync.ts: a worker of modules cannot run a second
 * script.
 */
import { createDeviceSync } from '../src/sync/runner/device-sync.ts';

export function loadSync(): typeof createDeviceSync {
  return createDeviceSync;
}
