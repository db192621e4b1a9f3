import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createShell, type ShellFile } from './shell.ts';

const ORIGIN = 'http://127.0.0.1';
const VIDEO = 'assets/video-worker-';
const build = (hash: string): readonly ShellFile[] => [
  { url: 'index.html', revision: hash },
  { url: `assets/index-${hash}.js`, revision: null },
  { url: `${VIDEO}${hash}.js`, revision: null, isSeldom: true },
];

/** What the cache has, by its address without the origin. */
let kept: Map<string, Response>;
/** What the server does not have, or has something else instead of. */
let missing: Map<string, Response>;
let asked: string[];

const pathOf = (key: string | Request) => {
  const { pathname, search } = new URL(typeof key === 'string' ? key : key.url, ORIGIN);
  return pathname + search;
};

beforeEach(() => {
  [kept, missing, asked] = [new Map(), new Map(), []];
  const cache = {
    keys: async () => [...kept.keys()].map((path) => new Request(ORIGIN + path)),
    match: async (key: string) => kept.get(pathOf(key))?.clone(),
    put: async (key: string, response: Response) => void kept.set(pathOf(key), response),
    delete: async (key: Request) => kept.delete(pathOf(key)),
  };
  vi.stubGlobal('caches', { open: async () => cache });
  vi.stubGlobal('location', { origin: ORIGIN });
  vi.stubGlobal('fetch', async (key: string | Request) => {
    const path = pathOf(key);
    asked.push(path);
    return missing.get(path) ?? new Response(path, { headers: { 'Content-Type': 'text/javascript' } });
  });
});
afterEach(() => void vi.unstubAllGlobals());

const scripts = () => [...kept.keys()].filter((path) => path.includes(VIDEO));

function askFor(shell: ReturnType<typeof createShell>, hash: string): Promise<Response> {
  const url = new URL(`/${VIDEO}${hash}.js`, ORIGIN);
  return shell.answer(new Request(url), url);
}

async function activate(hash: string): Promise<ReturnType<typeof createShell>> {
  const shell = createShell(() => build(hash));
  await shell.install();
  await shell.forgetOldBuilds();
  return shell;
}

describe('worker: a file that few need', () => {
  test('is kept from when it is first asked for', async () => {
    const shell = await activate('AAAAAAAA');
    expect(scripts()).toEqual([]);
    expect(await (await askFor(shell, 'AAAAAAAA')).text()).toBe(`/${VIDEO}AAAAAAAA.js`);
    asked = [];
    expect(await (await askFor(shell, 'AAAAAAAA')).text()).toBe(`/${VIDEO}AAAAAAAA.js`);
    expect(asked).toEqual([]);
  });

  test('comes with a new build where the one before was used, and goes with the build after', async () => {
    await askFor(await activate('AAAAAAAA'), 'AAAAAAAA');
    await activate('BBBBBBBB');
    expect(scripts()).toEqual([`/${VIDEO}AAAAAAAA.js`, `/${VIDEO}BBBBBBBB.js`]);
    await activate('CCCCCCCC');
    expect(scripts()).toEqual([`/${VIDEO}BBBBBBBB.js`, `/${VIDEO}CCCCCCCC.js`]);
  });

  test('holds up no new build where it is missing', async () => {
    await askFor(await activate('AAAAAAAA'), 'AAAAAAAA');
    missing.set(`/${VIDEO}BBBBBBBB.js`, new Response('', { status: 404 }));
    await activate('BBBBBBBB');
    expect(scripts()).toEqual([`/${VIDEO}AAAAAAAA.js`]);
  });

  test('is neither an error, nor a page, nor the script of another build', async () => {
    const shell = await activate('BBBBBBBB');
    missing.set(
      `/${VIDEO}BBBBBBBB.js`,
      new Response('<!doctype html>', { headers: { 'Content-Type': 'text/html' } }),
    );
    await askFor(shell, 'BBBBBBBB');
    missing.set(`/${VIDEO}BBBBBBBB.js`, new Response('', { status: 404 }));
    await askFor(shell, 'BBBBBBBB');
    await askFor(shell, 'AAAAAAAA');
    expect(scripts()).toEqual([]);
  });
});
