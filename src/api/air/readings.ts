/** The route of the readings: the newest figures of each region, with their hours. */
import { readingsBody } from '../../core/air/readings.ts';
import { type AirState, REGIONS, type Region } from '../../core/air/types.ts';
import { oneOf, type Values, withDescription } from '../http/query.ts';
import type { Ports } from '../ports.ts';
import { airRoute, type PreparedResponse, prepare, wantsFresh } from './air-route.ts';

const query = { region: withDescription('One region, or all five.', oneOf(['all', ...REGIONS], 'all')) };

export const getReadings = airRoute({
  id: 'getReadings',
  path: '/api/v1/readings',
  query,
  async prepared({ ports, request, query: values }) {
    const { region } = values as Values<typeof query>;
    const { air } = ports;
    const state = wantsFresh(request) && air.refresh !== undefined ? air.refresh() : air.state();
    return readings(ports, await state, region);
  },
});

/** The responses prepared for one second and one state of the air. */
interface Moment {
  readonly state: AirState;
  readonly second: number;
  readonly byRegion: Map<'all' | Region, Promise<PreparedResponse>>;
}

const moments = new WeakMap<Ports, Moment>();

/**
 * The response of this second, built once for all requests. Ages, freshness limits and max-age are whole
 * seconds that change where a second ends. So within a second only a new state changes the response.
 */
function readings(ports: Ports, state: AirState, region: 'all' | Region): Promise<PreparedResponse> {
  const now = ports.air.now();
  const second = Math.ceil(now / 1000);
  let moment = moments.get(ports);
  if (moment === undefined || moment.state !== state || moment.second !== second) {
    moment = { state, second, byRegion: new Map() };
    moments.set(ports, moment);
  }
  const known = moment.byRegion.get(region);
  if (known !== undefined) return known;
  const { body, maxAge } = readingsBody(state, { region, now, publicUrl: ports.publicUrl });
  const made = prepare(JSON.stringify(body), maxAge, now);
  moment.byRegion.set(region, made);
  return made;
}
