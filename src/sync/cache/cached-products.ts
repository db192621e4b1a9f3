/**
 * The operator's catalogue on the device: asks the server at most once in ten minutes, and answers from its
 * cache.
 */
import type { ProductsPort } from '../../api/ports.ts';
import { type CatalogueState, type Category, PRODUCTS_MAX, type Product } from '../../core/air/products.ts';
import { API_VERSION } from '../../core/air/upstream/provenance.ts';
import { type Guard, instant, list, oneOf, orNull, shape, text } from '../state/guards.ts';
import {
  type CachedResource,
  type CachedValue,
  type CacheOptions,
  cachedResource,
} from './cached-resource.ts';

/**
 * Length limits in characters. The server's own are tighter; these keep the cache small whatever it sends.
 */
const WORDS_MAX = 1000;
const ADDRESS_MAX = 2048;

const words = text(WORDS_MAX);
const nullableWords = orNull(words);
const nullableInstant = orNull(instant);
const address = text(ADDRESS_MAX);
const nullableAddress = orNull(address);
const entries = list(
  shape<Product>({
    id: words,
    name: words,
    image: nullableAddress,
    price: nullableWords,
    priceCheckedAt: nullableInstant,
    url: address,
    catalogueUrl: address,
    affiliateUrl: nullableAddress,
    productPageUrl: nullableAddress,
  }),
  PRODUCTS_MAX,
);
const isCatalogue: Guard<CatalogueState> = shape<CatalogueState>({
  products: entries,
  source: words,
  catalogueSource: nullableAddress,
  fetchedAt: nullableInstant,
  warning: nullableWords,
});
const isVersion = shape({ apiVersion: oneOf(API_VERSION) });

const NOTHING: CatalogueState = {
  products: [],
  source: '',
  catalogueSource: null,
  fetchedAt: null,
  warning: null,
};
const UNREACHED = 'The server could not be asked just now';

/**
 * The products port of the device. If the server is unreachable, the response has the last good entries with
 * their dates, and a warning that they are from this device. Never throws.
 */
export function cachedProducts(options: CacheOptions): ProductsPort {
  const resources = new Map<Category, CachedResource<CatalogueState>>();
  return {
    async catalogue(category) {
      const resource = resources.get(category) ?? resourceOf(category, options);
      resources.set(category, resource);
      return derive(await resource.get());
    },
  };
}

function resourceOf(category: Category, options: CacheOptions): CachedResource<CatalogueState> {
  return cachedResource<CatalogueState>(
    {
      name: `products-${category}`,
      paths: [`/api/v1/products?category=${category}&limit=${PRODUCTS_MAX}`],
      nothing: NOTHING,
      hasContent: ({ products }) => products.length > 0,
      isStoredValue: isCatalogue,
      read: ([body]) => (isVersion(body) && isCatalogue(body) ? readCatalogue(body) : undefined),
    },
    options,
  );
}

/**
 * Leaves out entries without an https address of their shop or catalogue. Any other address that is not https
 * becomes null.
 */
function readCatalogue(body: CatalogueState): CatalogueState {
  const products = body.products.filter(({ url, catalogueUrl }) => https(url) && https(catalogueUrl));
  return {
    products: products.map(({ id, name, price, priceCheckedAt, url, catalogueUrl, ...links }) => ({
      id,
      name,
      image: https(links.image),
      price,
      priceCheckedAt,
      url,
      catalogueUrl,
      affiliateUrl: https(links.affiliateUrl),
      productPageUrl: https(links.productPageUrl),
    })),
    source: body.source,
    catalogueSource: https(body.catalogueSource),
    fetchedAt: body.fetchedAt,
    warning: body.warning,
  };
}

function https(link: string | null): string | null {
  return link !== null && /^https:\/\/[^\s/]\S*$/.test(link) ? link : null;
}

function derive({ value, current }: CachedValue<CatalogueState>): CatalogueState {
  if (current) return value;
  const has = value.products.length > 0;
  const what = has
    ? 'these entries are from this device, as it last received them'
    : 'nothing of this category is kept on this device';
  return { ...value, warning: `${UNREACHED}: ${what}.` };
}
