/** One request to a webhook, bounded. Never throws, and names no address: one may have a secret in its path or query. */
import { type Pushed, waitOf } from '../alerts/push.ts';
import { productVersion } from '../version.ts';

export async function sendWebhook(address: string, body: string, timeoutMs: number): Promise<Pushed> {
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(address, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json; charset=utf-8',
        'User-Agent': `pleinair/${await productVersion()}`,
      },
      body,
      // The operator named this address, and no other.
      redirect: 'manual',
      signal,
    });
    // What it says besides the status is not read, however long it is.
    await response.body?.cancel();
    return response.ok ? 'sent' : { failed: `HTTP ${response.status}`, waitMs: waitOf(response) };
  } catch {
    return { failed: signal.aborted ? 'timeout' : 'no connection' };
  }
}
