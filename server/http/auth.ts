/** Checks the tokens that open the drawings: `Authorization: Bearer` or `X-Draw-Token`. */
import { createHash, timingSafeEqual } from 'node:crypto';
import { rateLimited } from '../../src/api/http/admission.ts';
import { type Auth, type AuthResult, HOME, type Principal } from '../../src/api/ports.ts';
import { operatorMark, type People, tokenMark } from '../store/index.ts';
import type { Limiter } from './limiter.ts';

/** A digest, so that two tokens of any length are compared in constant time. */
const digest = (text: string) => createHash('sha256').update(text, 'latin1').digest();

/**
 * The token of a request: undefined if there is none, `'disagreeing'` if two headers differ. Ignores other schemes in
 * Authorization: a proxy may have a Basic login of its own there.
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

export interface TokenAuthOptions {
  /** DRAW_TOKEN, which opens home. */
  readonly token: string | undefined;
  /** Counts wrong tokens for each network address. */
  readonly limiter: Limiter;
  /** The tokens of people. */
  readonly people?: Pick<People, 'spaceOf' | 'hasTokens'>;
}

/**
 * Admits a request to the space of its token: home for DRAW_TOKEN, or a person's own. After too many wrong tokens a
 * client must wait. A right token always passes.
 */
export function tokenAuth({ token, limiter, people }: TokenAuthOptions): Auth {
  const expected = token === undefined ? undefined : digest(token);
  const isConfigured = async () => expected !== undefined || (await people?.hasTokens()) === true;

  const operator = token === undefined ? undefined : operatorMark(token);

  async function principalOf(sent: string): Promise<Principal | undefined> {
    if (expected !== undefined && operator !== undefined && timingSafeEqual(digest(sent), expected)) {
      return { space: HOME, via: 'token', admittedBy: operator };
    }
    const space = await people?.spaceOf(sent);
    return space === undefined ? undefined : { space, via: 'token', admittedBy: tokenMark(sent) };
  }

  return {
    mode: 'token',
    isConfigured,
    async check(request, client): Promise<AuthResult> {
      const sent = sentToken(request.headers);
      if (sent === undefined) {
        return { ok: false, reason: (await isConfigured()) ? 'missing' : 'not_configured' };
      }
      const principal = sent === 'disagreeing' ? undefined : await principalOf(sent.token);
      if (principal !== undefined) return { ok: true, principal };
      if (!(await isConfigured())) return { ok: false, reason: 'not_configured' };
      const retryAfter = await limiter.consume(client.address);
      if (retryAfter !== undefined) throw rateLimited(retryAfter);
      return { ok: false, reason: 'wrong' };
    },
  };
}
