/** What the server remembers of its catalogue across restarts: two values of the store. */
import { z } from 'zod';
import { DAY } from '../../src/core/air/time/time.ts';
import { CatalogueFile } from './format.ts';

/** Name of the value with the last good catalogue. */
export const CATALOGUE_NAME = 'catalogue';
/** Name of the value with the results of following its links. */
export const LINKS_NAME = 'catalogue-links';

const StoredCatalogue = z.object({
  /** Where the catalogue came from. Another location is another catalogue. */
  location: z.string(),
  catalogue: CatalogueFile,
  /** Time of the fetch, ms since the epoch. */
  fetchedAt: z.number(),
  mark: z.object({
    stamp: z.string().optional(),
    etag: z.string().optional(),
    lastModified: z.string().optional(),
  }),
});
export type StoredCatalogue = z.infer<typeof StoredCatalogue>;

/** Name of the value with how the last refresh ended, for processes that share a store. */
export const REFRESH_NAME = 'catalogue-refresh';

const CatalogueRefresh = z.object({
  location: z.string(),
  /** Time of the next refresh, ms since the epoch. */
  askAfter: z.number(),
  /** Failures in a row. */
  failures: z.int().min(0),
  trouble: z.object({ why: z.string(), refused: z.boolean() }).optional(),
});
export type CatalogueRefresh = z.infer<typeof CatalogueRefresh>;

const LinkRecord = z.object({
  /** All hosts of the redirects, the first and the last included. */
  hosts: z.array(z.string()),
  /** When the link was last found to lead to a marketplace, ms since the epoch; null if it does not. */
  verifiedAt: z.number().nullable(),
  /** When to check again, ms since the epoch. */
  dueAt: z.number(),
  /** Failures in a row. */
  failures: z.int().min(0),
  /** Why the link is not verified; empty if it is. */
  reason: z.string(),
});
export type LinkRecord = z.infer<typeof LinkRecord>;

const LinkRecords = z.object({
  /** The lists of hosts at the time of the refusals. */
  lists: z.string(),
  /** By URL. */
  links: z.record(z.string(), LinkRecord),
});
export type LinkRecords = z.infer<typeof LinkRecords>;

/** The stored catalogue of a location; undefined if there is none or it is no longer valid. */
export function parseStoredCatalogue(
  text: string | undefined,
  location: string,
): StoredCatalogue | undefined {
  const kept = StoredCatalogue.safeParse(parse(text)).data;
  return kept?.location === location ? kept : undefined;
}

/** When another process read the same, ms since the epoch; undefined if none did in the day before. */
export function sameRead(next: StoredCatalogue, text: string | undefined): number | undefined {
  const kept = parseStoredCatalogue(text, next.location);
  if (kept === undefined || Math.abs(next.fetchedAt - kept.fetchedAt) >= DAY) return undefined;
  return JSON.stringify(kept.catalogue) === JSON.stringify(next.catalogue) ? kept.fetchedAt : undefined;
}

/** How the last refresh of a location ended; undefined if nothing is stored. */
export function parseRefresh(text: string | undefined, location: string): CatalogueRefresh | undefined {
  const kept = CatalogueRefresh.safeParse(parse(text)).data;
  return kept?.location === location ? kept : undefined;
}

/** Undefined if none are stored. */
export function parseLinkRecords(text: string | undefined): LinkRecords | undefined {
  return LinkRecords.safeParse(parse(text)).data;
}

function parse(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}
