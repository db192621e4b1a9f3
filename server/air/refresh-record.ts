/** What the server remembers of its refreshes across restarts: the store's value `air`. */
import { z } from 'zod';
import { FALLBACK_CENTRES } from '../../src/core/air/regions.ts';
import { VERSIONS } from '../upstream/request.ts';

export const RECORD_NAME = 'air';

const Refresh = z.object({
  refreshed: z.boolean(),
  /** Time of the last fetch, ms since the epoch; null if there was none. */
  fetchedAt: z.number().nullable(),
  /** Time of the next refresh, ms since the epoch. */
  askAfter: z.number(),
  /** Failures in a row. */
  failures: z.int().min(0),
  /** The version of the upstream's API that the figures came from. */
  answeredBy: z.enum(VERSIONS).default('v2'),
});
const Centre = z.object({ latitude: z.number(), longitude: z.number() });
const RefreshRecord = z.object({
  psi: Refresh.optional(),
  pm25: Refresh.optional(),
  centres: z
    .object({ north: Centre, south: Centre, east: Centre, west: Centre, central: Centre })
    .default(FALLBACK_CENTRES),
});

/** How the last refresh of one source ended. */
export type Refresh = z.infer<typeof Refresh>;
export type RefreshRecord = z.infer<typeof RefreshRecord>;

export const NEVER_REFRESHED: Refresh = {
  refreshed: false,
  fetchedAt: null,
  askAfter: 0,
  failures: 0,
  answeredBy: 'v2',
};

/**
 * Reads a stored record. A missing or invalid text gives an empty record: then the sources are asked at once.
 */
export function parseRefreshRecord(text: string | undefined): RefreshRecord {
  try {
    return RefreshRecord.parse(JSON.parse(text ?? '{}'));
  } catch {
    return { centres: FALLBACK_CENTRES };
  }
}
