/** Where the tests have a Redis from: the PATH, or else Debian's packages, unpacked without root. */
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../../../server/bin/bootstrap.js';

export interface RedisProgram {
  readonly path: string;
  /** What it needs in its environment. */
  readonly env: Readonly<Record<string, string>>;
}

const ON_PATH = ['redis-server', 'valkey-server'];
const CACHE = join(root, 'node_modules', '.cache');
/** The server is in redis-tools; the others are libraries that not every system has. */
const PACKAGES = ['redis-server', 'redis-tools', 'libjemalloc2', 'liblzf1', 'libatomic1'];
/** Why it could not be fetched the last time. */
const TROUBLE = join(CACHE, 'redis-trouble');
const RECENT_MS = 60_000;
/** For one command of apt, ms. */
const PATIENCE = 120_000;

/**
 * The Redis or Valkey of this machine. The first time it is fetched where there is none, which takes some seconds.
 * Undefined if none can be had, so that the tests which need one can be skipped; continuous integration must have one.
 * @throws with CI=true if there is none
 */
export function redisProgram(): RedisProgram | undefined {
  const onPath = ON_PATH.find((name) => spawnSync(name, ['--version']).status === 0);
  if (onPath !== undefined) return { path: onPath, env: {} };
  const unpacked = join(CACHE, 'redis');
  const trouble = existsSync(unpacked) ? undefined : (recentTrouble() ?? fetchPackages(unpacked));
  if (trouble === undefined) return unpackedProgram(unpacked);
  writeFileSync(TROUBLE, trouble);
  const message = `There is no Redis: apt-get install redis-server. (${trouble})`;
  if (process.env.CI === 'true') throw new Error(message);
  console.warn(message);
  return undefined;
}

/** Why it failed a short while ago: each file of a run asks, and a network that is away takes its time to say so. */
function recentTrouble(): string | undefined {
  try {
    const { mtimeMs } = statSync(TROUBLE);
    return Date.now() - mtimeMs < RECENT_MS ? readFileSync(TROUBLE, 'utf8') : undefined;
  } catch {
    return undefined;
  }
}

function unpackedProgram(folder: string): RedisProgram {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const library = files.find((file) => file.endsWith('/libjemalloc.so.2')) ?? '';
  return {
    path: join(folder, 'usr', 'bin', 'redis-server'),
    env: { LD_LIBRARY_PATH: dirname(join(folder, library)) },
  };
}

/** @returns why it failed; undefined if the folder is there now */
function fetchPackages(folder: string): string | undefined {
  mkdirSync(CACHE, { recursive: true });
  const made = mkdtempSync(join(CACHE, 'redis-'));
  const [lists, cache, debs, unpacked] = ['lists', 'cache', 'debs', 'root'].map((name) => join(made, name));
  for (const path of [join(lists!, 'partial'), join(cache!, 'archives', 'partial'), debs!, unpacked!]) {
    mkdirSync(path, { recursive: true });
  }
  const apt = (...args: string[]) =>
    run(
      'apt-get',
      ['-qq', '-o', `Dir::State::lists=${lists}`, '-o', `Dir::Cache=${cache}`, ...NO_LOCKS, ...args],
      debs!,
    );
  try {
    const trouble = apt('update') ?? apt('download', ...PACKAGES);
    if (trouble !== undefined) return trouble;
    for (const deb of readdirSync(debs!)) {
      const failed = run('dpkg-deb', ['-x', deb, unpacked!], debs!);
      if (failed !== undefined) return failed;
    }
    // Whoever else fetched it meanwhile has the same.
    if (!existsSync(folder)) renameSync(unpacked!, folder);
    return undefined;
  } finally {
    rmSync(made, { recursive: true, force: true });
  }
}

/** The folders are nobody else's. */
const NO_LOCKS = ['-o', 'Debug::NoLocking=1', '-o', 'APT::Sandbox::User=root'];

/** @returns why it failed */
function run(program: string, args: readonly string[], cwd: string): string | undefined {
  const { status, error, stderr } = spawnSync(program, args, { cwd, encoding: 'utf8', timeout: PATIENCE });
  return status === 0 ? undefined : `${program}: ${error?.message ?? stderr.trim()}`;
}
