/** Checks of this machine. */
import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { StoreUnavailable } from '../../../src/api/ports.ts';
import type { Config } from '../../config/config.ts';
import { databaseAt, databaseName } from '../../config/database-at.ts';
import { checkDatabase } from '../../store/sqlite/database-file.ts';
import { productVersion } from '../../version.ts';
import { type Finding, fail, ok, warn } from './finding.ts';

const NODE_MIN = 24;
/** Free space, bytes: below it, a warning. */
const ROOM = 1024 ** 3;
/** Below it, the server is not ready. */
const ROOM_MIN = 1024 ** 2;
/** Length of the shortest token that `pleinair token` and `people` make, in characters. */
const TOKEN_GOOD = 32;

export async function checkVersions(config: Config): Promise<Finding> {
  const versions = `Pleinair ${await productVersion()}, Node ${process.versions.node}`;
  if (Number(process.versions.node.split('.', 1)[0]) < NODE_MIN) {
    return fail(`${versions}; install Node ${NODE_MIN} or newer`);
  }
  const at = databaseAt(config);
  if (at.kind === 'postgres') await lookAt(at.url);
  // Throws for one that is damaged, of another program, or of a newer Pleinair.
  if (at.kind === 'sqlite' && existsSync(at.file)) checkDatabase(at.file, 0);
  return ok(`${versions}, ${databaseName(at)}`);
}

export async function checkWritable(config: Config): Promise<Finding> {
  const at = databaseAt(config);
  if (at.kind === 'postgres') {
    const name = databaseName(at);
    const { refusal, lending } = await lookAt(at.url);
    if (refusal !== undefined) return fail(`${name} takes no writes: ${refusal}`);
    if (lending === 'broken') {
      return fail(
        `${name} is behind a pooler that confuses prepared statements; set its pool_mode to session`,
      );
    }
    if (lending === 'works') {
      return warn(
        `${name} takes writes, but its pooler passes no notifications on; set its pool_mode to session`,
      );
    }
    return ok(`${name} takes writes`);
  }
  const folder = dirname(at.file);
  // The server creates missing folders.
  let there = folder;
  while (!existsSync(there)) there = dirname(there);
  if (!statSync(there).isDirectory()) return fail(`${there} is not a folder; set DATA_DIR to one`);
  try {
    for (const path of [there, ...(existsSync(at.file) ? [at.file] : [])]) accessSync(path, constants.W_OK);
  } catch {
    return fail(`${there} is not writable by user ${process.getuid?.() ?? ''}; give it to the server's user`);
  }
  const { bavail, bsize } = statfsSync(there);
  const room = `${there}, ${(Math.floor(((bavail * bsize) / ROOM) * 10) / 10).toString()} GiB free`;
  if (bavail * bsize < ROOM_MIN)
    return fail(`${room}: nothing can be written there; free some, or set DATA_DIR`);
  return bavail * bsize < ROOM ? warn(`${room}; free some space before it is full`) : ok(room);
}

/** @throws StoreUnavailable for a database that cannot be used, or not by this version */
async function lookAt(url: string) {
  // Loaded here, so that SQLite is checked without PostgreSQL's driver.
  const { lookAtPostgres } = await import('../../store/postgres/postgres-client.ts');
  try {
    return await lookAtPostgres(url);
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
    throw new StoreUnavailable(`${error.message}; correct it, or DATABASE_URL`, { cause: error });
  }
}

export async function checkToken({ drawToken }: Config): Promise<Finding> {
  if (drawToken === undefined) {
    return warn('no DRAW_TOKEN: drawings stay on devices; pleinair token makes one');
  }
  const kinds = new Set(drawToken).size;
  // A token of 43 random characters has about 32 different ones.
  if (kinds < 10)
    return fail(`DRAW_TOKEN repeats a few characters (${kinds}); pleinair token makes a better one`);
  if (drawToken.length < TOKEN_GOOD || /^(?:[a-z]+|[A-Z]+|\d+)$/.test(drawToken)) {
    return warn('DRAW_TOKEN may be guessed, if it is made of words; pleinair token makes a random one');
  }
  return ok(`${drawToken.length} characters`);
}
