import { createByteBudget } from '../api/http/byte-budget.ts';
import type { Handle } from '../api/ports.ts';
import { BODIES_MAX, BODY_MAX } from '../core/drawing/limits.ts';

/**
 * Limits how many requests with bodies are in memory; further ones wait, but reads never do. A worker cannot
 * know how long a body is before it reads it, so each counts as the largest allowed.
 */
export function withBodyBudget(handle: Handle): Handle {
  const budget = createByteBudget(BODIES_MAX);
  return async (request, client) => {
    if (request.method === 'GET' || request.method === 'HEAD') return handle(request, client);
    const { waits, free } = budget.take(BODY_MAX);
    try {
      await waits;
      return await handle(request, client);
    } finally {
      free();
    }
  };
}
