/** Runs the worker's second script (sync-script.ts). While developing, load-sync-now.ts stands in its place. */
import * as ports from '../src/api/ports.ts';
import type { createDeviceSync } from '../src/sync/device-sync.ts';

type CreateDeviceSync = typeof createDeviceSync;

declare const self: ServiceWorkerGlobalScope & {
  pleinairPorts?: typeof ports;
  readonly pleinairSync?: CreateDeviceSync;
};

/** From the root of the site; as it was when this worker was installed, since the browser keeps it with the worker. */
const SCRIPT = '/sw-sync.js';

/** @throws when it is not there. A worker can only have it later when it had it while it was being installed */
export function loadSync(): CreateDeviceSync {
  if (self.pleinairSync === undefined) {
    self.pleinairPorts = ports;
    importScripts(SCRIPT);
  }
  if (self.pleinairSync === undefined) throw new Error(`${SCRIPT} is not the script of this worker.`);
  return self.pleinairSync;
}
