/** Discovery and status: public, and without anything that a person made. Counts need a token. */
import { API_VERSION, MCP_VERSION } from './contract/versions.ts';
import { parseIfNoneMatch } from './http/conditions.ts';
import { jsonResponse, taggedByContent } from './http/respond.ts';
import type { Route } from './http/route.ts';

const REVALIDATE = { 'Cache-Control': 'no-cache' };

const getApp: Route = {
  id: 'getApp',
  method: 'GET',
  path: '/api/v1/app',
  access: 'public',
  checkHeaders: parseIfNoneMatch,
  handle(call) {
    const { auth, version } = call.ports;
    const body = {
      id: 'pleinair',
      namespace: 'draw/v1',
      name: 'Pleinair',
      purpose: 'Draw outdoors, offline first, with the air of Singapore beside the canvas.',
      versions: { app: version, api: API_VERSION, mcp: MCP_VERSION },
      capabilities: [
        'drawings',
        'revisions',
        'patch',
        'changes',
        'trash',
        'purge',
        'brushes',
        'paper',
        'layers',
        'versions',
        'underlay',
        'dates',
        'idempotency-keys',
        'profile',
        'air',
        'sky',
      ],
      auth: { mode: auth.mode, schemes: ['bearer', 'x-draw-token'] },
      dataBoundary:
        auth.mode === 'origin'
          ? "Drawings stay on this device, within this origin; they go to its own server once that one's token is in Settings."
          : 'Drawings stay on this server, behind its token.',
      docs: { openapi: '/api/v1/openapi.json' },
    };
    return taggedByContent(call, JSON.stringify(body), REVALIDATE);
  },
};

const getStatus: Route = {
  id: 'getStatus',
  method: 'GET',
  path: '/api/v1/status',
  access: 'public',
  checkHeaders: parseIfNoneMatch,
  async handle(call) {
    const { storeOf, writable, auth, version } = call.ports;
    const [caller, dataDirWritable, authConfigured] = await Promise.all([
      auth.check(call.request, call.client),
      writable(),
      auth.isConfigured(),
    ]);
    const about = { dataDirWritable, version, authConfigured };
    if (!caller.ok) return taggedByContent(call, JSON.stringify(about), REVALIDATE);
    const counts = await storeOf(caller.principal.space).read((tx) => tx.counts());
    return taggedByContent(call, JSON.stringify({ ...counts, ...about }), {
      'Cache-Control': 'private, no-cache',
    });
  },
};

const checkAuth: Route = {
  id: 'checkAuth',
  method: 'GET',
  path: '/api/v1/auth/check',
  access: 'public',
  async handle({ ports, request, client }) {
    const result = await ports.auth.check(request, client);
    return jsonResponse(200, JSON.stringify({ ok: result.ok }), { 'Cache-Control': 'no-store' });
  },
};

const getOpenapi: Route = {
  id: 'getOpenapi',
  method: 'GET',
  path: '/api/v1/openapi.json',
  access: 'public',
  checkHeaders: parseIfNoneMatch,
  handle: async (call) => taggedByContent(call, await call.ports.openapi(), REVALIDATE),
};

export const SERVICE_ROUTES: readonly Route[] = [getApp, getStatus, checkAuth, getOpenapi];
