import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Store } from '../../api/ports.ts';
import type { CatalogueState, Product } from '../../core/air/products.ts';
import { MINUTE } from '../../core/air/time/time.ts';
import { memoryStore } from '../../store/memory.ts';
import { cachedProducts } from './cached-products.ts';

const START = Date.parse('2026-09-28T16:20:00+08:00');
const MASKS = '/api/v1/products?category=masks&limit=10';
const PURIFIERS = '/api/v1/products?category=purifiers&limit=10';
const MASK: Product = {
  id: 'mask-1',
  name: 'Mask "N95" <b>20 pieces</b>',
  image: 'https://img.example/1.jpg',
  price: 'S$ 12.90',
  priceCheckedAt: '2026-09-20T09:00:00+08:00',
  url: 'https://shop.example/masks',
  catalogueUrl: 'https://shop.example/catalogue',
  affiliateUrl: 'https://go.example/1',
  productPageUrl: null,
};
const CATALOGUE: CatalogueState = {
  products: [MASK, { ...MASK, id: 'mask-2', price: null, priceCheckedAt: null, affiliateUrl: null }],
  source: 'Kept by hand',
  catalogueSource: 'https://shop.example/catalogue.json',
  fetchedAt: '2026-09-28T16:00:00+08:00',
  warning: null,
};

let time = START;
let store: Store;
let asked: string[] = [];
let respond: (path: string) => Response | Promise<Response>;

const says = (body: object) => () => Response.json(body);
const page = (state: CatalogueState) => ({
  apiVersion: '1',
  category: 'masks',
  limit: 10,
  offset: 0,
  total_count: state.products.length,
  has_more: false,
  next_offset: null,
  ...state,
});
const offline = () => Promise.reject(new TypeError('Failed to fetch'));

function device() {
  return cachedProducts({
    store,
    now: () => time,
    fetchServer: async (path) => {
      asked.push(path);
      return respond(path);
    },
  });
}

beforeEach(() => {
  time = START;
  store = memoryStore();
  asked = [];
  respond = says(page(CATALOGUE));
});

