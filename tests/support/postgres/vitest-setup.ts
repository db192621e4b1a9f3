/**
 * One PostgreSQL server for a run of Vitest. It starts when the first test asks for it, and ends with the run: most
 * runs of a part of the tests need none.
 */
import { createServer } from 'node:net';
import type { TestProject } from 'vitest/node';
import { type PostgresServer, startPostgres } from './server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The port that tells the address of the server, or why there is none. */
    postgresPort: number;
  }
}

export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  let starting: Promise<PostgresServer> | undefined;
  const door = createServer((socket) => {
    socket.on('error', () => {});
    starting ??= startPostgres();
    starting.then(
      ({ url }) => socket.end(JSON.stringify({ url })),
      (error: unknown) => socket.end(JSON.stringify({ error: String(error) })),
    );
  });
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve));
  const address = door.address();
  if (typeof address !== 'object' || address === null) throw new Error('no port');
  provide('postgresPort', address.port);
  return async () => {
    door.close();
    await (await starting?.catch(() => undefined))?.[Symbol.asyncDispose]();
  };
}
