/** The token that gates the drawings on a server: `Authorization: Bearer` or `X-Draw-Token`. */
import { createHash, timingSafeEqual } from 'node:crypto';
import { rateLimited } from '../../src/api/http/admission.ts';
import { type Auth, type AuthResult, HOME } from '../../src/api/ports.ts';
import type { Limiter } from './limiter.ts';

const OWN: AuthResult = { ok: true, principal: { space: HOME, via: 'token' } };

/** A digest of equal length for every token, so that comparing takes constant time. */
const digest = (text: string) => createHash('sha256').update(text, 'latin1').digest();

/**
 * The token of a request: undefined if there is none, `'disagreeing'` if two headers differ. Other schemes in
 * Authorization are ignored: a proxy's own Basic login may be there.
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
 * Checks requests against the server's token. Wrong tokens are counted for each network address, and after too
 * many the client must wait. The right token always passes.
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
      if (sent !== 'disagreeing' && timingSafeEqual(digest(sent.token), expected)) return OWN;
      const retryAfter = options.limiter.consume(client.address);
      if (retryAfter !== undefined) throw rateLimited(retryAfter);
      return { ok: false, reason: 'wrong' };
    },
  };
}
