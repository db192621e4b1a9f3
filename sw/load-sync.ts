/** Runs the worker's second script (sync-script.ts). While developing, load-sync-now.ts stands in its place. */
import { ownedMembers, parseDrawing, readDrawingBody } from '../src/api/contract/drawing-body.ts';
import { ApiError, invalidBody } from '../src/api/errors.ts';
import { StoreCorrupt, StoreFull, StoreUnavailable } from '../src/api/ports.ts';
import type { createDeviceSync } from '../src/sync/runner/device-sync.ts';

type CreateDeviceSync = typeof createDeviceSync;

declare const self: ServiceWorkerGlobalScope & {
  pleinair?: typeof SHARED;
  readonly pleinairSync?: CreateDeviceSync;
};

/** What the second script takes from this one; the build fails where it wants more (vite.config.ts). */
const SHARED = {
  ApiError,
  invalidBody,
  ownedMembers,
  parseDrawing,
  readDrawingBody,
  StoreCorrupt,
  StoreFull,
  StoreUnavailable,
};

/** From the root of the site; as it was when this worker was installed, since the browser keeps it with the worker. */
const SCRIPT = '/sw-sync.js';

/** @throws when it is not there. A worker can only have it later when it had it while it was being installed */
export function loadSync(): CreateDeviceSync {
  if (self.pleinairSync === undefined) {
    self.pleinair = SHARED;
    importScripts(SCRIPT);
  }
  if (self.pleinairSync === undefined) throw new Error(`${SCRIPT} is not the script of this worker.`);
  return self.pleinairSync;
}
