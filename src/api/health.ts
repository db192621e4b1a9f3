/** GET /health: the host answers. A file of its own, because a worker starts with it (routes/opening-routes.ts). */
import { jsonResponse } from './http/respond.ts';
import type { Route } from './http/route.ts';
import type { DrawingPorts } from './ports.ts';

export const getHealth: Route<DrawingPorts> = {
  id: 'getHealth',
  method: 'GET',
  path: '/health',
  access: 'public',
  handle: async () => jsonResponse(200, '{"ok":true}', { 'Cache-Control': 'no-store' }),
};
