import { describe, expect, it } from 'vitest';
import { memoryStore } from '../store/memory.ts';
import { createApi } from './index.ts';
import { HOME, type SkyPorts, type Store } from './ports.ts';

function hostOf(store: Store) {
  const ports: SkyPorts = {
    storeOf: () => store,
    writable: store.writable,
    air: {
      state: () => Promise.reject(new Error('not asked')),
      history: () => Promise.reject(new Error('not asked')),
      now: Date.now,
    },
    sky: { state: () => Promise.reject(new Error('not asked')), now: Date.now },
    products: { catalogue: () => Promise.reject(new Error('not asked')) },
    guide: async () => '{}',
    auth: {
      mode: 'token',
      isConfigured: async () => true,
      check: async ({ headers }) =>
        headers.has('X-Draw-Token')
          ? { ok: true, principal: { space: HOME, via: 'token' } }
          : { ok: false, reason: 'missing' },
    },
    now: Date.now,
    newId: () => crypto.randomUUID(),
    announce: () => {},
    readBody: async (request) => new Uint8Array(await request.arrayBuffer()),
    openapi: async () => '{}',
    onDefect: (_id, error) => {
      throw error;
    },
    publicUrl: 'https://example.org',
    version: '0',
  };
  const handle = createApi(ports);
  return (method: string, path: string, more: RequestInit = {}) =>
    handle(
      new Request(`https://example.org/api/v1${path}`, {
        method,
        ...more,
        headers: { 'X-Draw-Token': 't', 'Content-Type': 'application/json', ...more.headers },
      }),
    );
}

const profile = (displayName: string) => JSON.stringify({ displayName, avatarSeed: '' });

describe('api: the profile', () => {
  it('is refused with the current tag if it changes between the check and the write', async () => {
    const store = memoryStore();
    let meanwhile: (() => Promise<unknown>) | undefined;
    const racing: Store = {
      ...store,
      async write(work) {
        const first = meanwhile;
        meanwhile = undefined;
        await first?.();
        return store.write(work);
      },
    };
    const send = hostOf(racing);
    const tag = (await send('PUT', '/profile', { body: profile('First') })).headers.get('ETag') ?? '';
    meanwhile = async () => hostOf(store)('PUT', '/profile', { body: profile('Faster') });
    const refused = await send('PUT', '/profile', { body: profile('Late'), headers: { 'If-Match': tag } });
    expect(refused.status).toBe(409);
    const now = await send('GET', '/profile');
    expect(await now.json()).toMatchObject({ displayName: 'Faster' });
    expect(refused.headers.get('ETag')).toBe(now.headers.get('ETag'));
    const again = { 'If-Match': refused.headers.get('ETag') ?? '' };
    expect((await send('PUT', '/profile', { body: profile('Late'), headers: again })).status).toBe(200);
  });
});

describe('api: the status', () => {
  it('takes no write transaction', async () => {
    const store = memoryStore();
    const send = hostOf({ ...store, write: () => Promise.reject(new Error('a write')) });
    const status = async () => (await send('GET', '/status')).json();
    expect(await status()).toMatchObject({ drawings: 0, newestUpdate: null });
    // As if by another process.
    await hostOf(store)('POST', '/drawings', { body: '{}' });
    expect(await status()).toMatchObject({ drawings: 1 });
  });
});
