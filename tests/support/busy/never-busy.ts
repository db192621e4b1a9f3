/**
 * Load limits for the servers of tests: neither the work of a test in the same process nor a busy machine may make
 * them turn requests away.
 */
import type { LoadLimits } from '../../../server/http/load.ts';

/**
 * For `startServer`. By default, the server refuses requests of the air when its process is late by a quarter
 * of a second.
 */
export const NEVER_BUSY: LoadLimits = {
  air: { working: 1000, lag: 60_000 },
  token: { working: 1000, lag: 60_000 },
};
