/** The operator's catalogue of masks and purifiers, and the pages in which the API serves it. */
import { CACHE_SECONDS } from './upstream/freshness.ts';
import { type Envelope, envelope } from './upstream/provenance.ts';

export const CATEGORIES = ['masks', 'purifiers'] as const;
export type Category = (typeof CATEGORIES)[number];

/** One entry in the response of `GET /api/v1/products`. Text by sellers is data: never treat it as markup. */
export interface Product {
  readonly id: string;
  readonly name: string;
  /** https URI, or null. */
  readonly image: string | null;
  /** The price as displayed, `S$ 12.90`. Never show it without `priceCheckedAt`. */
  readonly price: string | null;
  /** RFC 3339. */
  readonly priceCheckedAt: string | null;
  /** Address of the category's shop. */
  readonly url: string;
  /** Address of the category's catalogue. */
  readonly catalogueUrl: string;
  /** The affiliate link, if its redirect led to an allowed marketplace; otherwise null. */
  readonly affiliateUrl: string | null;
  readonly productPageUrl: string | null;
}

/** The current state of one category. */
export interface CatalogueState {
  /** At most ten, in the operator's order. */
  readonly products: readonly Product[];
  /** Name of who maintains the catalogue. */
  readonly source: string;
  /** Public address of the catalogue; null if it is a file. */
  readonly catalogueSource: string | null;
  /** Time of the last successful read, RFC 3339; null if never. */
  readonly fetchedAt: string | null;
  /** One sentence that names the fault; null if there is none. */
  readonly warning: string | null;
}

/** Largest number of entries in a category and in a page; also the highest offset. */
export const PRODUCTS_MAX = 10;
/** Default number of entries in a page. */
export const PRODUCTS_LIMIT = 2;
/** Cache time in seconds while the catalogue has a fault. */
const TROUBLED_SECONDS = 60;

export interface Products extends Envelope {
  readonly category: Category;
  readonly limit: number;
  readonly offset: number;
  readonly products: readonly Product[];
  /** Number of entries in the category, 0 to 10. */
  readonly total_count: number;
  readonly has_more: boolean;
  /** Offset of the next page; null on the last. */
  readonly next_offset: number | null;
  readonly source: string;
  readonly catalogueSource: string | null;
  readonly fetchedAt: string | null;
  readonly warning: string | null;
  /** Address of the category's first page. */
  readonly catalogueUrl: string;
  /** Must be shown with the products. */
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
 * Builds one page, in the operator's order.
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
