/** Responses that are built once a second for all requests. */
import type { PreparedResponse } from './air-route.ts';

/** The responses prepared for one second and one state. */
interface Moment<S, K> {
  readonly state: S;
  readonly second: number;
  readonly byKey: Map<K, PreparedResponse | Promise<PreparedResponse>>;
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
) => PreparedResponse | Promise<PreparedResponse>;

export function perSecond<S extends object, K>(): PerSecond<S, K> {
  const moments = new WeakMap<object, Moment<S, K>>();
  return (host, state, key, now, build) => {
    const second = Math.ceil(now / 1000);
    const last = moments.get(host);
    const isNow = last !== undefined && last.state === state && last.second === second;
    const { byKey }: Moment<S, K> = isNow ? last : { state, second, byKey: new Map() };
    if (!isNow) moments.set(host, { state, second, byKey });
    const known = byKey.get(key);
    if (known !== undefined) return known;
    const made = build().then((response) => {
      byKey.set(key, response);
      return response;
    });
    byKey.set(key, made);
    return made;
  };
}
