import { createRoom } from '../api/http/room.ts';
import type { Handle } from '../api/ports.ts';
import { BODIES_MAX, BODY_MAX } from '../core/drawing/limits.ts';

/**
 * Limits the requests with bodies in memory; further ones wait, but reads never do. A worker cannot know how
 * long a body is before it reads it, so each counts as the largest allowed.
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
