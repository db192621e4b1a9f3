/**
 * The worker's second script: sync. The first script fetches it during installation and runs it when sync has
 * something to do (load-sync.ts), so that a worker starts fast without it.
 *
 * Both scripts are built from the same sources, and each contains what it uses. So a class in one would not
 * be the same class in the other. The build (vite.config.ts) therefore takes two things from the first
 * script: errors, which are told apart by class, and the checks of a drawing, which are large.
 */
import { createDeviceSync } from '../src/sync/runner/device-sync.ts';

Object.assign(self, { pleinairSync: createDeviceSync });
