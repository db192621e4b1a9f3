/** The route of the readings: the newest figures of each region, with their hours. */
import { readingsBody } from '../../core/air/readings.ts';
import { type AirState, REGIONS, type Region } from '../../core/air/types.ts';
import { oneOf, type Values, withDescription } from '../http/query.ts';
import type { Ports } from '../ports.ts';
import { airRoute, prepare, wantsFresh } from './air-route.ts';
import { perSecond } from './per-second.ts';

const query = { region: withDescription('One region, or all five.', oneOf(['all', ...REGIONS], 'all')) };

export const getReadings = airRoute({
  id: 'getReadings',
  path: '/api/v1/readings',
  query,
  prepared({ ports, request, query: values }) {
    const { region } = values as Values<typeof query>;
    const { air } = ports;
    const state = wantsFresh(request) && air.refresh !== undefined ? air.refresh() : air.state();
    return state instanceof Promise
      ? state.then((known) => readings(ports, known, region))
      : readings(ports, state, region);
  },
});

const thisSecond = perSecond<AirState, 'all' | Region>();

function readings(ports: Ports, state: AirState, region: 'all' | Region) {
  const now = ports.air.now();
  return thisSecond(ports, state, region, now, () => {
    const { body, maxAge } = readingsBody(state, { region, now, publicUrl: ports.publicUrl });
    return prepare(JSON.stringify(body), maxAge, now);
  });
}
