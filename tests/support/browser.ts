/** One way to find, install and launch Chromium for every test and tool. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type LaunchOptions } from 'playwright';
import { root } from '../../server/bin/bootstrap.js';

const SYSTEM = '/usr/bin/chromium';
const unpacked = join(root, 'node_modules', '.cache', 'chromium');
const wrapper = join(unpacked, 'chromium.sh');
/** What was put there for tests. */
const BUILDS = [wrapper, chromium.executablePath()];

/** The pages of tests ask nobody but the server under test; and no machine of theirs needs a graphics card. */
const ARGS = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * The Chromium that is there already: `$CHROMIUM`, the one unpacked from npm, Playwright's own, Debian's. The first is
 * of one version everywhere, and without a window's outfit it needs 0.6 of the time that Debian's does.
 * @throws when there is none; `npm test` installs one
 */
export function chromiumPath(): string {
  const path = [process.env.CHROMIUM ?? '', ...BUILDS, SYSTEM].find((candidate) => existsSync(candidate));
  if (path === undefined) throw new Error('There is no Chromium here: run `npm test`, which installs one.');
  return path;
}

/**
 * As `chromiumPath`, and installs one first: the one on npm, or where that does not run Playwright's download.
 * @param say told what takes long
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
  // Where it was not made for this machine, its archives are not there or what is in them does not run.
  await unpack().catch(() => {});
  if (works(wrapper)) return wrapper;
  if (works(SYSTEM)) return SYSTEM;
  download();
  if (works(chromium.executablePath())) return chromium.executablePath();
  throw new Error('No Chromium could be installed: set CHROMIUM to the path of one.');
}

/** Options that fit every machine: as root, in a container, without a display. */
export function launchOptions(): LaunchOptions {
  return { executablePath: chromiumPath(), chromiumSandbox: false, args: ARGS };
}

/**
 * A browser whose contexts forget everything when closed.
 * @param args more of Chromium's own switches
 */
export function launchBrowser(args: readonly string[] = []): Promise<Browser> {
  return chromium.launch({ ...launchOptions(), args: [...ARGS, ...args] });
}

/** One that draws with a graphics card, made of software: its process can be ended, as a driver that crashes does. */
export function launchWithGraphics(): Promise<Browser> {
  const args = ARGS.filter((arg) => arg !== '--disable-gpu');
  const graphics = ['--ignore-gpu-blocklist', '--use-gl=angle', '--use-angle=swiftshader'];
  const forced = ['--enable-unsafe-swiftshader', '--enable-gpu-rasterization'];
  return chromium.launch({ ...launchOptions(), args: [...args, ...graphics, ...forced] });
}

/**
 * A browser that keeps its profile in `dir`, so that it can be closed and started again.
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

/** Playwright's own download fails quickly where its host cannot be reached. */
function download(): void {
  const cli = join(root, 'node_modules', '.bin', 'playwright');
  spawnSync(process.execPath, [cli, 'install', '--no-shell', 'chromium'], {
    cwd: root,
    stdio: 'ignore',
    timeout: 300_000,
  });
}

/**
 * Unpacks the Chromium of `@sparticuz/chromium` with the libraries it needs on a bare system. A small script
 * stands before it, so that one path is all that a caller has to know.
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

/** The package's own list of font folders names those of the cloud that it was made for. */
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

/** The package unpacks to the system's temporary folder, which other users of the machine share. */
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
