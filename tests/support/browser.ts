/** Finds, installs and launches Chromium, the same for every test and tool. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type LaunchOptions } from 'playwright';
import { root } from '../../server/bin/bootstrap.js';
import { fastFolder } from './fast-folder.ts';

const SYSTEM = '/usr/bin/chromium';
const unpacked = join(root, 'node_modules', '.cache', 'chromium');
const wrapper = join(unpacked, 'chromium.sh');
/** Builds installed for tests. */
const BUILDS = [wrapper, chromium.executablePath()];

/** Test pages contact only the server under test, and test machines need no graphics card. */
const ARGS = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * Path of an installed Chromium: `$CHROMIUM`, the one unpacked from npm, Playwright's own, or Debian's. The one
 * from npm comes before the others, because it has the same version everywhere and, without a window's
 * interface, takes 0.6 of the time that Debian's takes.
 * @throws if there is none; `npm test` installs one
 */
export function chromiumPath(): string {
  const path = [process.env.CHROMIUM ?? '', ...BUILDS, SYSTEM].find((candidate) => existsSync(candidate));
  if (path === undefined) throw new Error('There is no Chromium here: run `npm test`, which installs one.');
  return path;
}

/**
 * Path of a Chromium that shows notifications, as that of npm does not: Debian's. Undefined if it is not installed:
 * `apt-get install chromium`.
 */
export function notifyingChromium(): string | undefined {
  return existsSync(SYSTEM) ? SYSTEM : undefined;
}

/**
 * Like `chromiumPath`, but installs one first: the one on npm or, if that does not run, Playwright's download.
 * @param say called with a line before anything that takes long
 */
export async function ensureChromium(say: (line: string) => void): Promise<string> {
  const named = process.env.CHROMIUM;
  if (named) {
    if (!works(named)) throw new Error(`CHROMIUM=${named} cannot be started.`);
    return named;
  }
  const there = BUILDS.find(works);
  if (there !== undefined) return there;
  say('Installing a Chromium for the tests (once)…');
  // On a machine that it was not made for, its archives are missing or their content does not run.
  await unpack().catch(() => {});
  if (works(wrapper)) return wrapper;
  if (works(SYSTEM)) return SYSTEM;
  download();
  if (works(chromium.executablePath())) return chromium.executablePath();
  throw new Error('No Chromium could be installed: set CHROMIUM to the path of one.');
}

/**
 * Launch options for any machine: as root, in a container, without a display. Playwright has Chromium keep its
 * shared memory in files, because containers often have little. Where there is enough, it stays in memory: the
 * files took a seventh of the processor time of a first visit.
 * @param args more of Chromium's own switches
 */
export function launchOptions(args: readonly string[] = []): LaunchOptions {
  const ignoreDefaultArgs = fastFolder() === tmpdir() ? [] : ['--disable-dev-shm-usage'];
  return {
    executablePath: chromiumPath(),
    chromiumSandbox: false,
    args: [...ARGS, ...args],
    ignoreDefaultArgs,
  };
}

/**
 * Launches a browser whose contexts forget everything when closed.
 * @param args more of Chromium's own switches
 */
export function launchBrowser(args: readonly string[] = []): Promise<Browser> {
  return chromium.launch(launchOptions(args));
}

/**
 * Launches a browser with a simulated graphics card: its graphics process can be killed, as if a driver
 * crashed.
 */
export function launchWithGraphics(): Promise<Browser> {
  const args = ARGS.filter((arg) => arg !== '--disable-gpu');
  const graphics = ['--ignore-gpu-blocklist', '--use-gl=angle', '--use-angle=swiftshader'];
  const forced = ['--enable-unsafe-swiftshader', '--enable-gpu-rasterization'];
  return chromium.launch({ ...launchOptions(), args: [...args, ...graphics, ...forced] });
}

/**
 * Launches a browser with its profile in `dir`, so that it can be closed and started again.
 * @param options merged over the launch options, for example `{ hasTouch: true, offline: true }`
 */
export function launchProfile(
  dir: string,
  options: Parameters<typeof chromium.launchPersistentContext>[1] = {},
): Promise<BrowserContext> {
  return chromium.launchPersistentContext(dir, { ...launchOptions(), ...options });
}

function works(path: string): boolean {
  return existsSync(path) && spawnSync(path, ['--version'], { timeout: 20_000 }).status === 0;
}

/** Runs Playwright's own download, which fails quickly if its host cannot be reached. */
function download(): void {
  const cli = join(root, 'node_modules', '.bin', 'playwright');
  spawnSync(process.execPath, [cli, 'install', '--no-shell', 'chromium'], {
    cwd: root,
    stdio: 'ignore',
    timeout: 300_000,
  });
}

/**
 * Unpacks the Chromium of `@sparticuz/chromium` with the libraries that a bare system lacks. A small script
 * starts it, so that callers need only one path.
 */
async function unpack(): Promise<void> {
  const source = join(root, 'node_modules', '@sparticuz', 'chromium', 'bin');
  const partial = `${unpacked}.${process.pid}`;
  rmSync(partial, { recursive: true, force: true });
  mkdirSync(partial, { recursive: true });
  const { inflate } = await import('@sparticuz/chromium');
  await inTemporaryFolder(partial, async () => {
    for (const archive of ['chromium.br', 'al2023.tar.br', 'fonts.tar.br', 'swiftshader.tar.br']) {
      await inflate(join(source, archive));
    }
  });
  writeFileSync(join(partial, 'fonts', 'fonts.conf'), fontsConfig());
  const script = [
    '#!/bin/sh',
    `export LD_LIBRARY_PATH='${unpacked}/al2023/lib' FONTCONFIG_PATH='${unpacked}/fonts'`,
    `exec '${unpacked}/chromium' "$@"`,
  ];
  writeFileSync(join(partial, 'chromium.sh'), `${script.join('\n')}\n`, { mode: 0o755 });
  rmSync(unpacked, { recursive: true, force: true });
  renameSync(partial, unpacked);
}

/** The package's own list of font folders has those of the cloud that it was made for. */
function fontsConfig(): string {
  const folders = [`${unpacked}/fonts/fonts`, '/usr/share/fonts', '/usr/local/share/fonts'];
  return [
    '<?xml version="1.0"?>',
    '<!DOCTYPE fontconfig SYSTEM "fonts.dtd">',
    '<fontconfig>',
    ...folders.map((folder) => `<dir>${folder}</dir>`),
    `<cachedir>${unpacked}/fonts-cache</cachedir>`,
    '</fontconfig>',
    '',
  ].join('\n');
}

/**
 * The package unpacks into the system's temporary folder, which other users share. This gives it another one.
 */
async function inTemporaryFolder(dir: string, work: () => Promise<void>): Promise<void> {
  const before = process.env.TMPDIR;
  process.env.TMPDIR = dir;
  try {
    if (tmpdir() !== dir) throw new Error('The temporary folder cannot be chosen on this system.');
    await work();
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
}
