/** In place of load-sync.ts while developing: a worker of modules can run no other script. */
import { createDeviceSync } from '../src/sync/runner/device-sync.ts';

export function loadSync(): typeof createDeviceSync {
  return createDeviceSync;
}
