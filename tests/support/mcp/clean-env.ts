/** For tests: the part of this environment that a started program gets. Everything else is up to the test. */

const KEPT = ['PATH', 'NODE_COMPILE_CACHE'];

/** PATH, and Node's compile cache: the environment that `npm start` begins with. */
export function childEnv(): Record<string, string> {
  return Object.fromEntries(
    KEPT.flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
