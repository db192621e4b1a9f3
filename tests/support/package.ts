/** Packs the clone as `npm pack` does, and installs the package into an empty folder, without a registry. */
import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { root } from '../../server/bin/bootstrap.js';
import { ensureBuild } from './build.ts';

/** Many times what a command takes on a busy machine. */
const RUN_MS = 20_000;

export interface ProgramResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Installation {
  /** The folder with the installation. */
  readonly dir: string;
  /** The package's folder in it. */
  readonly packageDir: string;
  /** The packed file. */
  readonly tarball: string;
  /** Home of a user who has never used the package; empty at first. */
  readonly home: string;
  /** Absolute path of one of its programs. */
  program(name: 'pleinair' | 'pleinair-mcp'): string;
  /** No environment but PATH, with this Node first. */
  readonly env: Readonly<Record<string, string>>;
  /** Starts `pleinair ...args` in the folder. */
  start(args: readonly string[], env?: Readonly<Record<string, string>>): ChildProcessWithoutNullStreams;
  /** Runs `pleinair ...args` to its end. */
  run(args: readonly string[], env?: Readonly<Record<string, string>>): Promise<ProgramResult>;
  remove(): void;
}

/** Takes seconds: to be called once for a test file. */
export async function installPackage(): Promise<Installation> {
  await ensureBuild();
  const top = mkdtempSync(join(tmpdir(), 'pleinair-package-'));
  const [dir, home] = [join(top, 'installed'), join(top, 'home')];
  for (const folder of [dir, home]) mkdirSync(folder);
  // npm gets a cache and logs of its own, apart from those of the user who runs the tests.
  const PATH = [dirname(process.execPath), process.env.PATH].join(delimiter);
  const npm = (cwd: string, ...args: string[]) =>
    npmRun(args, { cwd, env: { PATH, HOME: join(top, 'npm'), NO_UPDATE_NOTIFIER: '1' } });
  await npm(root, 'pack', '--silent', '--pack-destination', top);
  const name = readdirSync(top).find((file) => file.endsWith('.tgz'));
  if (name === undefined) throw new Error('npm pack wrote no file');
  const tarball = join(top, name);
  await npm(dir, 'install', '--offline', '--omit=optional', tarball);
  const program = (of: string) => join(dir, 'node_modules', '.bin', of);
  const env = { PATH, HOME: home };
  const start: Installation['start'] = (args, more = {}) =>
    spawn(program('pleinair'), [...args], { cwd: dir, env: { ...env, ...more } });
  return {
    dir,
    packageDir: join(dir, 'node_modules', 'pleinair'),
    tarball,
    home,
    program,
    env,
    start,
    run(args, more) {
      const child = start(args, more);
      child.stdin.end();
      return endOf(child, RUN_MS);
    },
    remove: () => rmSync(top, { recursive: true, force: true }),
  };
}

async function npmRun(args: string[], options: { cwd: string; env: Record<string, string> }): Promise<void> {
  const { code, stdout, stderr } = await endOf(spawn('npm', args, options));
  if (code !== 0) throw new Error(`npm ${args.join(' ')} failed:\n${stdout}${stderr}`);
}

/**
 * The output of a program that has ended.
 * @param limit ms after which it is killed; it then has no exit code
 */
export async function endOf(child: ChildProcess, limit?: number): Promise<ProgramResult> {
  const out = { stdout: '', stderr: '' };
  const timer = limit === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), limit);
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.setEncoding('utf8').on('data', (text: string) => {
      out[name] += text;
    });
  }
  await once(child, 'close');
  clearTimeout(timer);
  return { code: child.exitCode, ...out };
}

/** The address that `serve` prints. */
export function addressOf(server: ChildProcessWithoutNullStreams): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    server.once('close', () => reject(new Error(`it ended without serving: ${said}`)));
    server.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      const address = /Pleinair is at (http:\/\/\S+)/.exec(said)?.[1];
      if (address !== undefined) resolve(address);
    });
  });
}

/** A Node on PATH that is too old to run the product; undefined if there is none. */
export async function olderNode(): Promise<string | undefined> {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const node = join(folder, 'node');
    if (!existsSync(node)) continue;
    const { stdout } = await endOf(spawn(node, ['--version']));
    if (/^v2[0-3]\./.test(stdout)) return node;
  }
  return undefined;
}
