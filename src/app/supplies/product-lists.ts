/**
 * The entries of the two categories, loaded page by page from /api/v1/products. Each category is loaded again
 * after ten minutes at the earliest, unless a person asks.
 */
import { type Signal, signal } from '@preact/signals';
import type { Category, Product, Products } from '../../core/air/products.ts';
import { MINUTE } from '../../core/air/time/time.ts';
import { transport } from '../client/transport.ts';
import { problemWords } from '../words/problems.ts';

/** Least time between two loads, ms, as the API asks of its clients. */
const RELOAD_AFTER = 10 * MINUTE;
/** Entries on a page. */
const PAGE_SIZE = 4;

export interface ProductList {
  readonly products: readonly Product[];
  /** Response with the last page; undefined before the first. */
  readonly response: Products | undefined;
  readonly pending: boolean;
  /** Why the last request failed, in a sentence; `""` when it succeeded. */
  readonly problem: string;
}

const EMPTY: ProductList = { products: [], response: undefined, pending: false, problem: '' };

/** The loaded entries of each category. */
export const productLists: Readonly<Record<Category, Signal<ProductList>>> = {
  masks: signal(EMPTY),
  purifiers: signal(EMPTY),
};
/** When the first page was last loaded, ms since the epoch; 0 to load it next time. */
const loadedAt: Record<Category, number> = { masks: 0, purifiers: 0 };

async function fetchPage(category: Category, offset: number): Promise<Products> {
  const url = new URL('/api/v1/products', location.origin);
  url.search = new URLSearchParams({ category, limit: String(PAGE_SIZE), offset: String(offset) }).toString();
  const response = await transport(new Request(url));
  const body: unknown = await response.json().catch(() => undefined);
  if (!response.ok || !isPage(body)) throw new Error(problemWords(body, response));
  return body;
}

function isPage(body: unknown): body is Products {
  if (typeof body !== 'object' || body === null) return false;
  const { products, affiliateDisclosure } = body as Partial<Products>;
  return Array.isArray(products) && typeof affiliateDisclosure === 'string';
}

async function loadPage(category: Category, offset: number): Promise<void> {
  const list = productLists[category];
  if (list.value.pending) return;
  list.value = { ...list.value, pending: true };
  try {
    const response = await fetchPage(category, offset);
    const before = offset === 0 ? [] : list.value.products;
    // The catalogue may have changed between two pages, so an entry may come again.
    const added = response.products.filter(({ id }) => !before.some((one) => one.id === id));
    list.value = { products: [...before, ...added], response, pending: false, problem: '' };
    // After a warning the list is loaded again when the view is next opened.
    if (offset === 0) loadedAt[category] = response.warning === null ? Date.now() : 0;
  } catch (error) {
    list.value = { ...list.value, pending: false, problem: problemWords(error) };
  }
}

/**
 * Loads the first page of a category, unless that was done in the last ten minutes. Never throws.
 * @param byHand true when a person asks: the page is then loaded in any case
 */
export async function loadProducts(category: Category, { byHand = false } = {}): Promise<void> {
  if (byHand || Date.now() - loadedAt[category] >= RELOAD_AFTER) await loadPage(category, 0);
}

/** Loads the next page of a category. Never throws. */
export async function loadMore(category: Category): Promise<void> {
  const next = productLists[category].value.response?.next_offset;
  if (typeof next === 'number') await loadPage(category, next);
}
