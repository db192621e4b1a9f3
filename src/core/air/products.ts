/** Entries of the operator's catalogue of masks and purifiers, and the pages of them that are answered. */
import { CACHE_SECONDS } from './upstream/freshness.ts';
import { type Envelope, envelope } from './upstream/provenance.ts';

export const CATEGORIES = ['masks', 'purifiers'] as const;
export type Category = (typeof CATEGORIES)[number];

/** One entry, as `GET /api/v1/products` answers it. Seller text is data: nobody may read it as markup. */
export interface Product {
  readonly id: string;
  readonly name: string;
  /** https URI, or null. */
  readonly image: string | null;
  /** As it was displayed, `S$ 12.90`; only ever shown with `priceCheckedAt`. */
  readonly price: string | null;
  /** RFC 3339. */
  readonly priceCheckedAt: string | null;
  /** The category's shop. */
  readonly url: string;
  /** The category's catalogue. */
  readonly catalogueUrl: string;
  /** The affiliate redirect, when it was followed to an allowed marketplace; else null. */
  readonly affiliateUrl: string | null;
  readonly productPageUrl: string | null;
}

/** What is known of one category. */
export interface CatalogueState {
  /** At most ten, in the operator's order. */
  readonly products: readonly Product[];
  /** Who keeps the catalogue, in words. */
  readonly source: string;
  /** Public address of the catalogue; null for a file. */
  readonly catalogueSource: string | null;
  /** When it was last read successfully, RFC 3339; null if never. */
  readonly fetchedAt: string | null;
  /** One sentence naming what is wrong with it; null when nothing is. */
  readonly warning: string | null;
}

/** Entries of a category at most, and of a page; the highest offset. */
export const PRODUCTS_MAX = 10;
/** Entries of a page unless told otherwise. */
export const PRODUCTS_LIMIT = 2;
/** For how many seconds caches may keep an answer while something is wrong with the catalogue. */
const TROUBLED_SECONDS = 60;

export interface Products extends Envelope {
  readonly category: Category;
  readonly limit: number;
  readonly offset: number;
  readonly products: readonly Product[];
  /** Of the category; at most ten, may be 0. */
  readonly total_count: number;
  readonly has_more: boolean;
  /** Offset of the next page; null on the last. */
  readonly next_offset: number | null;
  readonly source: string;
  readonly catalogueSource: string | null;
  readonly fetchedAt: string | null;
  readonly warning: string | null;
  /** Where the category's first page is. */
  readonly catalogueUrl: string;
  /** To be shown with the products. */
  readonly affiliateDisclosure: string;
}

export interface ProductsOptions {
  readonly category: Category;
  /** 1 to 10. */
  readonly limit: number;
  /** 0 to 10. */
  readonly offset: number;
  /** Base address of this API, for links. */
  readonly publicUrl: string;
}

/**
 * One page, in the operator's order.
 * @returns the body, and for how many whole seconds caches may serve it
 */
export function productsBody(
  state: CatalogueState,
  options: ProductsOptions,
): { body: Products; maxAge: number } {
  const { category, limit, offset, publicUrl } = options;
  const { source, catalogueSource, fetchedAt, warning } = state;
  const all = state.products.slice(0, PRODUCTS_MAX);
  const products = all.slice(offset, offset + limit);
  const next = offset + limit;
  const carried = envelope(publicUrl);
  const body: Products = {
    ...carried,
    category,
    limit,
    offset,
    products,
    total_count: all.length,
    has_more: next < all.length,
    next_offset: next < all.length ? next : null,
    source,
    catalogueSource,
    fetchedAt,
    warning,
    catalogueUrl: carried.affiliate.catalogues[category],
    affiliateDisclosure: carried.affiliate.disclosure,
  };
  return { body, maxAge: warning === null ? CACHE_SECONDS : TROUBLED_SECONDS };
}