describe('air: the cached products', () => {
  it("equals the server's response, seller text included", async () => {
    expect(await device().catalogue('masks')).toEqual(CATALOGUE);
    expect(asked).toEqual([MASKS]);
  });

  it('asks once in ten minutes for each category, also after a restart', async () => {
    const products = device();
    await Promise.all([
      products.catalogue('masks'),
      products.catalogue('purifiers'),
      products.catalogue('masks'),
    ]);
    time += 10 * MINUTE - 1000;
    await products.catalogue('masks');
    await device().catalogue('purifiers');
    expect(asked).toEqual([MASKS, PURIFIERS]);
    time += 1000;
    await products.catalogue('masks');
    expect(asked).toEqual([MASKS, PURIFIERS, MASKS]);
  });

  it('keeps the categories apart', async () => {
    const purifier = { ...MASK, id: 'purifier-1', name: 'Purifier' };
    respond = (path) =>
      Response.json(page(path === MASKS ? CATALOGUE : { ...CATALOGUE, products: [purifier] }));
    const products = device();
    await products.catalogue('masks');
    await products.catalogue('purifiers');
    respond = offline;
    time += 10 * MINUTE;
    const ids = async (category: 'masks' | 'purifiers') =>
      (await device().catalogue(category)).products.map(({ id }) => id);
    expect(await ids('masks')).toEqual(['mask-1', 'mask-2']);
    expect(await ids('purifiers')).toEqual(['purifier-1']);
  });

  it.each<[string, (path: string) => Response | Promise<Response>]>([
    ['cannot be reached', offline],
    ['answers 429', () => Response.json({}, { status: 429, headers: { 'Retry-After': '20' } })],
    ['answers 503', () => Response.json({}, { status: 503 })],
    ['answers HTML', () => new Response('<h1>Welcome</h1>')],
    ['answers cut-off JSON', () => new Response('{"apiVersion":"1","products":[')],
    ['answers in another version', says({ ...page(CATALOGUE), apiVersion: '2' })],
    ['lists eleven', says(page({ ...CATALOGUE, products: Array.from({ length: 11 }, () => MASK) }))],
    [
      'sends a name of 10 KB',
      says(page({ ...CATALOGUE, products: [{ ...MASK, name: 'x'.repeat(10_240) }] })),
    ],
    ['sends a huge body', says({ ...page(CATALOGUE), padding: 'x'.repeat(256 * 1024) })],
    ['sends a price that is a number', says({ ...page(CATALOGUE), products: [{ ...MASK, price: 12.9 }] })],
    [
      'dates a price with words',
      says(page({ ...CATALOGUE, products: [{ ...MASK, priceCheckedAt: 'today' }] })),
    ],
    ['leaves the list out', says({ ...page(CATALOGUE), products: null })],
  ])('keeps the last good entries with their dates, and says so, when the server %s', async (_, fault) => {
    const products = device();
    await products.catalogue('masks');
    respond = fault;
    time += 10 * MINUTE;
    const kept = await products.catalogue('masks');
    expect(kept).toEqual({ ...CATALOGUE, warning: expect.stringMatching(/server.*from this device/) });
    expect(await device().catalogue('masks')).toEqual(kept);
  });

  it('has no products and a warning without a cache and a server', async () => {
    respond = offline;
    expect(await device().catalogue('masks')).toEqual({
      products: [],
      source: '',
      catalogueSource: null,
      fetchedAt: null,
      warning: expect.stringMatching(/server.*nothing of this category is kept/),
    });
  });

  it("is the server's again, warning included, once it is reachable", async () => {
    const products = device();
    respond = offline;
    await products.catalogue('masks');
    const empty = { ...CATALOGUE, products: [], fetchedAt: null, warning: 'There is no catalogue.' };
    respond = says(page(empty));
    time += MINUTE;
    expect(await products.catalogue('masks')).toEqual(empty);
  });

  it('has only https addresses: others are null, and an entry without its shop is left out', async () => {
    const evil = 'javascript:alert(1)';
    const links = { image: 'http://img.example/1', affiliateUrl: evil, productPageUrl: 'https:// evil' };
    respond = says(
      page({
        ...CATALOGUE,
        catalogueSource: 'data:application/json,{}',
        products: [
          { ...MASK, ...links },
          { ...MASK, url: evil },
          { ...MASK, catalogueUrl: 'http://shop.example' },
        ],
      }),
    );
    const { products, catalogueSource } = await device().catalogue('masks');
    expect(products).toEqual([{ ...MASK, image: null, affiliateUrl: null, productPageUrl: null }]);
    expect(catalogueSource).toBeNull();
  });

  it('drops unknown members', async () => {
    respond = says({ ...page(CATALOGUE), extra: 1, products: [{ ...MASK, html: '<script>' }] });
    await device().catalogue('masks');
    const text = await store.read((tx) => tx.value('products-masks'));
    expect(text).toContain('mask-1');
    expect(text).not.toMatch(/extra|html/);
  });

  it.each(['', 'null', '{"value":{}}', '{"asked":1,"value":{"products":[7]}}'])(
    'ignores a kept value that is %j',
    async (text) => {
      await store.write((tx) => tx.putValue('products-masks', text));
      respond = offline;
      expect((await device().catalogue('masks')).products).toEqual([]);
    },
  );

  it('has at most ten entries, https addresses and short texts, whatever the server sends', async () => {
    const junk = fc.oneof(
      fc.jsonValue({ maxDepth: 1 }),
      fc.constantFrom('http://a.b', 'https://a.b/', 'x'.repeat(5000)),
    );
    const entry = fc.record(
      Object.fromEntries(
        Object.entries(MASK).map(([name, good]) => [
          name,
          fc.oneof({ weight: 8, arbitrary: fc.constant(good) }, junk),
        ]),
      ),
    );
    const body = fc.record({
      ...Object.fromEntries(
        Object.entries(page(CATALOGUE)).map(([name, good]) => [
          name,
          fc.oneof({ weight: 12, arbitrary: fc.constant(good) }, junk),
        ]),
      ),
      products: fc.oneof({ weight: 8, arbitrary: fc.array(entry, { maxLength: 12 }) }, junk),
    });
    let shown = 0;
    await fc.assert(
      fc.asyncProperty(body, async (sent) => {
        store = memoryStore();
        respond = says(sent);
        const { products, catalogueSource } = await device().catalogue('masks');
        shown += products.length;
        expect(products.length).toBeLessThanOrEqual(10);
        for (const { image, url, catalogueUrl, affiliateUrl, productPageUrl, ...words } of products) {
          for (const link of [image, url, catalogueUrl, affiliateUrl, productPageUrl, catalogueSource]) {
            if (link !== null) expect(new URL(link).protocol).toBe('https:');
          }
          for (const text of Object.values(words)) expect((text ?? '').length).toBeLessThanOrEqual(1000);
        }
      }),
      { numRuns: 500 },
    );
    expect(shown).toBeGreaterThan(0);
  });
});
