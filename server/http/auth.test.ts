import { describe, expect, test } from 'vitest';
import { operatorMark } from '../store/index.ts';
import { tokenAuth } from './auth.ts';
import { createLimiter } from './limiter.ts';

const client = { address: '192.0.2.1' };
const request = (headers: Record<string, string>) => new Request('http://127.0.0.1/', { headers });
const authWith = (token: string | undefined) =>
  tokenAuth({ token, limiter: createLimiter({ points: 3, seconds: 60 }) });

const OWN = { ok: true, principal: { space: 'home', via: 'token', admittedBy: operatorMark('right') } };

describe('server: token', () => {
  test.for([
    [{ authorization: 'Bearer right' }, OWN],
    [{ authorization: 'bEARER  right' }, OWN],
    [{ 'x-draw-token': 'right' }, OWN],
    [{ authorization: 'Bearer right', 'x-draw-token': 'right' }, OWN],
    [{ authorization: 'Basic bWU6bWU=', 'x-draw-token': 'right' }, OWN],
    [{}, { ok: false, reason: 'missing' }],
    [{ authorization: 'Bearer' }, { ok: false, reason: 'missing' }],
    [{ authorization: 'right' }, { ok: false, reason: 'missing' }],
    [{ authorization: 'Basic right' }, { ok: false, reason: 'missing' }],
    [{ 'x-draw-token': '' }, { ok: false, reason: 'missing' }],
    [{ authorization: 'Bearer Right' }, { ok: false, reason: 'wrong' }],
    [{ authorization: 'Bearer righ' }, { ok: false, reason: 'wrong' }],
    [{ authorization: 'Bearer right right' }, { ok: false, reason: 'wrong' }],
    [{ 'x-draw-token': 'right, right' }, { ok: false, reason: 'wrong' }],
    [
      { authorization: 'Bearer right', 'x-draw-token': 'other' },
      { ok: false, reason: 'wrong' },
    ],
    [
      { authorization: 'Bearer other', 'x-draw-token': 'right' },
      { ok: false, reason: 'wrong' },
    ],
  ] as const)('%j is taken for what it is', async ([headers, result]) => {
    expect(await authWith('right').check(request(headers), client)).toEqual(result);
  });

  test('without a configured token nothing is right', async () => {
    const auth = authWith(undefined);
    expect(await auth.isConfigured()).toBe(false);
    for (const token of ['', 'undefined', 'x']) {
      const result = await auth.check(request({ authorization: `Bearer ${token}` }), client);
      expect(result).toEqual({ ok: false, reason: 'not_configured' });
    }
  });

  test('too many wrong tokens from one address have to wait; the right one never does', async () => {
    const auth = authWith('right');
    const wrong = request({ authorization: 'Bearer wrong' });
    for (let i = 0; i < 3; i += 1) {
      expect(await auth.check(wrong, client)).toEqual({ ok: false, reason: 'wrong' });
    }
    await expect(auth.check(wrong, client)).rejects.toMatchObject({
      code: 'rate_limited',
      headers: { 'Retry-After': '60' },
    });
    expect(await auth.check(request({ authorization: 'Bearer right' }), client)).toEqual(OWN);
    expect(await auth.check(wrong, { address: '192.0.2.2' })).toEqual({ ok: false, reason: 'wrong' });
  });

  test('asking without a token is not counted', async () => {
    const auth = authWith('right');
    for (let i = 0; i < 20; i += 1) {
      expect(await auth.check(request({}), client)).toEqual({ ok: false, reason: 'missing' });
    }
  });
});
