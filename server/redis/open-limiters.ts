/** Where a server counts its limits: alone, or with others in Redis. */
import { redisName } from '../config/redis-address.ts';
import { type Limiters, OWN_LIMITERS } from '../http/limiter.ts';
import type { Log } from '../http/log.ts';

/**
 * Never throws: with a Redis that is away it counts alone until that is back, and tells the operator both once.
 * @param url undefined if there is none
 * @param onAlone called for each decision that this process made alone, because Redis is away
 */
export async function openLimiters(
  url: string | undefined,
  log: Pick<Log, 'info'>,
  onAlone?: () => void,
): Promise<Limiters> {
  if (url === undefined) return OWN_LIMITERS;
  // A server without Redis starts without its driver.
  const { sharedLimiters } = await import('./shared-limiters.ts');
  const redis = redisName(url);
  return sharedLimiters({
    url,
    onAlone,
    onNeedlessPassword: () => log.info('Redis needs no password, but REDIS_URL has one', { redis }),
    onChange(reason) {
      if (reason === undefined) log.info('limits are counted together again', { redis });
      else log.info('limits are counted by this process alone', { redis, reason });
    },
  });
}
