/** The check of a server: whether it is a compatible Pleinair, and accepts the token. */
import { API_VERSION } from '../../api/contract/versions.ts';
import { retryAfterSeconds } from '../../core/air/upstream/backoff.ts';
import { list, parseJson, shape, text } from '../state/guards.ts';
import type { Trouble } from '../state/sync-status.ts';

/** Sends a GET to the server; rejects if no response comes. */
export type AskServer = (path: string, headers: Readonly<Record<string, string>>) => Promise<Response>;

export interface Refusal {
  readonly trouble: Trouble;
  /** ms to leave the server alone. */
  readonly wait: number;
}

/** Capabilities that sync needs. */
const NEEDED = ['patch', 'changes', 'idempotency-keys'];

const isApp = shape({
  id: (value: unknown): value is 'pleinair' => value === 'pleinair',
  versions: shape({ api: text(32) }),
  capabilities: list(text(64), 100),
});

/**
 * Undefined if the server accepts the token. The server must first say what it is, because the token must
 * reach nobody else.
 */
export async function checkServer(ask: AskServer, token: string): Promise<Refusal | undefined> {
  try {
    const response = await ask('/api/v1/app', {});
    if (!response.ok) return refusal(response);
    const app = parseJson(await response.text());
    if (!isApp(app)) return of('not_pleinair');
    const theirs = Number.parseInt(app.versions.api, 10);
    const ours = Number.parseInt(API_VERSION, 10);
    if (!Number.isInteger(theirs)) return of('not_pleinair');
    if (theirs > ours) return of('server_newer');
    if (theirs < ours || !NEEDED.every((name) => app.capabilities.includes(name))) return of('server_older');
    return await checkToken(ask, token);
  } catch {
    return of('unreachable');
  }
}

async function checkToken(ask: AskServer, token: string): Promise<Refusal | undefined> {
  const response = await ask('/api/v1/auth/check', { Authorization: `Bearer ${token}` });
  if (!response.ok) return refusal(response);
  const isRight = shape({ ok: (value: unknown): value is true => value === true });
  if (isRight(parseJson(await response.text()))) return undefined;
  const status = parseJson(await (await ask('/api/v1/status', {})).text());
  const hasNone = shape({ authConfigured: (value: unknown): value is false => value === false });
  return of(hasNone(status) ? 'no_token_there' : 'wrong_token');
}

/** Why a server refused a request. */
export function refusal({ status, headers }: Response): Refusal {
  const wait = (retryAfterSeconds(headers.get('retry-after'), Date.now()) ?? 0) * 1000;
  if (status === 429) return { trouble: 'limited', wait };
  // Gateways send these while the server is away.
  if (status === 502 || status === 504) return { trouble: 'unreachable', wait };
  return status >= 500 ? { trouble: 'busy', wait } : of('not_pleinair');
}

function of(trouble: Trouble): Refusal {
  return { trouble, wait: 0 };
}
