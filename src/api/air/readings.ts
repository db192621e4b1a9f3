/** The newest figures of every region, with the hour that each stands for. */
import { readingsBody } from '../../core/air/readings.ts';
import { REGIONS } from '../../core/air/types.ts';
import { parseCondition } from '../conditions.ts';
import { oneOf, type Values } from '../query.ts';
import { cachedResponse, contentTag } from '../respond.ts';
import type { Route } from '../route.ts';

const query = { region: oneOf('One region, or all five.', ['all', ...REGIONS], 'all') };

export const getReadings: Route = {
  id: 'getReadings',
  method: 'GET',
  path: '/api/v1/readings',
  access: 'air',
  query,
  checkHeaders: (headers) => void parseCondition('If-None-Match', headers.get('If-None-Match')),
  async handle({ ports, request, query: values }) {
    const { region } = values as Values<typeof query>;
    const state = await ports.air.state();
    const { body, maxAge } = readingsBody(state, {
      region,
      now: ports.air.now(),
      publicUrl: ports.publicUrl,
    });
    const json = JSON.stringify(body);
    const ifNoneMatch = parseCondition('If-None-Match', request.headers.get('If-None-Match'));
    // The tag is of the final body: a 304 can never hide that a figure turned stale.
    return cachedResponse(json, await contentTag(json), ifNoneMatch, {
      'Cache-Control': `public, max-age=${maxAge}`,
    });
  },
};
