/**
 * What the worker runs later. The build cuts it out where this file says `import()`, into scripts that a worker has
 * from its installation on (vite.config.ts). During development later-now.ts replaces this file.
 */

/** Loads the routes beyond the opening ones, for changes, the profile and the air. */
export async function loadWholeApi() {
  return (await import('../src/sync/whole-api.ts')).wholeApi;
}

/** Loads what writes to the store. */
export async function loadCreateWrite() {
  return (await import('../src/store/indexeddb-writer.ts')).createWrite;
}

/** Loads the sync of drawings. */
export async function loadSync() {
  return (await import('../src/sync/runner/device-sync.ts')).createDeviceSync;
}

/** Loads what is done seldom, the routes beyond those among it. */
export function loadSeldom() {
  return import('./seldom.ts');
}
