import { execFileSync } from 'node:child_process';
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { StoreUnavailable } from '../../src/api/ports.ts';
import { DAY, HOUR } from '../../src/core/air/time/time.ts';
import { memoryStore } from '../../src/store/memory.ts';
import {
  begin,
  catalogue,
  end,
  file,
  names,
  products,
  restart,
  warning,
  world,
} from '../../tests/support/catalogue.ts';

beforeEach(begin);
afterEach(end);

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
    world.now += 5_000;
    expect(await names(port)).toEqual(['Another']);
    world.now += DAY - 1;
    expect(await port.catalogue('masks')).toMatchObject({ fetchedAt: '2026-11-21T10:00:05+08:00' });
    world.now += 5_000;
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
      world.now += HOUR;
      spoil();
      const expected = {
        products: [expect.objectContaining({ name: 'Good', priceCheckedAt: '2026-11-20T09:00:00+08:00' })],
        source: 'A test',
        fetchedAt: '2026-11-21T10:00:00+08:00',
        warning: `The catalogue ${why}; what is shown was read at 10:00 SGT on 21 Nov 2026.`,
      };
      expect(await port.catalogue('masks')).toMatchObject(expected);
      world.now += 6_000;
      expect(await port.catalogue('masks')).toMatchObject(expected);
      await restart();
      expect(await products(file()).catalogue('masks')).toMatchObject(expected);
      expect(JSON.stringify(await port.catalogue('masks'))).not.toContain(world.folder);
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
    world.now += 5_000;
    expect(await port.catalogue('masks')).toMatchObject({ products: [{ name: 'One' }], warning: null });
  });

  it('that was bad, went away and came back as it was, is still bad', async () => {
    writeFileSync(file(), '{');
    const port = products(file());
    const refused = 'The catalogue is not as its format asks, so there is nothing to show.';
    expect(await warning(port)).toBe(refused);
    renameSync(file(), `${file()}.away`);
    world.now += 5_000;
    expect(await warning(port)).toContain('is missing');
    renameSync(`${file()}.away`, file());
    world.now += 5_000;
    expect(await warning(port)).toBe(refused);
    world.now += 5_000;
    expect(await warning(port)).toBe(refused);
  });

  it('the log says what is wrong, by line, once', async () => {
    writeFileSync(file(), `{\n  "source": ""\n}`);
    const port = products(file());
    for (let i = 0; i < 3; i += 1) {
      await port.catalogue('masks');
      world.now += 5_000;
    }
    expect(world.logged).toEqual([
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
    expect(await products(join(world.folder, 'other.json')).catalogue('masks')).toMatchObject({
      products: [],
    });
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
    expect(world.logged.length).toBeGreaterThan(0);
  });

  it('what was kept and is no catalogue any more is passed over', async () => {
    await world.store.write(async (tx) => {
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
