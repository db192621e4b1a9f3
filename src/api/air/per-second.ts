/** Responses that are built once a second for all requests. */
import type { PreparedResponse } from './air-route.ts';

/** The responses prepared for one second and one state. */
interface Moment<S, K> {
  readonly state: S;
  readonly second: number;
  readonly byKey: Map<K, Promise<PreparedResponse>>;
}

/**
 * The response of this second. Ages, limits and max-age are whole seconds that change where a second ends. So within a
 * second only a new state changes a response.
 * @param host what the responses are kept for
 * @param key what a request asks for
 * @param now ms since the epoch
 */
type PerSecond<S, K> = (
  host: object,
  state: S,
  key: K,
  now: number,
  build: () => Promise<PreparedResponse>,
) => Promise<PreparedResponse>;

export function perSecond<S extends object, K>(): PerSecond<S, K> {
  const moments = new WeakMap<object, Moment<S, K>>();
  return (host, state, key, now, build) => {
    const second = Math.ceil(now / 1000);
    let moment = moments.get(host);
    if (moment === undefined || moment.state !== state || moment.second !== second) {
      moment = { state, second, byKey: new Map() };
      moments.set(host, moment);
    }
    const known = moment.byKey.get(key);
    if (known !== undefined) return known;
    const made = build();
    moment.byKey.set(key, made);
    return made;
  };
}
