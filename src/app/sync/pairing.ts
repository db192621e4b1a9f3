/** Pairing: lets another device in, and this one. The page sees a code, never a token. */
import { CODE_MINUTES } from '../../api/pairing/pairing-link.ts';
import { api } from '../client/client.ts';
import { type Owner, readOwner } from './owner.ts';
import { readTokenReply, type TokenRefusal, tokenMessage } from './sync-actions.ts';
import { requestSync } from './sync-link.ts';

export interface PairingCode {
  readonly code: string;
  /** When the code expires. */
  readonly expiresAt: string;
}

/** Requests a code for another device. Returns why there is none if the server refuses. */
export async function requestCode(): Promise<PairingCode | TokenRefusal> {
  const { data, response } = await api.POST('/api/v1/pairing-codes');
  if (data !== undefined) return data;
  const wait = Number(response.headers.get('Retry-After') ?? 0);
  switch (response.status) {
    case 401:
      // Sync learns of it too, and says so everywhere.
      requestSync('online');
      return { trouble: 'wrong_token', wait };
    case 429:
      return { trouble: 'limited', wait };
    case 503:
      return { trouble: 'unreachable', wait };
    default:
      return { trouble: 'busy', wait };
  }
}

/**
 * Asks whose drawings a code opens, and does not use it.
 * @param signal gives it up
 */
export async function lookAtCode(code: string, signal: AbortSignal): Promise<Owner | TokenRefusal> {
  const pairing = { code, device: deviceName(navigator.userAgent), look: true };
  const reply = await tokenMessage({ type: 'SYNC_CODE', pairing }, signal);
  return readOwner(reply) ?? readTokenReply(reply) ?? { trouble: 'busy', wait: 0 };
}

/** The device that was let in since a code was made, by its name; undefined if none was, or the server is away. */
export async function deviceSince({ expiresAt }: PairingCode): Promise<string | undefined> {
  const { data } = await api.GET('/api/v1/pairing-codes');
  if (!data?.newest) return undefined;
  // Both times are the server's.
  const madeAt = Date.parse(expiresAt) - CODE_MINUTES * 60_000;
  return Date.parse(data.newest.createdAt) >= madeAt ? data.newest.device : undefined;
}

/**
 * Turns sync on with a code of another device. Returns undefined if the server took it.
 * @param signal gives it up: sync stays off
 */
export async function sendCode(code: string, signal: AbortSignal): Promise<TokenRefusal | undefined> {
  const pairing = { code, device: deviceName(navigator.userAgent) };
  return readTokenReply(await tokenMessage({ type: 'SYNC_CODE', pairing }, signal));
}

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/CrOS/, 'Chromebook'],
  [/Windows/, 'Windows'],
  [/Macintosh/, 'Mac'],
  [/Linux/, 'Linux'],
];
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/Edg/, 'Edge'],
  [/Firefox|FxiOS/, 'Firefox'],
  [/Chrome|CriOS/, 'Chrome'],
  [/Safari/, 'Safari'],
];

/** Name of this device in the server's list of tokens: `iPhone, Safari`. */
export function deviceName(userAgent: string): string {
  const [system, browser] = [SYSTEMS, BROWSERS].map(
    (list) => list.find(([mark]) => mark.test(userAgent))?.[1],
  );
  return [system, browser].filter((part) => part !== undefined).join(', ') || 'a browser';
}
