/** The route of the products: a page of the operator's catalogue. */
import { CATEGORIES, PRODUCTS_LIMIT, PRODUCTS_MAX, productsBody } from '../../core/air/products.ts';
import { integer, oneOf, type Values, withDescription } from '../http/query.ts';
import type { SkyPorts } from '../ports.ts';
import { airRoute, prepare } from './air-route.ts';

const query = {
  category: withDescription('Masks, or room air purifiers.', oneOf(CATEGORIES, 'masks')),
  limit: withDescription('Entries of a page.', integer(1, PRODUCTS_MAX, PRODUCTS_LIMIT)),
  offset: withDescription('Entries to leave out at the beginning.', integer(0, PRODUCTS_MAX, 0)),
};

export const getProducts = airRoute<SkyPorts>({
  id: 'getProducts',
  path: '/api/v1/products',
  query,
  async prepared({ ports: { air, products, publicUrl }, query: values }) {
    const { category, limit, offset } = values as Values<typeof query>;
    const known = await products.catalogue(category);
    const { body, maxAge } = productsBody(known, { category, limit, offset, publicUrl });
    return prepare(JSON.stringify(body), maxAge, air.now());
  },
});
