import { createRoom } from '../api/http/room.ts';
import type { Handle } from '../api/ports.ts';
import { BODIES_MAX, BODY_MAX } from '../core/drawing/limits.ts';

/**
 * Lets no more requests with bodies in at a time than there is room for; the others wait, and reading never does. How
 * long a body is no worker is told before it has read it, so each is taken for the largest.
 */
export function withBodyRoom(handle: Handle): Handle {
  const room = createRoom(BODIES_MAX);
  return async (request, client) => {
    if (request.method === 'GET' || request.method === 'HEAD') return handle(request, client);
    const { waits, free } = room.take(BODY_MAX);
    try {
      await waits;
      return await handle(request, client);
    } finally {
      free();
    }
  };
}
