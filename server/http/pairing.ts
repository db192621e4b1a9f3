/** Codes that let another device in. A wrong code, or a body without one, counts as a wrong token. */
import { rateLimited } from '../../src/api/http/admission.ts';
import type { Pairing } from '../../src/api/pairing/pairing.ts';
import type { Client } from '../../src/api/ports.ts';
import { operatorMark, type People } from '../store/index.ts';
import type { Limiter } from './limiter.ts';

export interface PairingOptions {
  readonly people: Pick<People, 'makeCode' | 'exchange' | 'look' | 'about'>;
  /** DRAW_TOKEN. A code that it made is worth nothing with another one. */
  readonly token: string | undefined;
  /** Counts wrong tokens and codes for each network address. */
  readonly limiter: Limiter;
}

export function pairing({ people, token, limiter }: PairingOptions): Pairing {
  const operator = token === undefined ? undefined : operatorMark(token);
  async function countWrong({ address }: Client): Promise<void> {
    const retryAfter = await limiter.consume(address);
    if (retryAfter !== undefined) throw rateLimited(retryAfter);
  }

  return {
    makeCode: (space, by) => people.makeCode(space, by),
    async exchange(code, device, client) {
      const made = await people.exchange(code, device, operator);
      if (made === undefined) await countWrong(client);
      return made;
    },
    async look(code, client) {
      const owner = await people.look(code, operator);
      if (owner === undefined) await countWrong(client);
      return owner;
    },
    about: (space) => people.about(space),
    countWrong,
  };
}
