/** What the server remembers of its catalogue over a restart: two values of the store. */
import { z } from 'zod';
import { CatalogueFile } from './format.ts';

/** The last catalogue that was good. */
export const CATALOGUE_NAME = 'catalogue';
/** Where its links were found to lead. */
export const LINKS_NAME = 'catalogue-links';

const Kept = z.object({
  /** Another location is another catalogue. */
  location: z.string(),
  catalogue: CatalogueFile,
  /** ms since the epoch. */
  fetchedAt: z.number(),
  mark: z.object({
    stamp: z.string().optional(),
    etag: z.string().optional(),
    lastModified: z.string().optional(),
  }),
});
export type Kept = z.infer<typeof Kept>;

const Link = z.object({
  /** The hosts that it led over, the first and the last included. */
  hosts: z.array(z.string()),
  /** ms since the epoch, when it was last found to lead to a marketplace; null when it does not. */
  verifiedAt: z.number().nullable(),
  /** ms since the epoch, when to look again. */
  dueAt: z.number(),
  /** In a row. */
  failures: z.int().min(0),
  /** Why it is not verified; empty when it is. */
  reason: z.string(),
});
export type Link = z.infer<typeof Link>;

const Links = z.object({
  /** The lists of hosts that refusals were reckoned with. */
  lists: z.string(),
  /** By address. */
  links: z.record(z.string(), Link),
});
export type Links = z.infer<typeof Links>;

/** The catalogue that was kept for a location; undefined for none, and for one that is not good any more. */
export function parseKept(text: string | undefined, location: string): Kept | undefined {
  const kept = Kept.safeParse(parse(text)).data;
  return kept?.location === location ? kept : undefined;
}

/** Undefined for none. */
export function parseLinks(text: string | undefined): Links | undefined {
  return Links.safeParse(parse(text)).data;
}

function parse(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}
