/** Discovery and status: public, and without anything that a person made. Counts need a token. */
import { API_VERSION, MCP_VERSION } from './contract/versions.ts';
import { parseCondition } from './http/conditions.ts';
import { cachedResponse, contentTag, jsonResponse, type RouteResponse } from './http/respond.ts';
import type { Call, Route } from './http/route.ts';

const REVALIDATE = { 'Cache-Control': 'no-cache' };
const checkHeaders = (headers: Headers) => void parseCondition('If-None-Match', headers.get('If-None-Match'));

async function tagged({ request }: Call, json: string, headers = REVALIDATE): Promise<RouteResponse> {
  const ifNoneMatch = parseCondition('If-None-Match', request.headers.get('If-None-Match'));
  return cachedResponse(json, await contentTag(json), ifNoneMatch, headers);
}

const getApp: Route = {
  id: 'getApp',
  method: 'GET',
  path: '/api/v1/app',
  access: 'public',
  checkHeaders,
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
    return tagged(call, JSON.stringify(body));
  },
};

const getStatus: Route = {
  id: 'getStatus',
  method: 'GET',
  path: '/api/v1/status',
  access: 'public',
  checkHeaders,
  async handle(call) {
    const { storeOf, writable, auth, version } = call.ports;
    const [caller, dataDirWritable, authConfigured] = await Promise.all([
      auth.check(call.request, call.client),
      writable(),
      auth.isConfigured(),
    ]);
    const about = { dataDirWritable, version, authConfigured };
    if (!caller.ok) return tagged(call, JSON.stringify(about));
    const counts = await storeOf(caller.principal.space).read((tx) => tx.counts());
    return tagged(call, JSON.stringify({ ...counts, ...about }), { 'Cache-Control': 'private, no-cache' });
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
  checkHeaders,
  handle: async (call) => tagged(call, await call.ports.openapi()),
};

export const SERVICE_ROUTES: readonly Route[] = [getApp, getStatus, checkAuth, getOpenapi];
