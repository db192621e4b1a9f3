/**
 * What is known of the two categories, read page by page through /api/v1/products, each at most once in ten minutes
 * unless a person asks.
 */
import { type Signal, signal } from '@preact/signals';
import type { Category, Product, Products } from '../../core/air/products.ts';
import { MINUTE } from '../../core/air/time/time.ts';
import { transport } from '../client/transport.ts';
import { problemWords } from '../words/problems.ts';

/** What the API asks of those who poll it. */
const EVERY = 10 * MINUTE;
/** Entries of the first page, and of each that follows. */
const PAGE = 4;

export interface Shelf {
  readonly products: readonly Product[];
  /** Of the newest page that came; undefined until one has. */
  readonly answer: Products | undefined;
  readonly pending: boolean;
  /** Why the last page did not come; `""` when it did. */
  readonly problem: string;
}

const EMPTY: Shelf = { products: [], answer: undefined, pending: false, problem: '' };

export const shelves: Readonly<Record<Category, Signal<Shelf>>> = {
  masks: signal(EMPTY),
  purifiers: signal(EMPTY),
};
const readAt: Record<Category, number> = { masks: 0, purifiers: 0 };

async function ask(category: Category, offset: number): Promise<Products> {
  const url = new URL('/api/v1/products', location.origin);
  url.search = new URLSearchParams({ category, limit: String(PAGE), offset: String(offset) }).toString();
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

async function read(category: Category, offset: number): Promise<void> {
  const shelf = shelves[category];
  if (shelf.value.pending) return;
  shelf.value = { ...shelf.value, pending: true };
  try {
    const answer = await ask(category, offset);
    const before = offset === 0 ? [] : shelf.value.products;
    // The catalogue may have changed between two pages.
    const added = answer.products.filter(({ id }) => !before.some((one) => one.id === id));
    shelf.value = { products: [...before, ...added], answer, pending: false, problem: '' };
    // An answer with a warning may be better in a moment: whoever comes back sees.
    if (offset === 0) readAt[category] = answer.warning === null ? Date.now() : 0;
  } catch (error) {
    shelf.value = { ...shelf.value, pending: false, problem: problemWords(error) };
  }
}

/** Reads the first page, unless that was done a few minutes ago. Never throws. `byHand`: a person asks. */
export async function openShelf(category: Category, { byHand = false } = {}): Promise<void> {
  if (byHand || Date.now() - readAt[category] >= EVERY) await read(category, 0);
}

/** Reads the next page. Never throws. */
export async function readMore(category: Category): Promise<void> {
  const next = shelves[category].value.answer?.next_offset;
  if (typeof next === 'number') await read(category, next);
}
