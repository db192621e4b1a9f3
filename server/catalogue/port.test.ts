import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Store, StoreUnavailable } from '../../src/api/ports.ts';
import { DAY, HOUR, MINUTE } from '../../src/core/air/time.ts';
import { memoryStore } from '../../src/store/memory.ts';
import { ALLOWED, openShops, page, redirect, type Shops } from '../../tests/support/shops.ts';
import { sqliteStore } from '../store/index.ts';
import { type ServerCatalogue, type ServerCatalogueOptions, serverCatalogue } from './port.ts';

const START = Date.parse('2026-11-21T10:00:00+08:00');
const PATIENT = { timeout: 15_000 };

/** 20 MB of spaces in 20 KB. */
const BOMB = gzipSync(' '.repeat(20 * 1024 * 1024));

let now = START;
let folder: string;
let store: Store;
let logged: { readonly message: string; readonly facts: Readonly<Record<string, unknown>> }[];
const open: ServerCatalogue[] = [];
const servers: Server[] = [];

beforeEach(() => {
  now = START;
  logged = [];
  folder = mkdtempSync(join(tmpdir(), 'pleinair-catalogue-'));
  store = sqliteStore({ file: join(folder, 'db.sqlite') });
});
afterEach(async () => {
  for (const port of open.splice(0)) port.close();
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

function products(location: string | undefined, more: Partial<ServerCatalogueOptions> = {}): ServerCatalogue {
  const port = serverCatalogue({
    location,
    allowed: { redirect: [], marketplace: [] },
    store,
    now: () => now,
    random: () => 0.5,
    log: (message, facts) => logged.push({ message, facts }),
    pauseMs: 0,
    patienceMs: 20_000,
    ...more,
  });
  open.push(port);
  return port;
}

/** Ends it and its store, and opens the store again, as another start of the server does. */
async function restart(): Promise<void> {
  for (const port of open.splice(0)) port.close();
  await store.close();
  store = sqliteStore({ file: join(folder, 'db.sqlite') });
}

const file = () => join(folder, 'catalogue.json');

function catalogue(...names: string[]): string {
  return JSON.stringify({
    source: 'A test',
    masks: {
      url: 'https://shop.example/masks',
      catalogueUrl: 'https://shop.example/catalogue/masks',
      products: names.map((name, index) => ({
        id: `m${index}`,
        name,
        price: `S$ ${index}.50`,
        priceCheckedAt: '2026-11-20T09:00:00+08:00',
        affiliateUrl: `https://go.example/r/${index}`,
      })),
    },
  });
}

const names = async (port: ServerCatalogue) =>
  (await port.catalogue('masks')).products.map((product) => product.name);
const warning = async (port: ServerCatalogue) => (await port.catalogue('masks')).warning;

describe('products: the catalogue in a file', () => {
  it('is answered whole, in its order, and the other category is empty', async () => {
    writeFileSync(file(), catalogue('One', 'Two'));
    const port = products(file());
    const masks = await port.catalogue('masks');
    expect(masks).toEqual({
      products: ['One', 'Two'].map((name, index) => ({
        id: `m${index}`,
        name,
        image: null,
        price: `S$ ${index}.50`,
        priceCheckedAt: '2026-11-20T09:00:00+08:00',
        url: 'https://shop.example/masks',
        catalogueUrl: 'https://shop.example/catalogue/masks',
        affiliateUrl: null,
        productPageUrl: null,
      })),
      source: 'A test',
      catalogueSource: null,
      fetchedAt: '2026-11-21T10:00:00+08:00',
      warning: null,
    });
    expect(await port.catalogue('purifiers')).toMatchObject({ products: [], warning: null });
    expect(await port.catalogue('masks')).toBe(masks);
  });

  it('is read again when it changed, and at least daily', async () => {
    writeFileSync(file(), catalogue('One'));
    const port = products(file());
    expect(await names(port)).toEqual(['One']);
    writeFileSync(file(), catalogue('Another'));
    expect(await names(port)).toEqual(['One']);
    now += 5_000;
    expect(await names(port)).toEqual(['Another']);
    now += DAY - 1;
    expect(await port.catalogue('masks')).toMatchObject({ fetchedAt: '2026-11-21T10:00:05+08:00' });
    now += 5_000;
    expect(await port.catalogue('masks')).toMatchObject({ fetchedAt: '2026-11-22T10:00:09+08:00' });
  });

  const FAULTS: readonly (readonly [string, string, () => void])[] = [
    ['is missing', 'is missing', () => rmSync(file())],
    ['is empty', 'is not as its format asks', () => writeFileSync(file(), '')],
    ['is cut off', 'is not as its format asks', () => writeFileSync(file(), catalogue('New').slice(0, 90))],
    ['is HTML', 'is not as its format asks', () => writeFileSync(file(), '<!doctype html><p>Hello')],
    ['breaks one rule', 'is not as its format asks', () => writeFileSync(file(), catalogue('New', ''))],
    [
      'has a price without a date',
      'is not as its format asks',
      () => writeFileSync(file(), catalogue('New').replace(/"priceCheckedAt":"[^"]+",/, '')),
    ],
    [
      'is too large',
      'is larger than 1024 KB',
      () => writeFileSync(file(), catalogue('New') + ' '.repeat(1024 * 1024)),
    ],
    [
      'is not UTF-8',
      'is not text in UTF-8',
      () => writeFileSync(file(), Buffer.from(catalogue('é'), 'latin1')),
    ],
    [
      'is a folder',
      'is not a file',
      () => {
        rmSync(file());
        mkdirSync(file());
      },
    ],
    [
      'is a pipe that nobody writes to',
      'is not a file',
      () => {
        rmSync(file());
        execFileSync('mkfifo', [file()]);
      },
    ],
  ];
  it.for(FAULTS)(
    'that %s leaves a warning and what was good, also after a restart',
    async ([, why, spoil]) => {
      writeFileSync(file(), catalogue('Good'));
      const port = products(file());
      expect(await names(port)).toEqual(['Good']);
      now += HOUR;
      spoil();
      const expected = {
        products: [expect.objectContaining({ name: 'Good', priceCheckedAt: '2026-11-20T09:00:00+08:00' })],
        source: 'A test',
        fetchedAt: '2026-11-21T10:00:00+08:00',
        warning: `The catalogue ${why}; what is shown was read at 10:00 SGT on 21 Nov 2026.`,
      };
      expect(await port.catalogue('masks')).toMatchObject(expected);
      now += 6_000;
      expect(await port.catalogue('masks')).toMatchObject(expected);
      await restart();
      expect(await products(file()).catalogue('masks')).toMatchObject(expected);
      expect(JSON.stringify(await port.catalogue('masks'))).not.toContain(folder);
    },
  );

  it('that is bad from the first start has no entries and a warning', async () => {
    const port = products(file());
    expect(await port.catalogue('masks')).toEqual({
      products: [],
      source: 'The operator of this server',
      catalogueSource: null,
      fetchedAt: null,
      warning: 'The catalogue is missing, so there is nothing to show.',
    });
    writeFileSync(file(), catalogue('One'));
    now += 5_000;
    expect(await port.catalogue('masks')).toMatchObject({ products: [{ name: 'One' }], warning: null });
  });

  it('that was bad, went away and came back as it was, is still bad', async () => {
    writeFileSync(file(), '{');
    const port = products(file());
    const refused = 'The catalogue is not as its format asks, so there is nothing to show.';
    expect(await warning(port)).toBe(refused);
    renameSync(file(), `${file()}.away`);
    now += 5_000;
    expect(await warning(port)).toContain('is missing');
    renameSync(`${file()}.away`, file());
    now += 5_000;
    expect(await warning(port)).toBe(refused);
    now += 5_000;
    expect(await warning(port)).toBe(refused);
  });

  it('the log says what is wrong, by line, once', async () => {
    writeFileSync(file(), `{\n  "source": ""\n}`);
    const port = products(file());
    for (let i = 0; i < 3; i += 1) {
      await port.catalogue('masks');
      now += 5_000;
    }
    expect(logged).toEqual([
      {
        message: 'the catalogue cannot be used',
        facts: { faults: 2, first: expect.stringMatching(/^line 1, column 1: the catalogue: has neither/) },
      },
    ]);
  });

  it('another catalogue does not show what was kept of the first', async () => {
    writeFileSync(file(), catalogue('First'));
    await products(file()).catalogue('masks');
    await restart();
    expect(await products(join(folder, 'other.json')).catalogue('masks')).toMatchObject({ products: [] });
  });

  it('hostile text is answered as text', async () => {
    const hostile = [
      '<script>alert(1)</script>',
      '<img src=x onerror=alert(1)>&amp;"\'',
      `\u202e\u2066evil\u0000\u001b[31m`,
      'x'.repeat(10_240),
      '\ud800 half',
      'a\u200bb',
    ];
    writeFileSync(file(), catalogue(...hostile));
    expect(await names(products(file()))).toEqual([
      '<script>alert(1)</script>',
      '<img src=x onerror=alert(1)>&amp;"\'',
      'evil [31m',
      `${'x'.repeat(199)}…`,
      '\ufffd half',
      'ab',
    ]);
  });

  it('a store that does not answer costs nothing but what would be kept', async () => {
    const broken = async () => {
      throw new StoreUnavailable('no');
    };
    writeFileSync(file(), catalogue('One'));
    const port = products(file(), { store: { ...memoryStore(), read: broken, write: broken } });
    expect(await names(port)).toEqual(['One']);
    expect(logged.length).toBeGreaterThan(0);
  });

  it('what was kept and is no catalogue any more is passed over', async () => {
    await store.write(async (tx) => {
      await tx.putValue('catalogue', '{"location":');
      await tx.putValue('catalogue-links', '[1]');
    });
    expect(await products(file()).catalogue('masks')).toMatchObject({ products: [] });
  });
});

describe('products: no catalogue', () => {
  it('is an empty answer with a warning that says so', async () => {
    expect(await products(undefined).catalogue('purifiers')).toEqual({
      products: [],
      source: 'The operator of this server',
      catalogueSource: null,
      fetchedAt: null,
      warning: 'No catalogue of masks and purifiers has been set up on this server.',
    });
  });
});

describe('products: the catalogue at an address', () => {
  type Answer = (request: IncomingMessage, response: ServerResponse) => void;
  let answer: Answer;
  let asked: IncomingMessage[];
  const good =
    (text: string, headers: Record<string, string> = {}): Answer =>
    (_request, response) =>
      void response.writeHead(200, headers).end(text);

  async function address(): Promise<string> {
    asked = [];
    const server = createServer((request, response) => {
      asked.push(request);
      answer(request, response);
    });
    servers.push(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const bound = server.address();
    if (typeof bound !== 'object' || bound === null) throw new Error('no port');
    return `http://127.0.0.1:${bound.port}/catalogue.json?token=secret`;
  }

  it('is asked once an hour, with what it said of its version, and 304 confirms it', async () => {
    answer = (request, response) => {
      if (request.headers['if-none-match'] === '"v1"') response.writeHead(304).end();
      else
        good(catalogue('One'), { etag: '"v1"', 'last-modified': 'Sat, 21 Nov 2026 00:00:00 GMT' })(
          request,
          response,
        );
    };
    const url = await address();
    const port = products(url);
    await Promise.all([names(port), names(port), port.catalogue('purifiers')]);
    expect(await names(port)).toEqual(['One']);
    now += HOUR - 1;
    await names(port);
    expect(asked).toHaveLength(1);
    now += 1;
    await names(port);
    await expect
      .poll(async () => (await port.catalogue('masks')).fetchedAt, PATIENT)
      .toBe('2026-11-21T11:00:00+08:00');
    expect(asked).toHaveLength(2);
    expect(asked[1]?.headers).toMatchObject({
      'if-none-match': '"v1"',
      'if-modified-since': 'Sat, 21 Nov 2026 00:00:00 GMT',
    });
    await restart();
    const again = products(url);
    expect(await names(again)).toEqual(['One']);
    await expect.poll(() => asked.length, PATIENT).toBe(3);
    expect(asked[2]?.headers['if-none-match']).toBe('"v1"');
    expect(await warning(again)).toBeNull();
  });

  const FAULTS: readonly (readonly [string, string, Answer])[] = [
    ['HTTP 500', 'is answered with HTTP 500', (_q, r) => void r.writeHead(500).end('oops')],
    ['HTTP 404', 'is answered with HTTP 404', (_q, r) => void r.writeHead(404).end()],
    ['a 304 that was not asked for', 'is answered with HTTP 304', (_q, r) => void r.writeHead(304).end()],
    ['a login page', 'is not as its format asks', good('<html><form>Log in</form>')],
    ['JSON that is cut off', 'is not as its format asks', good(catalogue('New').slice(0, 100))],
    [
      'a body that breaks off',
      'cannot be reached',
      (_q, r) => {
        r.writeHead(200, { 'content-length': '5000' });
        r.write('{"source":', () => r.destroy());
      },
    ],
    ['a hang', 'does not arrive in time', () => {}],
    ['a body that stops coming', 'does not arrive in time', (_q, r) => void r.writeHead(200).write('{')],
    [
      'a body without end',
      'is larger than 1024 KB',
      (_q, r) => {
        r.writeHead(200);
        const more = () => {
          while (!r.destroyed && r.write(' '.repeat(65_536)));
        };
        r.on('drain', more);
        more();
      },
    ],
    [
      'a compressed bomb',
      'is larger than 1024 KB',
      (_q, r) => {
        r.writeHead(200, { 'content-encoding': 'gzip' }).end(BOMB);
      },
    ],
    [
      'a redirect without end',
      'cannot be reached',
      (q, r) => {
        r.writeHead(302, { location: q.url ?? '/' }).end();
      },
    ],
  ];
  it.for(FAULTS)(
    'with %s keeps the last good entries, over a restart, and leaves a warning',
    async ([, why, bad]) => {
      answer = good(catalogue('Good'));
      const url = await address();
      // Only what does not come at all may run out of time on a busy machine.
      const timeoutMs = why === 'does not arrive in time' ? 1_500 : 20_000;
      const port = products(url, { timeoutMs });
      expect(await names(port)).toEqual(['Good']);
      answer = bad;
      now += 2 * HOUR;
      const said = `The catalogue ${why}; what is shown was read at 10:00 SGT on 21 Nov 2026.`;
      await expect.poll(() => warning(port), PATIENT).toBe(said);
      expect(await names(port)).toEqual(['Good']);
      expect(JSON.stringify([await port.catalogue('masks'), logged])).not.toMatch(/secret|127\.0\.0\.1/);
      await restart();
      const again = products(url, { timeoutMs });
      await expect.poll(() => warning(again), PATIENT).toBe(said);
      expect(await names(again)).toEqual(['Good']);
      answer = good(catalogue('Better'));
      now += 10 * MINUTE;
      await expect.poll(() => names(again), PATIENT).toEqual(['Better']);
      expect(await warning(again)).toBeNull();
    },
  );

  it('that fails is asked again after a pause that doubles, and not before it asked to be', async () => {
    // Each answer is another status, so that the warning tells which one has arrived.
    answer = (_request, response) => {
      const headers: Record<string, string> = asked.length === 4 ? { 'retry-after': '590' } : {};
      response.writeHead(499 + asked.length, headers).end();
    };
    let begun = 0;
    const counting: typeof fetch = (...question) => {
      begun += 1;
      return fetch(...question);
    };
    const port = products(await address(), { fetch: counting });
    const arrives = (status: number) => expect.poll(() => warning(port), PATIENT).toContain(`HTTP ${status}`);
    await arrives(500);
    for (const [index, minutes] of [1, 2, 4, 590 / 60].entries()) {
      now += minutes * MINUTE - 1;
      await warning(port);
      expect(begun).toBe(index + 1);
      now += 1;
      await arrives(501 + index);
    }
  });

  it('that hangs from the first start is waited for no longer than patience lasts', async () => {
    answer = () => {};
    const port = products(await address(), { timeoutMs: 5_000, patienceMs: 100 });
    const before = performance.now();
    expect(await port.catalogue('masks')).toMatchObject({
      products: [],
      fetchedAt: null,
      warning: 'The catalogue has not been read yet.',
    });
    expect(performance.now() - before).toBeLessThan(4_000);
  });

  it('that hangs while there is something to show is not waited for', async () => {
    answer = good(catalogue('Good'));
    const port = products(await address(), { timeoutMs: 20_000 });
    expect(await names(port)).toEqual(['Good']);
    answer = () => {};
    now += 2 * HOUR;
    const before = performance.now();
    expect(await names(port)).toEqual(['Good']);
    expect(performance.now() - before).toBeLessThan(10_000);
  });

  it('is named to callers when it is a public one, without its query', async () => {
    const fetchIt = async () => new Response(catalogue('One'));
    const port = products('https://files.example.org/c.json?token=secret', { fetch: fetchIt });
    expect(await port.catalogue('masks')).toMatchObject({
      products: [{ name: 'One' }],
      catalogueSource: 'https://files.example.org/c.json',
    });
  });
});

describe('products: affiliate links', () => {
  let shops: Shops;
  beforeEach(async () => {
    shops = await openShops();
    shops.pages.set('go.example/r/0', redirect('https://market.example/item/0'));
    shops.pages.set('market.example/item/0', page());
    shops.pages.set('go.example/r/1', redirect('https://evil.example/'));
    writeFileSync(file(), catalogue('Good', 'Evil'));
  });
  afterEach(() => shops.close());

  const shop = (more: Partial<ServerCatalogueOptions> = {}) =>
    products(file(), { allowed: ALLOWED, follow: (link) => shops.follow(link), ...more });
  const links = async (port: ServerCatalogue) =>
    (await port.catalogue('masks')).products.map(({ affiliateUrl }) => affiliateUrl);
  const GOOD = 'https://go.example/r/0';

  it('are null until they were followed, and stay so when they lead elsewhere', async () => {
    const port = shop();
    await expect.poll(() => links(port), PATIENT).toEqual([GOOD, null]);
    await expect.poll(() => shops.asked.length, PATIENT).toBe(3);
    expect(shops.asked).toEqual(['HEAD go.example/r/0', 'HEAD market.example/item/0', 'HEAD go.example/r/1']);
    await expect
      .poll(() => logged, PATIENT)
      .toEqual([
        {
          message: 'a link of the catalogue is not verified',
          facts: { product: 'm1', reason: expect.stringContaining('it leads to evil.example') },
        },
      ]);
    now += DAY - 3 * HOUR;
    await links(port);
    expect(shops.asked).toHaveLength(3);
  });

  it('are followed one at a time', async () => {
    let [current, most, followed] = [0, 0, 0];
    writeFileSync(file(), catalogue('A', 'B', 'C', 'D'));
    const port = shop({
      async follow(link) {
        current += 1;
        most = Math.max(most, current);
        const found = await shops.follow(link);
        current -= 1;
        followed += 1;
        return found;
      },
    });
    await expect
      .poll(async () => {
        await Promise.all([links(port), links(port), port.catalogue('purifiers')]);
        return followed;
      }, PATIENT)
      .toBe(4);
    expect(most).toBe(1);
  });

  it('are followed again each day, and one that turned bad is not shown', async () => {
    const port = shop();
    await expect.poll(() => links(port), PATIENT).toEqual([GOOD, null]);
    shops.pages.set('go.example/r/0', redirect('https://evil.example/'));
    now += DAY + 2 * HOUR;
    await expect.poll(() => links(port), PATIENT).toEqual([null, null]);
    shops.pages.set('go.example/r/0', redirect('https://market.example/item/0'));
    now += DAY + 2 * HOUR;
    await expect.poll(() => links(port), PATIENT).toEqual([GOOD, null]);
  });

  it('that cannot be followed for a while stay for two days, and no longer', async () => {
    const port = shop();
    await expect.poll(() => links(port), PATIENT).toEqual([GOOD, null]);
    shops.pages.set('market.example/item/0', page(503));
    now += DAY + 2 * HOUR;
    await links(port);
    await expect
      .poll(() => logged.at(-1)?.facts, PATIENT)
      .toEqual({
        product: 'm0',
        reason: 'market.example answers HTTP 503',
      });
    expect(await links(port)).toEqual([GOOD, null]);
    now += DAY - 2 * HOUR;
    expect(await links(port)).toEqual([null, null]);
    shops.pages.set('market.example/item/0', page());
    await expect
      .poll(async () => {
        now += MINUTE;
        return links(port);
      }, PATIENT)
      .toEqual([GOOD, null]);
  });

  it('are known over a restart without being followed again', async () => {
    const port = shop();
    await expect.poll(() => links(port), PATIENT).toEqual([GOOD, null]);
    await expect.poll(() => logged.length, PATIENT).toBe(1);
    await expect
      .poll(async () => (await store.read((tx) => tx.value('catalogue-links')))?.includes('evil'), PATIENT)
      .toBe(true);
    await restart();
    const asked = shops.asked.length;
    const again = shop();
    expect(await links(again)).toEqual([GOOD, null]);
    now += HOUR;
    expect(await links(again)).toEqual([GOOD, null]);
    expect(shops.asked).toHaveLength(asked);
  });

  it('known over a restart are not shown when the lists no longer allow them, and looked at when they allow more', async () => {
    const port = shop();
    await expect.poll(() => links(port), PATIENT).toEqual([GOOD, null]);
    await expect.poll(() => logged.length, PATIENT).toBe(1);
    await restart();
    const other = { redirect: ['go.example'], marketplace: ['www.market.example'] };
    const follow = (link: string) => shops.follow(link, { allowed: other });
    const less = shop({ allowed: other, follow });
    expect(await links(less)).toEqual([null, null]);
    await expect.poll(() => logged.length, PATIENT).toBe(3);
    await restart();
    await expect.poll(() => links(shop()), PATIENT).toEqual([GOOD, null]);
  });

  it('without lists are never followed', async () => {
    writeFileSync(file(), catalogue('A'));
    let asked = 0;
    const fetched = products(file(), {
      follow: async (link) => {
        asked += 1;
        return shops.follow(link, { allowed: { redirect: [], marketplace: [] } });
      },
    });
    await links(fetched);
    await expect.poll(() => asked, PATIENT).toBe(1);
    expect(shops.asked).toEqual([]);
    expect(await links(fetched)).toEqual([null]);
  });

  it('of a clock that was set back are followed anew', async () => {
    const port = shop();
    await expect.poll(() => links(port), PATIENT).toEqual([GOOD, null]);
    now -= 30 * DAY;
    await expect
      .poll(async () => {
        await links(port);
        return shops.asked.filter((line) => line.includes('r/0')).length;
      }, PATIENT)
      .toBe(2);
    await expect.poll(() => links(port), PATIENT).toEqual([GOOD, null]);
  });
});
