import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { precompress } from './precompress.ts';
import { encodingWeight, loadSite, type StaticSite } from './static.ts';

const SCRIPT = 'export const stroke = [1, 2, 3];\n'.repeat(200);
const FILES: Record<string, string> = {
  'index.html': `<!doctype html><title>Pleinair</title>${'<p>shell</p>'.repeat(200)}`,
  'sw.js': SCRIPT,
  'manifest.webmanifest': '{"name":"Pleinair"}',
  'assets/app-B1x2.js': SCRIPT,
  'assets/app-B1x2.css': 'p{}',
  'assets/type-9a.woff2': 'font',
  'icons/icon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'icons/icon.png': 'png',
};

let dir = '';
let site: StaticSite;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'pleinair-site-'));
  for (const [name, text] of Object.entries(FILES)) {
    await mkdir(dirname(join(dir, name)), { recursive: true });
    await writeFile(join(dir, name), text);
  }
  await precompress(dir);
  site = await loadSite(dir);
});
afterAll(() => rm(dir, { recursive: true }));

const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  site(new Request(`http://127.0.0.1${path}`, { method, headers }), path);

describe('server: the built app', () => {
  test('hashed assets are kept for a year, the shell, worker and manifest are asked about each time', async () => {
    const cacheOf = async (path: string) => (await ask(path)).headers.get('Cache-Control');
    expect(await cacheOf('/assets/app-B1x2.js')).toBe('public, max-age=31536000, immutable');
    for (const path of ['/', '/index.html', '/air', '/sw.js', '/manifest.webmanifest', '/icons/icon.svg']) {
      expect(await cacheOf(path)).toBe('no-cache');
    }
  });

  test.for([
    ['/', 'text/html; charset=utf-8'],
    ['/sw.js', 'text/javascript; charset=utf-8'],
    ['/manifest.webmanifest', 'application/manifest+json'],
    ['/assets/app-B1x2.css', 'text/css; charset=utf-8'],
    ['/assets/type-9a.woff2', 'font/woff2'],
    ['/icons/icon.svg', 'image/svg+xml'],
    ['/icons/icon.png', 'image/png'],
  ])('%s is %s', async ([path, type]) => {
    expect((await ask(path!)).headers.get('Content-Type')).toBe(type);
  });

  test('every address of the app gives the shell', async () => {
    const id = '0b5c4e2a-9d1f-4c7e-8a3b-5f6e7d8c9b0a';
    for (const path of [
      '/',
      `/drawings/${id}`,
      '/drawings/new',
      `/trash/${id}`,
      '/air',
      '/air/guide',
      '/supplies',
      '/settings',
    ]) {
      const response = await ask(path);
      expect(response.status).toBe(200);
      expect(await response.text()).toBe(FILES['index.html']);
    }
  });

  test('an app address with a slash at its end leads to the one without', async () => {
    const response = await ask('/air/');
    expect(response.status).toBe(308);
    expect(response.headers.get('Location')).toBe('/air');
  });

  test('an unknown address gets a page that says so, and is not kept', async () => {
    for (const path of [
      '/nothing',
      '/assets/old-1.js',
      '/drawings',
      '/trash',
      '/drawings/a/b',
      '//evil.example/',
    ]) {
      const response = await ask(path);
      expect(response.status).toBe(404);
      expect(response.headers.get('Cache-Control')).toBe('no-store');
      expect(await response.text()).toContain('Page not found');
    }
  });

  test('no path leads out of the folder', async () => {
    for (const path of [
      '/../package.json',
      '/assets/../../etc/passwd',
      '/%2e%2e/package.json',
      '/..%2fx',
      '/\0',
    ]) {
      expect((await site(new Request('http://127.0.0.1/'), path)).status).toBe(404);
    }
  });

  test('a client that can gets brotli, else gzip, else the plain file', async () => {
    const br = await ask('/assets/app-B1x2.js', { 'Accept-Encoding': 'gzip, deflate, br, zstd' });
    expect(br.headers.get('Content-Encoding')).toBe('br');
    expect(brotliDecompressSync(Buffer.from(await br.arrayBuffer())).toString()).toBe(SCRIPT);
    const gz = await ask('/assets/app-B1x2.js', { 'Accept-Encoding': 'gzip' });
    expect(gz.headers.get('Content-Encoding')).toBe('gzip');
    expect(gunzipSync(Buffer.from(await gz.arrayBuffer())).toString()).toBe(SCRIPT);
    const again = await ask('/assets/app-B1x2.js', { 'Accept-Encoding': 'gzip' });
    expect(gunzipSync(Buffer.from(await again.arrayBuffer())).toString()).toBe(SCRIPT);
    const plain = await ask('/assets/app-B1x2.js', { 'Accept-Encoding': 'br;q=0, gzip;q=0' });
    expect(plain.headers.get('Content-Encoding')).toBeNull();
    expect(await plain.text()).toBe(SCRIPT);
    for (const response of [br, gz, plain]) expect(response.headers.get('Vary')).toBe('Accept-Encoding');
    expect(new Set([br, gz, plain].map((response) => response.headers.get('ETag'))).size).toBe(3);
  });

  test('weights decide between encodings', async () => {
    expect(encodingWeight('br;q=0.5, gzip', 'br')).toBe(0.5);
    expect(encodingWeight('BR', 'br')).toBe(1);
    expect(encodingWeight('*;q=0.3', 'gzip')).toBe(0.3);
    expect(encodingWeight('*, br;q=0', 'br')).toBe(0);
    expect(encodingWeight('br;q=x', 'br')).toBe(0);
    expect(encodingWeight('', 'br')).toBe(0);
    const gz = await ask('/sw.js', { 'Accept-Encoding': 'br;q=0.5, gzip' });
    expect(gz.headers.get('Content-Encoding')).toBe('gzip');
  });

  test('a file too small to gain is sent as it is, without Vary', async () => {
    const response = await ask('/manifest.webmanifest', { 'Accept-Encoding': 'br' });
    expect(response.headers.get('Content-Encoding')).toBeNull();
    expect(response.headers.get('Vary')).toBeNull();
  });

  test('If-None-Match with the tag gives 304, also weak and in a list; with another it gives the file', async () => {
    const etag = (await ask('/')).headers.get('ETag') ?? '';
    for (const tag of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const response = await ask('/', { 'If-None-Match': tag });
      expect(response.status).toBe(304);
      expect(await response.text()).toBe('');
      expect(response.headers.get('ETag')).toBe(etag);
      expect(response.headers.get('Cache-Control')).toBe('no-cache');
    }
    expect((await ask('/', { 'If-None-Match': '"other"' })).status).toBe(200);
    expect((await ask('/', { 'If-None-Match': etag, 'Accept-Encoding': 'br' })).status).toBe(200);
  });

  test("HEAD has GET's headers and no content", async () => {
    const head = await ask('/sw.js', {}, 'HEAD');
    expect(Object.fromEntries(head.headers)).toEqual(Object.fromEntries((await ask('/sw.js')).headers));
    expect(head.headers.get('Content-Length')).toBe(String(SCRIPT.length));
    expect(await head.text()).toBe('');
  });

  test('other methods are refused with Allow', async () => {
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
      const response = await ask('/', {}, method);
      expect(response.status).toBe(405);
      expect(response.headers.get('Allow')).toBe('GET, HEAD');
    }
  });

  test('without a build every address says that the app is not built', async () => {
    const empty = await loadSite(join(dir, 'missing'));
    const response = await empty(new Request('http://127.0.0.1/'), '/');
    expect(response.status).toBe(503);
    expect(await response.text()).toContain('not built');
  });
});
