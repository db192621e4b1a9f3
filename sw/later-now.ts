/**
 * In place of later.ts during development, when the worker is a module: a worker may not load modules later.
 */
import { createDeviceSync } from '../src/sync/runner/device-sync.ts';
import { seldomApi, syncPhotos } from '../src/sync/seldom-api.ts';
import { skyApi } from '../src/sync/sky/sky-api.ts';
import { wholeApi } from '../src/sync/whole-api.ts';

export const loadWholeApi = async () => wholeApi;
export const loadSkyApi = async () => skyApi;
export const loadSeldomApi = async () => seldomApi;
export const loadPhotoSync = async () => syncPhotos;
export const loadSync = async () => createDeviceSync;
