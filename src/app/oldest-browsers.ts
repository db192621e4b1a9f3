/**
 * The oldest browsers that Pleinair supports, by names that both Vite and the compatibility data use. The build
 * writes syntax for them, `npm run check` fails on a function that they lack, and README.md names them. Safari
 * 16.4 runs on the oldest iPhones and iPads in use, and is the first with a canvas in workers.
 */
export const OLDEST_BROWSERS = { chrome: '111', edge: '111', firefox: '128', safari: '16.4', ios: '16.4' };

/**
 * The edition of ECMAScript that all of them can parse. Safari 16.4 lacks the `v` flag of regular expressions,
 * of 2024.
 */
export const OLDEST_SYNTAX = 2022;

/** The browsers as Vite's `build.target`: `chrome111`. */
export const BUILD_TARGETS = Object.entries(OLDEST_BROWSERS).map(([browser, version]) => browser + version);
