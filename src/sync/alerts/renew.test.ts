import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { idOfEndpoint, subscription } from '../../../tests/contract/alerts/cases.ts';
import type { AlertPreferences } from '../../core/alerts/preferences.ts';
import { keepPushed, renewSubscription } from './renew.ts';

const WANTED: AlertPreferences = {
  area: 'tampines',
  kinds: ['rain', 'heat'],
  quiet: { from: '21:30', to: '07:00' },
  atMost: 4,
};
const [BEFORE, AFTER] = [subscription(), subscription()];
const KEY = `B${'A'.repeat(86)}`;

/** What is in the cache, and what the server was asked, in order. */
let kept: Map<string, Response>;
let asked: [line: string, body?: unknown][];
let status: number;
/** What the browser has subscribed. */
let made: object | null;

const pushManager = {
  getSubscription: async () => made,
  subscribe: vi.fn(async () => made),
} as unknown as PushManager;
const madeOf = ({ endpoint, keys }: typeof AFTER, key = KEY) => ({
  endpoint,
  options: { applicationServerKey: Uint8Array.from(atob(key), (c) => c.charCodeAt(0)).buffer },
  toJSON: () => ({ endpoint, expirationTime: null, keys }),
  unsubscribe: async () => {
    made = null;
    return true;
  },
});
const renew = (old: object | null = BEFORE) => renewSubscription({ pushManager }, old as PushSubscription);

beforeEach(() => {
  [kept, asked, status, made] = [new Map(), [], 200, null];
  vi.mocked(pushManager.subscribe).mockClear();
  vi.mocked(pushManager.subscribe).mockImplementation(async () => {
    made = madeOf(AFTER);
    return made as PushSubscription;
  });
  const cache = {
    put: async (key: string, response: Response) => void kept.set(key, response),
    match: async (key: string) => kept.get(key)?.clone(),
    delete: async (key: string) => kept.delete(key),
  };
  vi.stubGlobal('caches', { open: async () => cache });
  vi.stubGlobal(
    'fetch',
    async (path: string, { method = 'GET', body }: { method?: string; body?: string } = {}) => {
      const line = `${method} ${path}`;
      asked.push(body ? [line, JSON.parse(body)] : [line]);
      return Response.json({ key: KEY }, { status });
    },
  );
});
afterEach(() => vi.unstubAllGlobals());

describe('alerts: a subscription that the browser replaced', () => {
  it('is renewed with the town, the kinds, the quiet hours and the number, and the old one ends', async () => {
    await keepPushed(WANTED);
    await renew();
    const { endpoint, keys } = AFTER;
    expect(asked).toEqual([
      ['GET /api/v1/alerts'],
      [`PUT /api/v1/alerts/${idOfEndpoint(endpoint)}`, { endpoint, keys, ...WANTED }],
      [`DELETE /api/v1/alerts/${idOfEndpoint(BEFORE.endpoint)}`],
    ]);
  });

  it('is the one that the browser has made already, if it has the key of the server', async () => {
    await keepPushed(WANTED);
    made = madeOf(AFTER);
    await renew(null);
    expect(pushManager.subscribe).not.toHaveBeenCalled();
    expect(asked.map(([line]) => line)).toEqual([
      'GET /api/v1/alerts',
      `PUT /api/v1/alerts/${idOfEndpoint(AFTER.endpoint)}`,
    ]);
    made = madeOf(BEFORE, `B${'B'.repeat(86)}`);
    await renew(null);
    expect(pushManager.subscribe).toHaveBeenCalledOnce();
    expect(asked.at(-1)?.[0]).toBe(`PUT /api/v1/alerts/${idOfEndpoint(AFTER.endpoint)}`);
  });

  it('is not renewed if nothing is wanted, or nothing any more', async () => {
    await renew();
    await keepPushed(WANTED);
    await keepPushed(undefined);
    await renew();
    expect(asked).toEqual([]);
    expect(pushManager.subscribe).not.toHaveBeenCalled();
  });

  it('fails if the server refuses it, and the old one stays', async () => {
    await keepPushed(WANTED);
    status = 507;
    await expect(renew()).rejects.toThrow('status 507');
    expect(asked).toHaveLength(1);
  });
});
