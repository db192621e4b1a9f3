/**
 * Access control on the device. The boundary is the origin: only its own pages reach the worker with `fetch`.
 * A script there could read a stored token anyway, so none is required.
 */
import { type Auth, type AuthResult, HOME } from './ports.ts';

const OWN: AuthResult = { ok: true, principal: { space: HOME, via: 'origin' } };

/**
 * Admits requests of the origin, with two exceptions. A token in the request must equal the saved one. A
 * navigation other than GET is refused, because a form on any other site can cause one.
 * @param savedToken the token in Settings; undefined if none is saved
 */
export function originAuth(savedToken: () => Promise<string | undefined>): Auth {
  return {
    mode: 'origin',
    isConfigured: async () => true,
    async check(request): Promise<AuthResult> {
      if (request.mode === 'navigate' && request.method !== 'GET') return { ok: false, reason: 'missing' };
      const sent = sentTokens(request.headers);
      if (sent.length === 0) return OWN;
      const saved = await savedToken();
      return sent.every((token) => token === saved) ? OWN : { ok: false, reason: 'wrong' };
    },
  };
}

/** The tokens in `Authorization: Bearer` and `X-Draw-Token`. Other schemes in Authorization are no tokens. */
export function sentTokens(headers: Headers): string[] {
  const bearer = /^bearer +(.+)$/i.exec(headers.get('authorization')?.trim() ?? '')?.[1];
  const own = headers.get('x-draw-token')?.trim();
  return [bearer, own].flatMap((token) => token || []);
}
