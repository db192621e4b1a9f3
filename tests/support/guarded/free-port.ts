import { createServer } from 'node:net';

/** A port of 127.0.0.1 that nobody has at the moment. */
export async function freePort(): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>();
  const taken = createServer().listen(0, '127.0.0.1', () => {
    const address = taken.address();
    taken.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
  });
  return promise;
}
