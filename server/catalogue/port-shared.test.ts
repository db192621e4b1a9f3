import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { DAY, HOUR, MINUTE } from '../../src/core/air/time/time.ts';
import { begin, catalogue, end, file, LONG_TIMEOUT, products, world } from '../../tests/support/catalogue.ts';
import { ALLOWED, openShops, page, redirect } from '../../tests/support/shops.ts';
import type { ServerCatalogue } from './port.ts';

beforeEach(begin);
afterEach(end);

const masks = (port: ServerCatalogue) => port.catalogue('masks');

/** An address that answers with what `text` says at the moment, or with 500. */
async function address(text: () => string | undefined) {
  let asked = 0;
  const server = createServer((_request, response) => {
    asked += 1;
    const now = text();
    response.writeHead(now === undefined ? 500 : 200).end(now);
  });
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const bound = server.address();
  if (typeof bound !== 'object' || bound === null) throw new Error('no port');
  return { url: `http://127.0.0.1:${bound.port}/catalogue.json`, asked: () => asked };
}

describe('products: processes that share a store', () => {
  it('ask the address once, and show the same, also after a failure', async () => {
    let text: string | undefined = catalogue('One');
    const { url, asked } = await address(() => text);
    const ports = [products(url, { isShared: true }), products(url, { isShared: true })] as const;
    const [one, other] = ports;
    const first = await masks(one);
    expect(first.products.map(({ name }) => name)).toEqual(['One']);
    await expect.poll(() => masks(other), LONG_TIMEOUT).toEqual(first);
    expect(asked()).toBe(1);

    text = catalogue('Two');
    world.now += HOUR;
    for (const port of ports) {
      await expect.poll(async () => (await masks(port)).products[0]?.name, LONG_TIMEOUT).toBe('Two');
    }
    expect(await masks(other)).toEqual(await masks(one));
    expect(asked()).toBe(2);

    text = undefined;
    world.now += HOUR;
    for (const port of ports) {
      await expect.poll(async () => (await masks(port)).warning, LONG_TIMEOUT).toContain('HTTP 500');
    }
    expect(await masks(other)).toEqual(await masks(one));
    expect(asked()).toBe(3);

    text = catalogue('Three');
    world.now += MINUTE;
    for (const port of [other, one]) {
      await expect.poll(async () => (await masks(port)).warning, LONG_TIMEOUT).toBeNull();
    }
    expect(await masks(one)).toEqual(await masks(other));
    expect(asked()).toBe(4);
  });

  it('read the same file at different times, and show the same', async () => {
    writeFileSync(file(), catalogue('One'));
    const one = products(file(), { isShared: true });
    await masks(one);
    world.now += MINUTE;
    const other = products(file(), { isShared: true });
    expect(await masks(other)).toEqual(await masks(one));
    for (const [first, second] of [
      [one, other],
      [other, one],
    ] as const) {
      world.now += DAY;
      const { fetchedAt } = await masks(first);
      world.now += 10_000;
      expect(await masks(second)).toMatchObject({ fetchedAt });
    }
    writeFileSync(file(), catalogue('Another'));
    world.now += 10_000;
    const { fetchedAt } = await masks(one);
    world.now += 10_000;
    expect(await masks(other)).toMatchObject({ fetchedAt, products: [{ name: 'Another' }] });
  });

  it('follow each link once, and show the same ones', async () => {
    const shops = await openShops();
    onTestFinished(() => shops.close());
    shops.pages.set('go.example/r/0', redirect('https://market.example/item/0'));
    shops.pages.set('market.example/item/0', page());
    shops.pages.set('go.example/r/1', redirect('https://market.example/item/0'));
    writeFileSync(file(), catalogue('One', 'Two'));
    const shop = () =>
      products(file(), { isShared: true, allowed: ALLOWED, follow: (link) => shops.follow(link) });
    const links = async (port: ServerCatalogue) =>
      (await masks(port)).products.map(({ affiliateUrl }) => affiliateUrl);
    const ports = [shop(), shop()];
    const all = ['https://go.example/r/0', 'https://go.example/r/1'];
    for (const port of ports) await expect.poll(() => links(port), LONG_TIMEOUT).toEqual(all);
    expect(shops.asked.filter((asked) => asked.includes('go.example')).toSorted()).toEqual([
      'HEAD go.example/r/0',
      'HEAD go.example/r/1',
    ]);
  });
});
