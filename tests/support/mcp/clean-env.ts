/** For tests: what of this environment a program has that a test starts. The rest is up to the test. */

const KEPT = ['PATH', 'NODE_COMPILE_CACHE'];

/** Where programs are, and where Node keeps what it compiled: what `npm start` and its like begin with. */
export function childEnv(): Record<string, string> {
  return Object.fromEntries(
    KEPT.flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
