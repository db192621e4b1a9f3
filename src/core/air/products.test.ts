import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CatalogueState, Product } from './products.ts';
import { CATEGORIES, PRODUCTS_MAX, productsBody } from './products.ts';

function product(id: string, change: Partial<Product> = {}): Product {
  const nothing = {
    image: null,
    price: null,
    priceCheckedAt: null,
    affiliateUrl: null,
    productPageUrl: null,
  };
  const shop = { url: 'https://shop.example/masks', catalogueUrl: 'https://shop.example/all' };
  return { id, name: `Mask ${id}`, ...nothing, ...shop, ...change };
}
function catalogue(products: readonly Product[], change: Partial<CatalogueState> = {}): CatalogueState {
  const fetchedAt = '2026-09-28T16:10:00+08:00';
  return { products, source: 'The operator', catalogueSource: null, fetchedAt, warning: null, ...change };
}
const page = { category: 'masks', limit: 2, offset: 0, publicUrl: 'https://air.example/' } as const;
const three = ['a', 'b', 'c'].map((id) => product(id));

describe('air: products', () => {
  it('has the disclosure and the offset of the next page', () => {
    const { body, maxAge } = productsBody(catalogue(three), page);
    expect(body).toMatchObject({
      apiVersion: '1',
      guideUrl: 'https://air.example/api/v1/guide',
      category: 'masks',
      limit: 2,
      offset: 0,
      products: [{ id: 'a' }, { id: 'b' }],
      total_count: 3,
      has_more: true,
      next_offset: 2,
      source: 'The operator',
      catalogueSource: null,
      fetchedAt: '2026-09-28T16:10:00+08:00',
      warning: null,
      catalogueUrl: 'https://air.example/api/v1/products?category=masks',
    });
    expect(body.affiliateDisclosure).toMatch(/commission/);
    expect(body.affiliateDisclosure).toBe(body.affiliate.disclosure);
    expect(maxAge).toBe(600);
  });

  it('is empty after the last entry, and without a catalogue', () => {
    const past = productsBody(catalogue(three), { ...page, offset: 3 }).body;
    expect(past).toMatchObject({ products: [], total_count: 3, has_more: false, next_offset: null });
    const warning = 'No catalogue has been set up.';
    const { body, maxAge } = productsBody(catalogue([], { fetchedAt: null, warning }), page);
    expect(body).toMatchObject({ products: [], total_count: 0, has_more: false, next_offset: null, warning });
    expect(maxAge, 'trouble may soon be over').toBe(60);
  });

  it("has sellers' text unchanged, and every member even if null", () => {
    const hostile = product('x', { name: '<script>alert(1)</script>\u202e', price: 'S$ 1' });
    expect(productsBody(catalogue([hostile]), page).body.products).toEqual([hostile]);
  });

  it('has each of the first ten entries once, in order, over its pages', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 14 }),
        fc.integer({ min: 1, max: 10 }),
        fc.constantFrom(...CATEGORIES),
        (count, limit, category) => {
          const state = catalogue(Array.from({ length: count }, (_, n) => product(`${n}`)));
          const ids: string[] = [];
          for (let offset: number | null = 0, pages = 0; offset !== null; pages += 1) {
            const { body } = productsBody(state, { category, limit, offset, publicUrl: page.publicUrl });
            expect(body.products.length).toBeLessThanOrEqual(limit);
            expect([body.category, body.limit, body.offset]).toEqual([category, limit, offset]);
            expect(body.total_count).toBe(Math.min(count, PRODUCTS_MAX));
            expect(body.has_more).toBe(body.next_offset !== null);
            ids.push(...body.products.map(({ id }) => id));
            expect(pages).toBeLessThan(PRODUCTS_MAX);
            offset = body.next_offset;
          }
          expect(ids).toEqual(Array.from({ length: Math.min(count, 10) }, (_, n) => `${n}`));
        },
      ),
    );
  });

  it('starts at any offset', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 10 }),
        fc.integer({ min: 1, max: 10 }),
        fc.integer({ min: 0, max: 10 }),
        (count, limit, offset) => {
          const all = Array.from({ length: count }, (_, n) => product(`${n}`));
          const { body } = productsBody(catalogue(all), { ...page, limit, offset });
          const rest = Math.max(0, count - offset);
          expect(body.products.length).toBe(Math.min(limit, rest));
          if (rest > 0) expect(body.products[0]?.id).toBe(`${offset}`);
          expect(body.has_more).toBe(rest > limit);
        },
      ),
    );
  });
});
