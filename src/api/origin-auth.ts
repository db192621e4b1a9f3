/**
 * Who may ask on the device. The boundary is the origin: only its own pages reach the worker with `fetch`, and a
 * script there could read a stored token anyway, so none is asked for.
 */
import type { Auth, AuthResult } from './ports.ts';

/**
 * Lets requests of the origin in, with two exceptions: a token that is sent must be the one saved, and a
 * navigation that is not GET is refused, since a form on any other site can make one.
 * @param savedToken the token in Settings; undefined where none was saved
 */
export function originAuth(savedToken: () => Promise<string | undefined>): Auth {
  return {
    mode: 'origin',
    configured: true,
    async check(request): Promise<AuthResult> {
      if (request.mode === 'navigate' && request.method !== 'GET') return { ok: false, reason: 'missing' };
      const sent = sentTokens(request.headers);
      if (sent.length === 0) return { ok: true };
      const saved = await savedToken();
      return sent.every((token) => token === saved) ? { ok: true } : { ok: false, reason: 'wrong' };
    },
  };
}

/** Tokens in `Authorization: Bearer` and `X-Draw-Token`. Another scheme in Authorization is no token. */
export function sentTokens(headers: Headers): string[] {
  const bearer = /^bearer +(.+)$/i.exec(headers.get('authorization')?.trim() ?? '')?.[1];
  const own = headers.get('x-draw-token')?.trim();
  return [bearer, own].flatMap((token) => token || []);
}
