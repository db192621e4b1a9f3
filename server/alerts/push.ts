/** One push to a browser: encrypted (RFC 8291), signed (RFC 8292), bounded. Never throws, and names no endpoint. */
import { endpointProblem } from '../../src/api/alerts/push-services.ts';
import { MINUTE } from '../../src/core/air/time/time.ts';
import { retryAfterSeconds } from '../../src/core/air/upstream/backoff.ts';
import type { AlertKind } from '../../src/core/alerts/preferences.ts';
import type { Due } from './look.ts';
import type { VapidKeys } from './vapid-keys.ts';

export interface PushOptions {
  readonly keys: VapidKeys;
  /** Who sends, for the push service: an https address, or `mailto:`. */
  readonly subject: string;
  readonly testPushOrigin?: string | undefined;
  /** ms. */
  readonly timeoutMs: number;
}

/** `gone`: the browser has ended the subscription (RFC 8030, section 7.3). */
export type Pushed = 'sent' | 'gone' | NotSent;

export interface NotSent {
  /** Why, for the log. */
  readonly failed: string;
  /** The push service accepted nothing, and asks to be left alone for so many ms. */
  readonly waitMs?: number | undefined;
  /** True if it does not take this server for the one that was subscribed to (RFC 8292, section 4.2). */
  readonly isStranger?: boolean;
}

const STRANGER: NotSent = { failed: 'the push service refuses the signature', isStranger: true };

/** The pause of a push service that is asked too often and does not say for how long, s. */
const BUSY_SECONDS = 30;

/** For how long an alert is worth anything, ms. */
export function lifetimeOf(kind: AlertKind): number {
  return (kind === 'lightning' ? 15 : 60) * MINUTE;
}

export async function push({ receiver, kind, payload }: Due, options: PushOptions): Promise<Pushed> {
  const { endpoint, keys } = receiver;
  if (endpointProblem(endpoint, options.testPushOrigin) !== undefined) return { failed: 'no push service' };
  const signal = AbortSignal.timeout(options.timeoutMs);
  try {
    // Loaded with the first alert: most servers start without.
    const { default: webPush } = await import('web-push');
    const { headers, body } = webPush.generateRequestDetails({ endpoint, keys }, payload, {
      vapidDetails: { subject: options.subject, ...options.keys },
      TTL: lifetimeOf(kind) / 1000,
      urgency: kind === 'lightning' ? 'high' : 'normal',
      // One that was not delivered yet is replaced by a newer one.
      topic: kind,
    });
    const { 'Content-Length': _length, ...others } = headers;
    const given = Object.entries(others).map(([name, value]): [string, string] => [name, String(value)]);
    const request = {
      method: 'POST',
      headers: given,
      body: new Uint8Array(body),
      redirect: 'manual',
      signal,
    } as const;
    const response = await fetch(endpoint, request);
    // What a push service says besides the status is not read, however long it is.
    await response.body?.cancel();
    if (response.status === 404 || response.status === 410) return 'gone';
    if (response.status === 401 || response.status === 403) return STRANGER;
    return response.ok ? 'sent' : { failed: `HTTP ${response.status}`, waitMs: waitOf(response) };
  } catch {
    return { failed: signal.aborted ? 'timeout' : 'no connection' };
  }
}

/** RFC 8030, section 8.4: 429, and for how long. 503 asks for a pause if it says for how long. */
export function waitOf({ status, headers }: Response): number | undefined {
  if (status !== 429 && status !== 503) return undefined;
  const usual = status === 429 ? BUSY_SECONDS : undefined;
  const seconds = retryAfterSeconds(headers.get('Retry-After'), Date.now()) ?? usual;
  return seconds === undefined ? undefined : seconds * 1000;
}
