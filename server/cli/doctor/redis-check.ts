/** Whether limits can be counted in Redis. */
import type { Config } from '../../config/config.ts';
import { redisName } from '../../config/redis-address.ts';
import { type Finding, fail, ok, warn } from './finding.ts';

/** What to do about errors of Redis, by the word that they begin with. */
const REMEDIES: Readonly<Record<string, string>> = {
  NOAUTH: 'put user and password into REDIS_URL',
  WRONGPASS: 'correct user and password in REDIS_URL',
  NOPERM:
    'let its user count: ~pleinair:* +@read +@write +@scripting, and +select if REDIS_URL names a database',
  OOM: 'give it more memory',
  READONLY: 'let REDIS_URL name the primary',
};

export async function checkRedis({ redisUrl, databaseUrl }: Config): Promise<Finding> {
  if (redisUrl === undefined) {
    return databaseUrl === undefined
      ? ok('none, which is right for one process')
      : warn('no REDIS_URL, so each process counts its limits alone; set it if there are several');
  }
  const { sharedLimiters } = await import('../../redis/shared-limiters.ts');
  let trouble = 'it does not answer';
  let isNeedless = false;
  const limiters = await sharedLimiters({
    url: redisUrl,
    onNeedlessPassword: () => {
      isNeedless = true;
    },
    onChange: (reason = trouble) => {
      trouble = reason;
    },
  });
  const { isShared } = limiters;
  limiters.close();
  const name = redisName(redisUrl);
  if (isShared && isNeedless) {
    return warn(`${name} needs no password, although REDIS_URL has one; give it that password`);
  }
  if (isShared) return ok(`${name} counts limits`);
  const remedy = REMEDIES[trouble.split(' ', 1)[0] ?? ''] ?? 'start it, or correct REDIS_URL';
  return fail(`${name}: ${trouble}; ${remedy}`);
}
