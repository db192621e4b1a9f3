/**
 * What the worker runs later. The build cuts it out where this file says `import()`, into scripts that a worker has
 * from its installation on (vite.config.ts). During development later-now.ts replaces this file.
 */

/** Loads the routes beyond the opening ones, for changes, the profile and the air. */
export async function loadWholeApi() {
  return (await import('../src/sync/whole-api.ts')).wholeApi;
}

/** Loads the routes beyond those: discovery and the sky. */
export async function loadSkyApi() {
  return (await import('../src/sync/sky/sky-api.ts')).skyApi;
}

/** Loads the routes that are seldom asked for, and what answers for no route. */
export async function loadSeldomApi() {
  return (await import('../src/sync/seldom-api.ts')).seldomApi;
}

/** Loads the sync of photos to draw from. */
export async function loadPhotoSync() {
  return (await import('../src/sync/seldom-api.ts')).syncPhotos;
}

/** Loads the sync of drawings. */
export async function loadSync() {
  return (await import('../src/sync/runner/device-sync.ts')).createDeviceSync;
}
