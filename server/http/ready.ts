/**
 * GET /ready: whether a load balancer should send requests here. It comes every few seconds and from no person, so
 * it is not logged and counts against no limit.
 */
import { settledWithin } from '../../src/core/settled-within.ts';

/** Timeout of the store, ms. */
const TIMEOUT_MS = 2_000;
/** How long an answer of the store is reused, ms: many requests must cost no more than one. */
const REUSED_MS = 500;

export const READY_PATH = '/ready';

export interface Readiness {
  /** The response to a request to /ready. */
  answer(request: Request): Promise<Response>;
  /** From now on answers that the server is not ready. */
  drain(): void;
}

/**
 * @param works resolves with true if the store takes writes; may reject or hang if it does not
 * @param now a clock that never goes back, ms
 */
export function createReadiness(
  works: () => Promise<boolean>,
  now: () => number = () => performance.now(),
): Readiness {
  let draining = false;
  let asked: Promise<boolean> | undefined;
  let askedAt = 0;

  async function look(): Promise<boolean> {
    let ready = false;
    const looked = works().then(
      (answer) => {
        ready = answer;
      },
      () => {},
    );
    await settledWithin(looked, TIMEOUT_MS);
    return ready;
  }

  function storeWorks(): Promise<boolean> {
    if (asked === undefined || now() - askedAt >= REUSED_MS) {
      askedAt = now();
      asked = look();
    }
    return asked;
  }

  return {
    async answer({ method }) {
      if (method !== 'GET' && method !== 'HEAD') {
        const error = { code: 'method_not_allowed', message: 'this route allows GET, HEAD' };
        return json(405, { error }, { Allow: 'GET, HEAD' });
      }
      if (draining) return json(503, { ready: false, reason: 'draining' });
      const works = await storeWorks();
      // The server may have been told to end meanwhile.
      if (draining) return json(503, { ready: false, reason: 'draining' });
      return works ? json(200, { ready: true }) : json(503, { ready: false, reason: 'storage' });
    },
    drain() {
      draining = true;
    },
  };
}

function json(status: number, body: object, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-store', ...headers },
  });
}
