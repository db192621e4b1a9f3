import { describe, expect, test } from 'vitest';
import { originAuth } from './origin-auth.ts';

const URL = 'https://draw.example/api/v1/drawings';

function check(headers: Record<string, string>, saved?: string) {
  return originAuth(async () => saved).check(new Request(URL, { headers }), {});
}

const OWN = { ok: true, principal: { space: 'home', via: 'origin' } };

describe('worker: who may ask on the device', () => {
  test('a request without a token is admitted', async () => {
    expect(await check({})).toEqual(OWN);
  });

  test('a wrong token is refused, although none is required', async () => {
    expect(await check({ authorization: 'Bearer wrong' }, 'right')).toEqual({ ok: false, reason: 'wrong' });
    expect(await check({ 'x-draw-token': 'any' })).toEqual({ ok: false, reason: 'wrong' });
  });

  test('the saved token is accepted in either header', async () => {
    expect(await check({ authorization: 'bearer right' }, 'right')).toEqual(OWN);
    expect(await check({ 'x-draw-token': 'right' }, 'right')).toEqual(OWN);
  });

  test('two different tokens are refused, although one is right', async () => {
    const headers = { authorization: 'Bearer right', 'x-draw-token': 'wrong' };
    expect(await check(headers, 'right')).toEqual({ ok: false, reason: 'wrong' });
  });

  test("a proxy's own Basic login is no token", async () => {
    expect(await check({ authorization: 'Basic abc' }, 'right')).toEqual(OWN);
  });
});
