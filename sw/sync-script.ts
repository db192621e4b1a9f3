/**
 * The second script of the worker: sync. The first one fetches it while it is being installed and runs it when sync has
 * something to do (load-sync.ts), so that a worker starts cold without it.
 *
 * Both are built from the same sources, each with what it uses, so that a class in one is not the class in the other.
 * The build (vite.config.ts) therefore takes errors, which are told apart by class, from the first; and what checks a
 * drawing, which is large.
 */
import { createDeviceSync } from '../src/sync/runner/device-sync.ts';

Object.assign(self, { pleinairSync: createDeviceSync });
