/** Codes that let another device in: what the server answers to a request for one, or for the token of one. */
import type { Trouble } from '../state/sync-status.ts';
import { refusal } from './server-check.ts';

/** A code or a token, or the reason why there is none. The page checks what it shows. */
export interface PairingAnswer {
  readonly trouble?: Trouble;
  /** ms to leave the server alone. */
  readonly wait?: number;
  readonly token?: unknown;
}

/** Reads the response. A code that is wrong, used or expired is the trouble `wrong_token`. */
export async function readPairing(sent: Promise<Response>): Promise<PairingAnswer> {
  try {
    const response = await sent;
    if (response.status === 401) return { trouble: 'wrong_token' };
    return response.ok ? await response.json() : refusal(response);
  } catch {
    return { trouble: 'unreachable' };
  }
}
