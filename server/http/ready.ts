/**
 * GET /ready: whether a load balancer should send requests here. No request of a person: it is not in the log and
 * takes nothing from a limit.
 */
import { settledWithin } from '../../src/core/settled-within.ts';

/** How long the store may take to answer, ms. */
const PATIENCE = 2_000;
/** How long an answer of the store is used for everybody, ms: asking often must cost nothing. */
const KEPT = 500;

export const READY_PATH = '/ready';

export interface Readiness {
  /** The response to a request to /ready. */
  answer(request: Request): Promise<Response>;
  /** Not ready any more, for good. */
  drain(): void;
}

/**
 * @param works true if the store answers and takes writes; one that rejects or hangs does not
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
    await settledWithin(looked, PATIENCE);
    return ready;
  }

  function storeWorks(): Promise<boolean> {
    if (asked === undefined || now() - askedAt >= KEPT) {
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
      // A signal may have come meanwhile.
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
