/** Where the worker leaves what other apps share with this one, and how the page is told of it. */

/** Other apps post to this address: the manifest's `share_target`. */
export const SHARE_PATH = '/share';
/** The cache, and the one key in it: a newer share takes the place of an older one that nobody looked at. */
export const SHARED_CACHE = 'shared';
export const SHARED_KEY = '/shared';
/** The page's query has this name; the value says what became of the share. */
export const IMPORT_QUERY = 'import';
export type ShareOutcome = 'shared' | 'too-large' | 'failed';
/** Bytes of a share, the form around the files included: more than any file that is read. */
export const SHARED_MAX = 80 * 1024 * 1024;
