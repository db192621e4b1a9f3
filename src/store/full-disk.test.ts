/** A browser whose disk has no space at all, which its own limit does not show. */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, rmdirSync, statSync, truncateSync, writeSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type * as InPage from '../../tests/store/page.ts';
import { launchProfile } from '../../tests/support/browser.ts';
import { bundle } from '../../tests/support/bundle.ts';

const HTML = `<!doctype html><title>Store</title>
  <script type="module">import * as inPage from '/bundle.js'; window.inPage = inPage;</script>`;

/** A small disk in memory. Undefined where none can be mounted: only root may. */
function mountDisk(): string | undefined {
  const path = mkdtempSync(join(tmpdir(), 'pleinair-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=120m', 'tmpfs', path], { stdio: 'ignore' });
    return path;
  } catch {
    rmdirSync(path);
    return undefined;
  }
}

function unmount(disk: string): void {
  execFileSync('umount', ['--lazy', disk]);
  rmdirSync(disk);
}

function canMount(): boolean {
  const disk = mountDisk();
  if (disk !== undefined) unmount(disk);
  return disk !== undefined;
}

/** Writes a file until no byte more fits. Returns what frees so many bytes of it, by default all. */
function fill(disk: string): (bytes?: number) => void {
  const path = join(disk, 'filler');
  const file = openSync(path, 'a');
  for (const size of [1_048_576, 4_096]) {
    try {
      for (;;) writeSync(file, Buffer.alloc(size));
    } catch {
      // No room for another piece of this size.
    }
  }
  closeSync(file);
  return (bytes = Infinity) => truncateSync(path, Math.max(0, statSync(path).size - bytes));
}

describe.skipIf(!canMount())('store: a disk without a free byte, in Chromium', { timeout: 60_000 }, () => {
  let server: Server;
  let origin: string;

  beforeAll(async () => {
    const code = await bundle(join(import.meta.dirname, '../../tests/store/page.ts'));
    server = createServer((request, response) => {
      const script = request.url === '/bundle.js';
      response.setHeader('Content-Type', script ? 'text/javascript' : 'text/html');
      response.end(script ? code : HTML);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  }, 60_000);
  afterAll(() => server?.close());

  /** A browser on a disk of its own. `call` runs a function of tests/store/page.ts in its page. */
  async function start() {
    const disk = mountDisk();
    if (disk === undefined) throw new Error('no disk could be mounted');
    const open = async () => {
      const context = await launchProfile(join(disk, 'profile'));
      const page = await context.newPage();
      await page.goto(origin);
      await page.waitForFunction(() => 'inPage' in window);
      return page;
    };
    let page: Page = await open();
    onTestFinished(async () => {
      await page.context().close();
      unmount(disk);
    });
    return {
      fill: () => fill(disk),
      /** Ends the browser at once, as a kill does, and starts it again. */
      async restart() {
        const context = page.context();
        const ended = context.waitForEvent('close');
        const session = await context.newCDPSession(page);
        // It ends before it answers.
        await session.send('Browser.crash').catch(() => {});
        await ended;
        page = await open();
      },
      call<Name extends keyof typeof InPage>(
        name: Name,
        ...args: Parameters<(typeof InPage)[Name]>
      ): Promise<Awaited<ReturnType<(typeof InPage)[Name]>>> {
        return page.evaluate(([fn, values]) => Reflect.get(window, 'inPage')[fn](...values), [
          name,
          args,
        ] as const);
      },
    };
  }
  type Started = Awaited<ReturnType<typeof start>>;

  /** Writes chunks, each of which is acknowledged. */
  async function write({ call }: Started, ids: readonly string[]): Promise<void> {
    for (const id of ids) expect(await call('writeChunk', 'disk', id, 30_000)).toBe('');
  }

  async function expectAll({ call }: Started, ids: readonly string[]): Promise<void> {
    for (const id of ids) expect(await call('chunkLength', 'disk', id), id).toBe(30_000);
  }

  const before = ['a', 'b', 'c'];
  const after = ['x', 'y', 'z'];

  it('is reported as full storage, and what is stored once there is room is there at the next start', async () => {
    const device = await start();
    await write(device, before);
    const free = device.fill();
    // The first has a file of its own. After it the database does not open.
    for (const [id, size] of [
      ['large', 300_000] as const,
      ['small', 30_000] as const,
      ['again', 10] as const,
    ])
      expect(await device.call('writeChunk', 'disk', id, size), id).toBe('StoreFull');
    free();
    await write(device, after);
    await device.restart();
    await expectAll(device, [...before, ...after]);
  });

  it('is met by another database of the page, and what is stored here after that is there at the next start', async () => {
    const device = await start();
    await write(device, before);
    await device.call('openElsewhere', 'other');
    const free = device.fill();
    expect(await device.call('writeElsewhere', 'other', 30_000)).toMatch(/Error/);
    free();
    await write(device, after);
    await device.restart();
    await expectAll(device, [...before, ...after]);
  });

  it('is not forgotten with the page', async () => {
    const device = await start();
    await write(device, before);
    const free = device.fill();
    expect(await device.call('writeChunk', 'disk', 'small', 30_000)).toBe('StoreFull');
    await expect.poll(() => device.call('isLogSound')).toBe(false);
    await device.restart();
    free();
    await write(device, after);
    await device.restart();
    await expectAll(device, [...before, ...after]);
    expect(await device.call('isLogSound')).toBe(true);
  });

  it('is noticed by the memory of drawings while nobody else has a database open', async () => {
    const device = await start();
    await write(device, before);
    await device.restart();
    await device.call('remember', 10);
    expect(await device.call('isLogSound')).toBe(true);
    const free = device.fill();
    await device.call('remember', 30_000);
    await expect.poll(() => device.call('isLogSound')).toBe(false);
    await device.restart();
    free();
    await write(device, after);
    await device.restart();
    await expectAll(device, [...before, ...after]);
  });

  it('lets the memory of drawings write nothing until the store has written', async () => {
    const device = await start();
    await write(device, before);
    await device.call('remember', 10);
    const free = device.fill();
    expect(await device.call('writeChunk', 'disk', 'small', 30_000)).toBe('StoreFull');
    free();
    // More than half a record lacks: the database would be found damaged.
    for (let n = 0; n < 3; n++) await device.call('remember', 30_000);
    await device.restart();
    await expectAll(device, before);
    await write(device, after);
    await device.restart();
    await expectAll(device, [...before, ...after]);
  });

  it('is full storage still where there is room for what is stored, but not for a new log', async () => {
    const device = await start();
    const many = Array.from({ length: 100 }, (_, n) => String(n));
    await write(device, many);
    const free = device.fill();
    expect(await device.call('writeChunk', 'disk', 'full', 30_000)).toBe('StoreFull');
    free(300_000);
    for (const id of ['some', 'room'])
      expect(await device.call('writeChunk', 'disk', id, 30_000)).toBe('StoreFull');
    await expectAll(device, many);
    free();
    await write(device, after);
    await device.restart();
    await expectAll(device, [...many, ...after]);
  });
});
