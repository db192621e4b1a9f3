/** A server with a catalogue of masks and purifiers that the test makes up, hostile or not. */
import type { CatalogueState, Category, Product } from '../../../../src/core/air/products.ts';
import { startInProcessServer } from '../in-process-server.ts';

export interface Shop extends AsyncDisposable {
  /** Origin without a trailing slash. */
  readonly url: string;
}

/** An entry, by default with a verified link and a dated price. */
export function product(id: string, more: Partial<Product> = {}): Product {
  return {
    id,
    name: `Mask ${id}`,
    image: `https://pictures.example/${id}.png`,
    price: 'S$ 12.90',
    priceCheckedAt: '2026-06-03T09:00:00+08:00',
    url: 'https://shop.example/category',
    catalogueUrl: 'https://shop.example/catalogue',
    affiliateUrl: `https://go.example/r/${id}`,
    productPageUrl: `https://shop.example/item/${id}`,
    ...more,
  };
}

/** The state of one category: its products, with source and warning. */
export function catalogueOf(
  products: readonly Product[],
  more: Partial<CatalogueState> = {},
): CatalogueState {
  return {
    products,
    source: 'Somebody who keeps a list',
    catalogueSource: null,
    fetchedAt: '2026-11-20T08:00:00+08:00',
    warning: null,
    ...more,
  };
}

/** Starts the server in this process. The app must be built. */
export function startShop(catalogues: Readonly<Record<Category, CatalogueState>>): Promise<Shop> {
  const products = { catalogue: async (category: Category) => catalogues[category], close() {} };
  return startInProcessServer({ parts: { createProducts: () => products } });
}
