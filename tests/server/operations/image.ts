/**
 * The steps of server/deploy/Containerfile, run without an engine: its absolute folders are in a folder of their own,
 * and all is done as nobody, if this is root's process.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { root } from '../../../server/bin/bootstrap.js';

/** The folders that the file names. */
const FOLDERS = /(?<![\w.])\/(src|app|data|usr\/local\/bin)\b/g;
/** User and group of nobody. */
const NOBODY = 65534;
const asOther = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};

export interface Image {
  /** The folder that stands for /data. */
  readonly data: string;
  readonly env: Readonly<Record<string, string>>;
  readonly start: readonly string[];
  readonly healthCheck: readonly string[];
  /** Runs a command of the image as its user, and keeps what it prints. */
  run(command: readonly string[], env?: Readonly<Record<string, string>>): Running;
  /** The folder that stands for /app. */
  readonly app: string;
  remove(): void;
}

export interface Running {
  readonly output: () => string;
  readonly ended: Promise<number | null>;
  kill(signal: NodeJS.Signals): void;
}

/** Each instruction with its arguments, comments left out. */
function instructions(): [string, string][] {
  const text = readFileSync(join(root, 'server', 'deploy', 'Containerfile'), 'utf8');
  return text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => [line.split(' ', 1)[0] ?? '', line.slice(line.indexOf(' ') + 1)]);
}

/**
 * Builds it.
 * @throws Error if a step fails, or the file has an instruction that this does not know
 */
export async function buildImage(): Promise<Image> {
  const top = mkdtempSync(join(tmpdir(), 'pleinair-image-'));
  const there = (text: string) => text.replace(FOLDERS, `${top}/$1`);
  const own = (path: string) =>
    void (asOther.uid !== undefined && spawnSync('chown', ['-hR', `${NOBODY}:${NOBODY}`, path]));
  let workdir = top;
  const bin = there('/usr/local/bin');
  mkdirSync(bin, { recursive: true });
  const PATH = [bin, dirname(process.execPath), process.env['PATH']].join(':');
  own(top);
  let env: Record<string, string> = { PATH, HOME: top, NO_UPDATE_NOTIFIER: '1' };
  let [start, healthCheck]: [string[], string[]] = [[], []];

  function run([command = '', ...args]: readonly string[], more = {}): Running {
    const child = spawn(there(command), args.map(there), {
      cwd: workdir,
      env: { ...env, ...more },
      ...asOther,
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    }
    const ended = once(child, 'close').then(() => child.exitCode);
    return { output: () => output, ended, kill: (signal) => void child.kill(signal) };
  }

  async function step(command: string): Promise<void> {
    if (command.startsWith('npm ci ')) {
      linkModules(workdir);
      return own(join(workdir, 'node_modules'));
    }
    // Only root may give files away.
    const ran = run(['sh', '-ec', command.replace(/ && chown node:node \S+/, '')]);
    if ((await ran.ended) !== 0) throw new Error(`RUN ${command} failed:\n${ran.output()}`);
  }

  for (const [name, rest] of instructions()) {
    if (name === 'WORKDIR') {
      workdir = there(rest);
      mkdirSync(workdir);
      own(workdir);
    } else if (name === 'COPY' && rest === '. .') {
      copySources(workdir);
      own(workdir);
    } else if (name === 'RUN') await step(rest);
    else if (name === 'ENV') {
      env = { ...env, ...Object.fromEntries(rest.split(' ').map((pair) => there(pair).split('=', 2))) };
    } else if (name === 'HEALTHCHECK') healthCheck = JSON.parse(rest.slice(rest.indexOf('[')));
    else if (name === 'CMD') start = JSON.parse(rest);
    // The second stage begins without anything of the first but what it copies.
    else if (name === 'FROM' && workdir !== top) workdir = top;
    else if (name === 'COPY' && rest === '--from=build /app /app')
      rmSync(join(top, 'src'), { recursive: true });
    else if (!['FROM', 'USER', 'VOLUME', 'EXPOSE', 'STOPSIGNAL'].includes(name)) {
      throw new Error(`this test does not know ${name} ${rest}`);
    }
  }
  const remove = () => rmSync(top, { recursive: true, force: true });
  return { data: join(top, 'data'), app: join(top, 'app'), env, start, healthCheck, run, remove };
}

/** What COPY takes: everything but what .dockerignore names. */
function copySources(to: string): void {
  const ignored = readFileSync(join(root, '.dockerignore'), 'utf8').trim().split('\n');
  cpSync(root, to, {
    recursive: true,
    filter: (from) => {
      const path = from.slice(root.length + 1);
      return !ignored.includes(path) && !/^[^/]+\.tgz$/.test(path);
    },
  });
}

/** Stands for npm ci: what it would install is installed here. A folder of its own, for the caches in it. */
function linkModules(workdir: string): void {
  const [from, to] = [join(root, 'node_modules'), join(workdir, 'node_modules')];
  mkdirSync(to);
  for (const name of readdirSync(from))
    if (!/^\.(?:cache|vite)/.test(name)) symlinkSync(join(from, name), join(to, name));
}
