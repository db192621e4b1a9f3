/** The route of the guide. Its text is a file of the build, which this host passes on without parsing it. */
import { CACHE_SECONDS } from '../../core/air/upstream/freshness.ts';
import { envelope } from '../../core/air/upstream/provenance.ts';
import { airRoute, prepare } from './air-route.ts';

export const getGuide = airRoute({
  id: 'getGuide',
  path: '/api/v1/guide',
  async prepared({ ports: { air, guide, publicUrl } }) {
    const own = await guide();
    // Joins two JSON objects into one.
    const json = `${JSON.stringify(envelope(publicUrl)).slice(0, -1)},${own.slice(own.indexOf('{') + 1)}`;
    return prepare(json, CACHE_SECONDS, air.now());
  },
});
