/**
 * Limits that several processes count together, in Redis. Each process counts for itself as well: when Redis is away,
 * it goes on from there, and a client gains nothing.
 */
import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { networkKey } from '../config/client-address.ts';
import { createLimiter, type Limiter, type LimiterOptions, type Limiters } from '../http/limiter.ts';
import { openRedisLink } from './redis-link.ts';

/** Everything of this product in a Redis begins with it. */
const PREFIX = 'pleinair';

export interface SharedLimitersOptions {
  readonly url: string;
  /** Called when limits are no longer counted together, with the reason, and when they are again, without one. */
  readonly onChange: (reason?: string) => void;
  /** Called for each decision that this process made alone, because Redis is away. */
  readonly onAlone?: (() => void) | undefined;
  /** Called once if the address has a password, and Redis takes anybody without one. */
  readonly onNeedlessPassword?: (() => void) | undefined;
}

/** Never throws, and is never slower than Redis may be: 100 ms. */
export async function sharedLimiters({
  url,
  onChange,
  onAlone,
  onNeedlessPassword = () => {},
}: SharedLimitersOptions): Promise<Limiters> {
  const link = await openRedisLink({
    url,
    onChange,
    onNeedlessPassword,
    trial: (client) =>
      new RateLimiterRedis({
        storeClient: client,
        keyPrefix: `${PREFIX}:trial`,
        points: 1e9,
        duration: 1,
      }).consume('trial'),
  });

  function limiterOf(name: string, options: LimiterOptions): Limiter {
    const { points, seconds } = options;
    const own = createLimiter(options);
    const shared = new RateLimiterRedis({
      storeClient: link.client,
      keyPrefix: `${PREFIX}:${name}`,
      points,
      duration: seconds,
      rejectIfRedisNotReady: true,
    });

    /** Seconds to wait, 0 for none. */
    async function count(key: string): Promise<number> {
      try {
        await shared.consume(key);
        return 0;
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        return Math.max(1, Math.ceil(refusal.msBeforeNext / 1000));
      }
    }

    return {
      consume(address) {
        const wait = own.consume(address);
        // Who has used up everything here has done so everywhere.
        if (wait !== undefined) return wait;
        if (!link.isUp) {
          onAlone?.();
          return undefined;
        }
        return link
          .run(() => count(networkKey(address)))
          .then((together) => {
            if (together === undefined) onAlone?.();
            return together === 0 ? undefined : together;
          });
      },
      get size() {
        return own.size;
      },
    };
  }

  return {
    of: limiterOf,
    get isShared() {
      return link.isUp;
    },
    close: link.close,
  };
}
