/**
 * The errors for clients that a busy host turns away. A separate file, because the worker on the device turns
 * nobody away and need not contain it.
 */
import { ApiError } from '../errors.ts';
import type { Admission, Busy, Quota } from '../ports.ts';

export function admission({ busy, quota }: { readonly busy?: Busy; readonly quota: Quota }): Admission {
  return {
    busy: busy ?? (() => undefined),
    quota,
    admit(access, client) {
      const wait = busy?.(access);
      if (wait !== undefined) {
        throw new ApiError('busy', `the server is busy; try again in ${wait} s`, {
          headers: { 'Retry-After': String(wait) },
        });
      }
      if (access !== 'air') return undefined;
      const over = quota(client);
      return over instanceof Promise ? over.then(refuseIfOver) : refuseIfOver(over);
    },
  };
}

/** @throws ApiError 429 */
export function refuseIfOver(over: Awaited<ReturnType<Quota>>): undefined {
  if (over !== undefined) throw rateLimited(over.retryAfter);
}

export function rateLimited(retryAfter: number): ApiError {
  const seconds = Math.max(1, Math.ceil(retryAfter));
  return new ApiError('rate_limited', `too many requests; try again in ${seconds} s`, {
    headers: { 'Retry-After': String(seconds) },
  });
}
