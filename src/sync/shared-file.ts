/** Files shared by other apps: where the worker stores them, and how it notifies the page. */

/** Address that other apps post to: `share_target` in the manifest. */
export const SHARE_PATH = '/share';
/** The cache and its only key. A newer share replaces an older one that nobody opened. */
export const SHARED_CACHE = 'shared';
export const SHARED_KEY = '/shared';
/** Name of the page's query parameter; its value is the outcome of the share. */
export const IMPORT_QUERY = 'import';
export type ShareOutcome = 'shared' | 'too-large' | 'failed';
/** Largest share in bytes, with the form around the files: more than any file that the app reads. */
export const SHARED_MAX = 80 * 1024 * 1024;
