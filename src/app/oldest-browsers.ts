/**
 * The oldest browsers that Pleinair runs in, by the names that Vite and the compatibility data share. The build writes
 * syntax for them, `npm run check` fails on a function that they lack, and README.md names them.
 * Safari 16.4 is what the oldest iPhones and iPads in use still get, and the first with the worker's canvas.
 */
export const OLDEST_BROWSERS = { chrome: '111', edge: '111', firefox: '128', safari: '16.4', ios: '16.4' };

/** The edition of ECMAScript that all of them can parse. Safari 16.4 lacks the `v` flag of expressions, of 2024. */
export const OLDEST_SYNTAX = 2022;

/** For Vite's `build.target`. */
export const BUILD_TARGETS = Object.entries(OLDEST_BROWSERS).map(([browser, version]) => browser + version);
