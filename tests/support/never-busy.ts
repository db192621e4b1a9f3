/** A server within a test's own process: what the test works out there makes it no server that turns pages away. */
import type { LoadLimits } from '../../server/http/load.ts';

/** For `startServer`: as it is, it refuses the air where its process is late by a quarter of a second. */
export const NEVER_BUSY: LoadLimits = {
  air: { working: 1000, lag: 60_000 },
  token: { working: 1000, lag: 60_000 },
};
