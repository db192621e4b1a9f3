/** The newest figures of every region, with the hour that each stands for. */
import { readingsBody } from '../../core/air/readings.ts';
import { type AirState, REGIONS, type Region } from '../../core/air/types.ts';
import { CORS, errorAnswer, requireQuota } from '../dispatch.ts';
import type { Client, Ports } from '../ports.ts';
import { oneOf, type Values } from '../query.ts';
import type { Answer } from '../respond.ts';
import { airRoute, chosen, lengthOf, type Prepared, prepare, wantsAnew } from './air-route.ts';

const query = { region: oneOf('One region, or all five.', ['all', ...REGIONS], 'all') };

const PATH = '/api/v1/readings';

export const getReadings = airRoute({
  id: 'getReadings',
  path: PATH,
  query,
  async prepared({ ports, request, query: values }) {
    const { region } = values as Values<typeof query>;
    const { air } = ports;
    const state = wantsAnew(request) && air.refresh !== undefined ? air.refresh() : air.state();
    return readings(ports, await state, region).made;
  },
});

/**
 * The same answers for a host that is asked thousands of times a second, and would spend most of each on a Request,
 * a Response and promises. Undefined for any other target than the readings'.
 * @param target path and query as they were sent
 */
export type ReadyReadings = (
  target: string,
  ifNoneMatch: string | null,
  client: Client,
) => Answer | Promise<Answer> | undefined;

const TARGETS: ReadonlyMap<string, 'all' | Region> = new Map([
  [PATH, 'all'],
  ...REGIONS.map((region) => [`${PATH}?region=${region}`, region] as const),
]);

/** Makes them for a host. */
export function readyReadings(ports: Ports): ReadyReadings {
  function refused(error: unknown): Answer {
    const made = errorAnswer(error, ports, true);
    return { ...made, headers: { ...CORS, ...made.headers, ...lengthOf(made.body ?? '') } };
  }

  async function later(region: 'all' | Region, ifNoneMatch: string | null): Promise<Answer> {
    try {
      return chosen(await readings(ports, await ports.air.state(), region).made, ifNoneMatch);
    } catch (error) {
      return refused(error);
    }
  }

  return (target, ifNoneMatch, client) => {
    const region = TARGETS.get(target);
    if (region === undefined) return undefined;
    try {
      requireQuota(ports, client);
      const state = ports.air.known?.();
      const ready = state === undefined ? undefined : readings(ports, state, region).ready;
      if (ready !== undefined) return chosen(ready, ifNoneMatch);
    } catch (error) {
      return refused(error);
    }
    return later(region, ifNoneMatch);
  };
}

/** An answer that is being made, or was. */
interface Making {
  readonly made: Promise<Prepared>;
  ready?: Prepared;
}

/** What was prepared for one second and one state of the air. */
interface Moment {
  readonly state: AirState;
  readonly second: number;
  readonly byRegion: Map<'all' | Region, Making>;
}

const moments = new WeakMap<Ports, Moment>();

/**
 * The answer of this second, made once however many ask. Ages, limits of freshness and max-age are whole seconds
 * that end where a second ends, so nothing changes within one but by a new state.
 */
function readings(ports: Ports, state: AirState, region: 'all' | Region): Making {
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
  const making: Making = { made: prepare(JSON.stringify(body), maxAge, now) };
  moment.byRegion.set(region, making);
  making.made.then(
    (prepared) => {
      making.ready = prepared;
    },
    () => {},
  );
  return making;
}
