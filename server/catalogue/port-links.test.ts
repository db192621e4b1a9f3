import { writeFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DAY, HOUR, MINUTE } from '../../src/core/air/time/time.ts';
import {
  begin,
  catalogue,
  end,
  file,
  LONG_TIMEOUT,
  products,
  restart,
  world,
} from '../../tests/support/catalogue.ts';
import { ALLOWED, openShops, page, redirect, type Shops } from '../../tests/support/shops.ts';
import type { ServerCatalogue, ServerCatalogueOptions } from './port.ts';

beforeEach(begin);
afterEach(end);

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
    await expect.poll(() => links(port), LONG_TIMEOUT).toEqual([GOOD, null]);
    await expect.poll(() => shops.asked.length, LONG_TIMEOUT).toBe(3);
    expect(shops.asked).toEqual(['HEAD go.example/r/0', 'HEAD market.example/item/0', 'HEAD go.example/r/1']);
    await expect
      .poll(() => world.logged, LONG_TIMEOUT)
      .toEqual([
        {
          message: 'a link of the catalogue is not verified',
          facts: { product: 'm1', reason: expect.stringContaining('it leads to evil.example') },
        },
      ]);
    world.now += DAY - 3 * HOUR;
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
      }, LONG_TIMEOUT)
      .toBe(4);
    expect(most).toBe(1);
  });

  it('are followed again each day, and one that turned bad is not shown', async () => {
    const port = shop();
    await expect.poll(() => links(port), LONG_TIMEOUT).toEqual([GOOD, null]);
    shops.pages.set('go.example/r/0', redirect('https://evil.example/'));
    world.now += DAY + 2 * HOUR;
    await expect.poll(() => links(port), LONG_TIMEOUT).toEqual([null, null]);
    shops.pages.set('go.example/r/0', redirect('https://market.example/item/0'));
    world.now += DAY + 2 * HOUR;
    await expect.poll(() => links(port), LONG_TIMEOUT).toEqual([GOOD, null]);
  });

  it('that cannot be followed for a while stay for two days, and no longer', async () => {
    const port = shop();
    await expect.poll(() => links(port), LONG_TIMEOUT).toEqual([GOOD, null]);
    shops.pages.set('market.example/item/0', page(503));
    world.now += DAY + 2 * HOUR;
    await links(port);
    await expect
      .poll(() => world.logged.at(-1)?.facts, LONG_TIMEOUT)
      .toEqual({
        product: 'm0',
        reason: 'market.example answers HTTP 503',
      });
    expect(await links(port)).toEqual([GOOD, null]);
    world.now += DAY - 2 * HOUR;
    expect(await links(port)).toEqual([null, null]);
    shops.pages.set('market.example/item/0', page());
    await expect
      .poll(async () => {
        world.now += MINUTE;
        return links(port);
      }, LONG_TIMEOUT)
      .toEqual([GOOD, null]);
  });

  it('are known over a restart without being followed again', async () => {
    const port = shop();
    await expect.poll(() => links(port), LONG_TIMEOUT).toEqual([GOOD, null]);
    await expect.poll(() => world.logged.length, LONG_TIMEOUT).toBe(1);
    await expect
      .poll(
        async () => (await world.store.read((tx) => tx.value('catalogue-links')))?.includes('evil'),
        LONG_TIMEOUT,
      )
      .toBe(true);
    await restart();
    const asked = shops.asked.length;
    const again = shop();
    expect(await links(again)).toEqual([GOOD, null]);
    world.now += HOUR;
    expect(await links(again)).toEqual([GOOD, null]);
    expect(shops.asked).toHaveLength(asked);
  });

  it('known over a restart are not shown when the lists no longer allow them, and looked at when they allow more', async () => {
    const port = shop();
    await expect.poll(() => links(port), LONG_TIMEOUT).toEqual([GOOD, null]);
    await expect.poll(() => world.logged.length, LONG_TIMEOUT).toBe(1);
    await restart();
    const other = { redirect: ['go.example'], marketplace: ['www.market.example'] };
    const follow = (link: string) => shops.follow(link, { allowed: other });
    const less = shop({ allowed: other, follow });
    expect(await links(less)).toEqual([null, null]);
    await expect.poll(() => world.logged.length, LONG_TIMEOUT).toBe(3);
    await restart();
    await expect.poll(() => links(shop()), LONG_TIMEOUT).toEqual([GOOD, null]);
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
    await expect.poll(() => asked, LONG_TIMEOUT).toBe(1);
    expect(shops.asked).toEqual([]);
    expect(await links(fetched)).toEqual([null]);
  });

  it('of a clock that was set back are followed anew', async () => {
    const port = shop();
    await expect.poll(() => links(port), LONG_TIMEOUT).toEqual([GOOD, null]);
    world.now -= 30 * DAY;
    await expect
      .poll(async () => {
        await links(port);
        return shops.asked.filter((line) => line.includes('r/0')).length;
      }, LONG_TIMEOUT)
      .toBe(2);
    await expect.poll(() => links(port), LONG_TIMEOUT).toEqual([GOOD, null]);
  });
});
