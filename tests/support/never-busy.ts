/**
 * Load limits for a server inside a test's own process: the test's own work must not make the server turn
 * requests away.
 */
import type { LoadLimits } from '../../server/http/load.ts';

/**
 * For `startServer`. By default, the server refuses requests of the air when its process is late by a quarter
 * of a second.
 */
export const NEVER_BUSY: LoadLimits = {
  air: { working: 1000, lag: 60_000 },
  token: { working: 1000, lag: 60_000 },
};
