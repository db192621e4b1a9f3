/** Codes that let another device in. A wrong code counts as a wrong token. */
import { rateLimited } from '../../src/api/http/admission.ts';
import type { Pairing } from '../../src/api/pairing/pairing.ts';
import type { People } from '../store/index.ts';
import type { Limiter } from './limiter.ts';

export interface PairingOptions {
  readonly people: Pick<People, 'makeCode' | 'exchange'>;
  /** Counts wrong tokens and codes for each network address. */
  readonly limiter: Limiter;
}

export function pairing({ people, limiter }: PairingOptions): Pairing {
  return {
    makeCode: (space) => people.makeCode(space),
    async exchange(code, device, { address }) {
      const token = await people.exchange(code, device);
      if (token !== undefined) return token;
      const retryAfter = await limiter.consume(address);
      if (retryAfter !== undefined) throw rateLimited(retryAfter);
      return undefined;
    },
  };
}
