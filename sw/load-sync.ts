/**
 * The loader of the worker's second script (sync-script.ts). During development load-sync-now.ts replaces it.
 */
import { ownedMembers, parseDrawing, readDrawingBody } from '../src/api/contract/drawing-body.ts';
import { ApiError, invalidBody } from '../src/api/errors.ts';
import { StoreCorrupt, StoreFull, StoreUnavailable } from '../src/api/ports.ts';
import type { createDeviceSync } from '../src/sync/runner/device-sync.ts';

type CreateDeviceSync = typeof createDeviceSync;

declare const self: ServiceWorkerGlobalScope & {
  pleinair?: typeof SHARED;
  readonly pleinairSync?: CreateDeviceSync;
};

/** What the second script uses of this one. The build fails if it uses anything else (vite.config.ts). */
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

/** Path of the script. The browser keeps the version that this worker was installed with. */
const SCRIPT = '/sw-sync.js';

/**
 * @throws Error if the script is missing. A worker can load it later only if it loaded it during installation
 */
export function loadSync(): CreateDeviceSync {
  if (self.pleinairSync === undefined) {
    self.pleinair = SHARED;
    importScripts(SCRIPT);
  }
  if (self.pleinairSync === undefined) throw new Error(`${SCRIPT} is not the script of this worker.`);
  return self.pleinairSync;
}
