/** The newest figures of every region, with the hour that each stands for. */
import { readingsBody } from '../../core/air/readings.ts';
import { type AirState, REGIONS, type Region } from '../../core/air/types.ts';
import { parseCondition } from '../conditions.ts';
import { CORS, errorAnswer, requireQuota } from '../dispatch.ts';
import type { Client, Ports } from '../ports.ts';
import { oneOf, type Values } from '../query.ts';
import { type Answer, contentTag, isHeld, jsonAnswer } from '../respond.ts';
import type { Route } from '../route.ts';

const query = { region: oneOf('One region, or all five.', ['all', ...REGIONS], 'all') };

const PATH = '/api/v1/readings';

export const getReadings: Route = {
  id: 'getReadings',
  method: 'GET',
  path: PATH,
  access: 'air',
  query,
  checkHeaders: (headers) => void parseCondition('If-None-Match', headers.get('If-None-Match')),
  async handle({ ports, request, query: values }) {
    const { region } = values as Values<typeof query>;
    return answer(ports, await stateFor(ports, request), region, request.headers.get('If-None-Match'));
  },
};

/** RFC 9111, 5.2.1.4: with `no-cache` the caller wants what was asked anew, not what is kept. */
function stateFor({ air }: Ports, { headers }: Request): Promise<AirState> {
  const anew = /(?:^|,)\s*no-cache\s*(?:,|$)/i.test(headers.get('Cache-Control') ?? '');
  return anew && air.refresh !== undefined ? air.refresh() : air.state();
}

async function answer(
  ports: Ports,
  state: AirState,
  region: 'all' | Region,
  ifNoneMatch: string | null,
): Promise<Answer> {
  const { tag, full, notModified } = await readings(ports, state, region);
  // Nearly always it is one tag, as it was given out.
  if (ifNoneMatch === tag) return notModified;
  return isHeld(parseCondition('If-None-Match', ifNoneMatch), tag) ? notModified : full;
}

/**
 * The same answers for a host that is asked thousands of times a second, and would spend most of each on a Request
 * and a Response. Undefined for any other target than the readings'.
 * @param target path and query as they were sent
 */
export type ReadyReadings = (
  target: string,
  ifNoneMatch: string | null,
  client: Client,
) => Promise<Answer> | undefined;

const TARGETS: ReadonlyMap<string, 'all' | Region> = new Map([
  [PATH, 'all'],
  ...REGIONS.map((region) => [`${PATH}?region=${region}`, region] as const),
]);

/** Makes them for a host. */
export function readyReadings(ports: Ports): ReadyReadings {
  async function ready(region: 'all' | Region, ifNoneMatch: string | null, client: Client): Promise<Answer> {
    try {
      await requireQuota(ports, client);
      return await answer(ports, await ports.air.state(), region, ifNoneMatch);
    } catch (error) {
      const made = errorAnswer(error, ports, true);
      return { ...made, headers: { ...CORS, ...made.headers, ...lengthOf(made.body ?? '') } };
    }
  }
  return (target, ifNoneMatch, client) => {
    const region = TARGETS.get(target);
    return region === undefined ? undefined : ready(region, ifNoneMatch, client);
  };
}

/** Both answers, with all that an air route's answers carry. */
interface Prepared {
  readonly tag: string;
  readonly full: Answer;
  readonly notModified: Answer;
}

/** What was prepared for one second and one state of the air. */
interface Moment {
  readonly state: AirState;
  readonly second: number;
  readonly byRegion: Map<'all' | Region, Promise<Prepared>>;
}

const moments = new WeakMap<Ports, Moment>();

/**
 * The answer of this second, made once however many ask. Ages, limits of freshness and max-age are whole seconds
 * that end where a second ends, so nothing changes within one but by a new state.
 */
function readings(ports: Ports, state: AirState, region: 'all' | Region): Promise<Prepared> {
  const now = ports.air.now();
  const second = Math.ceil(now / 1000);
  let moment = moments.get(ports);
  if (moment === undefined || moment.state !== state || moment.second !== second) {
    moment = { state, second, byRegion: new Map() };
    moments.set(ports, moment);
  }
  const known = moment.byRegion.get(region);
  if (known !== undefined) return known;
  const made = prepare(ports, state, region, now);
  moment.byRegion.set(region, made);
  return made;
}

async function prepare(
  { publicUrl }: Ports,
  state: AirState,
  region: 'all' | Region,
  now: number,
): Promise<Prepared> {
  const { body, maxAge } = readingsBody(state, { region, now, publicUrl });
  const json = JSON.stringify(body);
  // The tag is of the final body: a 304 can never hide that a figure turned stale.
  const tag = await contentTag(json);
  const headers = {
    ...CORS,
    'Cache-Control': `public, max-age=${maxAge}`,
    // The clock that ages were reckoned with: in a worker no server adds it.
    Date: new Date(now).toUTCString(),
    ETag: tag,
  };
  return {
    tag,
    full: jsonAnswer(200, json, { ...headers, ...lengthOf(json) }),
    notModified: { status: 304, headers, body: null },
  };
}

function lengthOf(body: string) {
  return { 'Content-Length': String(new TextEncoder().encode(body).length) };
}
