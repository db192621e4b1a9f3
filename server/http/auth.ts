/** The token that gates the drawings on a server: `Authorization: Bearer` or `X-Draw-Token`. */
import { createHash, timingSafeEqual } from 'node:crypto';
import { rateLimited } from '../../src/api/http/admission.ts';
import type { Auth, AuthResult } from '../../src/api/ports.ts';
import type { Limiter } from './limiter.ts';

/** Of equal length whatever came in, so that comparing takes the same time. */
const digest = (text: string) => createHash('sha256').update(text, 'latin1').digest();

/**
 * The token that a request carries: undefined without one, `'disagreeing'` when two differ.
 * Another scheme in Authorization is no token: a proxy's own Basic login stands there.
 */
function sentToken(headers: Headers): { readonly token: string } | 'disagreeing' | undefined {
  const bearer = /^bearer +(.+)$/i.exec(headers.get('authorization')?.trim() ?? '')?.[1];
  const own = headers.get('x-draw-token')?.trim() || undefined;
  if (bearer !== undefined && own !== undefined && !timingSafeEqual(digest(bearer), digest(own))) {
    return 'disagreeing';
  }
  const token = bearer ?? own;
  return token === undefined ? undefined : { token };
}

/**
 * Checks requests against the server's one token. Wrong tokens are counted per network address and
 * refused with a wait once there are too many; the right one always passes.
 */
export function tokenAuth(options: { readonly token: string | undefined; readonly limiter: Limiter }): Auth {
  const expected = options.token === undefined ? undefined : digest(options.token);
  return {
    mode: 'token',
    configured: expected !== undefined,
    async check(request, client): Promise<AuthResult> {
      if (expected === undefined) return { ok: false, reason: 'not_configured' };
      const sent = sentToken(request.headers);
      if (sent === undefined) return { ok: false, reason: 'missing' };
      if (sent !== 'disagreeing' && timingSafeEqual(digest(sent.token), expected)) return { ok: true };
      const retryAfter = options.limiter.consume(client.address);
      if (retryAfter !== undefined) throw rateLimited(retryAfter);
      return { ok: false, reason: 'wrong' };
    },
  };
}
