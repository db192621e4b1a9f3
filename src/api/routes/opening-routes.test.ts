import { describe, expect, test } from 'vitest';
import { memoryStore } from '../../store/memory.ts';
import { createHandle } from '../http/dispatch.ts';
import { createApi, ROUTES } from '../index.ts';
import { type Handle, HOME, type SkyPorts } from '../ports.ts';
import { OPENING_ROUTES } from './opening-routes.ts';

const ID = '2f0c1ad2-5a0e-4d58-9a3c-0c3d8ed0a111';
const METHODS = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE'];
/** Held still: responses of the air carry the time. */
const NOW = Date.parse('2026-11-23T00:00:00Z');
const ORIGIN = 'https://example.org';

function ports(): SkyPorts {
  const store = memoryStore();
  return {
    storeOf: () => store,
    writable: store.writable,
    air: {
      state: () => Promise.reject(new Error('not asked')),
      history: () => Promise.reject(new Error('not asked')),
      now: () => NOW,
    },
    sky: { state: () => Promise.reject(new Error('not asked')), now: () => NOW },
    products: { catalogue: () => Promise.reject(new Error('not asked')) },
    guide: async () => '{}',
    auth: {
      mode: 'token',
      isConfigured: async () => true,
      check: async () => ({ ok: true, principal: { space: HOME, via: 'token' } }),
    },
    now: () => NOW,
    newId: () => ID,
    announce: () => {},
    readBody: async (request) => new Uint8Array(await request.arrayBuffer()),
    openapi: async () => '{}',
    onDefect: () => {},
    publicUrl: ORIGIN,
    version: '0',
  };
}

describe('api: the opening routes', () => {
  const paths = [
    ...ROUTES.map(({ path }) => path.replace('{id}', ID).replace('{version}', '1')),
    '/',
    '/api',
    '/api/v1/nothing',
    '/api/v1/drawings/x/y',
  ];

  test.each(METHODS)(
    'and the others together answer every %s as the whole application does',
    async (method) => {
      const given = ports();
      const whole = createApi(given);
      const passedOn: string[] = [];
      const others: Handle = (request, client) => {
        passedOn.push(new URL(request.url).pathname);
        return whole(request, client);
      };
      const parted = createHandle(OPENING_ROUTES, given, others);
      const response = async (handle: Handle, path: string) => {
        const { status, headers, ...rest } = await handle(new Request(ORIGIN + path, { method }));
        return { path, status, headers: Object.fromEntries(headers), ...rest };
      };
      for (const path of paths) expect(await response(parted, path)).toEqual(await response(whole, path));
      const isOpening = method === 'GET' || method === 'HEAD';
      const opening = isOpening ? OPENING_ROUTES.map(({ path }) => path.replace('{id}', ID)) : [];
      expect(new Set(passedOn)).toEqual(new Set(paths.filter((path) => !opening.includes(path))));
    },
  );
});
