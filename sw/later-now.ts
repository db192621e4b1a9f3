/**
 * In place of later.ts during development, when the worker is a module: a worker may not load modules later.
 */
import { createWrite } from '../src/store/indexeddb-writer.ts';
import { createDeviceSync } from '../src/sync/runner/device-sync.ts';
import { wholeApi } from '../src/sync/whole-api.ts';
import * as seldom from './seldom.ts';

export const loadWholeApi = async () => wholeApi;
export const loadCreateWrite = async () => createWrite;
export const loadSync = async () => createDeviceSync;
export const loadSeldom = async () => seldom;
