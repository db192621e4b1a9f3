/** Cases: codes that let another device in. Only servers have them. */
import assert from 'node:assert/strict';
import type { Caller, Case, SendOptions } from '../caller.ts';
import { DRAWINGS, newDrawing, read, refused } from '../support.ts';
import type { TestResponse } from '../target.ts';

const CODES = '/api/v1/pairing-codes';
const PAIRINGS = '/api/v1/pairings';

/** Makes a code with the target's own token. */
export async function newCode({ send }: Caller): Promise<{ code: string; expiresAt: string }> {
  const response = await send('POST', CODES);
  assert.equal(response.status, 201, response.text);
  return response.json as { code: string; expiresAt: string };
}

/** Exchanges a code, without any token. */
export function pair(
  { send }: Caller,
  code: string,
  { json = { code, device: 'Phone' }, ...options }: SendOptions = {},
): Promise<TestResponse> {
  return send('POST', PAIRINGS, { ...options, json, anonymous: true });
}

export const pairingCases: readonly Case[] = [
  {
    name: 'a code lets one device in, once, with a token of its own',
    mode: 'token',
    async run(caller) {
      const drawing = await newDrawing(caller);
      const { code, expiresAt } = await newCode(caller);
      assert.match(code, /^[\w-]{22,64}$/);
      assert.ok(Date.parse(expiresAt) > Date.now());
      const response = await pair(caller, code);
      assert.equal(response.status, 201, response.text);
      assert.equal(response.headers['cache-control'], 'no-store');
      const { token } = response.json as { token: string };
      assert.notEqual(token, caller.target.token);
      const headers = { Authorization: `Bearer ${token}` };
      const list = await caller.send('GET', DRAWINGS, { headers });
      assert.ok(list.text.includes(drawing.id), 'it has the drawings');
      assert.deepStrictEqual(await read(caller, drawing.id), drawing);
      refused(await pair(caller, code), 401, 'unauthorized');
    },
  },
  {
    name: 'a look says whose drawings a code opens and does not use it; the newest device is named',
    mode: 'token',
    async run(caller) {
      const address = '198.51.100.23';
      const { code } = await newCode(caller);
      const look = (given: string) =>
        pair(caller, given, { json: { code: given, device: 'Phone', look: true }, address });
      for (let n = 0; n < 3; n += 1) {
        const response = await look(code);
        assert.equal(response.status, 200, response.text);
        assert.equal(response.headers['cache-control'], 'no-store');
        assert.deepStrictEqual(response.json, { person: null });
      }
      const newest = async () => {
        const response = await caller.send('GET', CODES);
        assert.equal(response.status, 200, response.text);
        return response.json as { person: null; newest: { device: string } | null };
      };
      const device = `Phone ${code}`;
      assert.notEqual((await newest()).newest?.device, device);
      const used = { code, device, look: false };
      assert.equal((await pair(caller, code, { json: used, address })).status, 201);
      assert.equal((await newest()).newest?.device, device);
      assert.equal((await newest()).person, null);
      // A wrong look is refused and counted as any wrong code.
      let response = await look(code);
      refused(response, 401, 'unauthorized');
      for (let guesses = 0; response.status === 401 && guesses < 100; guesses += 1)
        response = await look(code);
      refused(response, 429, 'rate_limited');
    },
  },
  {
    name: 'a used code and one that never was are refused with the same words',
    mode: 'token',
    async run(caller) {
      const address = '198.51.100.21';
      const { code } = await newCode(caller);
      assert.equal((await pair(caller, code, { address })).status, 201);
      const answers = [];
      for (const wrong of [code, 'x'.repeat(22), '', `${code} `]) {
        const response = await pair(caller, wrong, { address });
        refused(response, 401, 'unauthorized');
        assert.match(String(response.headers['www-authenticate']), /^Bearer/);
        answers.push(response.text);
      }
      assert.equal(new Set(answers).size, 1);
    },
  },
  {
    name: 'wrong codes are counted with wrong tokens; a right one is never refused for it',
    mode: 'token',
    async run(caller) {
      const address = '198.51.100.22';
      let response = await pair(caller, 'guess', { address });
      for (let guesses = 0; response.status === 401 && guesses < 100; guesses += 1) {
        response = await pair(caller, 'guess', { address });
      }
      refused(response, 429, 'rate_limited');
      const headers = { Authorization: 'Bearer guess' };
      refused(await caller.send('GET', DRAWINGS, { headers, address }), 429, 'rate_limited');
      const { code } = await newCode(caller);
      assert.equal((await pair(caller, code, { address })).status, 201);
    },
  },
  {
    name: 'bodies without a code are counted with wrong codes; a right one is never refused for it',
    mode: 'token',
    async run(caller) {
      const bodies: SendOptions[] = [
        { body: '{' },
        { body: ' '.repeat(2049) },
        { body: '{}', headers: { 'Content-Type': 'text/plain' } },
        { json: { code: 'guess', device: '' } },
      ];
      for (const [index, body] of bodies.entries()) {
        const address = `198.51.100.${30 + index}`;
        const send = () => caller.send('POST', PAIRINGS, { ...body, address, anonymous: true });
        let response = await send();
        for (let sent = 1; response.status !== 429 && sent < 20; sent += 1) response = await send();
        refused(response, 429, 'rate_limited');
        refused(await pair(caller, 'guess', { address }), 429, 'rate_limited');
        const { code } = await newCode(caller);
        assert.equal((await pair(caller, code, { address })).status, 201);
      }
    },
  },
  {
    name: 'a code is not spent by a request that is refused for its form',
    mode: 'token',
    async run(caller) {
      const { code } = await newCode(caller);
      // Each from an address of its own, because they are counted.
      let last = 40;
      const from = () => `198.51.100.${last++}`;
      for (const json of [
        { code },
        { code, device: '' },
        { code, device: ' ' },
        { code, device: 'x'.repeat(61) },
        { code, device: 'a\u202eb' },
        { code, device: 'a\0b' },
        { code, device: 1 },
        { code, device: 'Phone', more: 1 },
        { code, device: 'Phone', look: 1 },
        { code, look: true },
        { code: [code], device: 'Phone' },
        { code: 'x'.repeat(65), device: 'Phone' },
        [],
      ]) {
        refused(await pair(caller, code, { json, address: from() }), 400, 'invalid_body');
      }
      const { send } = caller;
      const anonymous = true;
      refused(
        await send('POST', `${PAIRINGS}?code=${code}`, { json: {}, anonymous }),
        400,
        'invalid_parameter',
      );
      refused(await send('POST', `${CODES}?x=1`), 400, 'invalid_parameter');
      refused(await send('GET', `${CODES}?x=1`), 400, 'invalid_parameter');
      refused(await send('POST', PAIRINGS, { body: '{', anonymous, address: from() }), 400, 'invalid_json');
      const text = { 'Content-Type': 'text/plain' };
      refused(
        await send('POST', PAIRINGS, { body: '{}', headers: text, anonymous, address: from() }),
        415,
        'unsupported_media_type',
      );
      for (const size of [2 * 1024 + 1, 5 * 1024 * 1024 + 1]) {
        refused(
          await send('POST', PAIRINGS, { body: ' '.repeat(size), anonymous, address: from() }),
          413,
          'too_large',
        );
      }
      const escaped = { code: '\\u0041'.repeat(64), device: '\\ud83c\\udfa8'.repeat(60) };
      const body = `{"code":"${escaped.code}","device":"${escaped.device}"}`;
      refused(await send('POST', PAIRINGS, { body, anonymous, address: from() }), 401, 'unauthorized');
      assert.equal((await pair(caller, code)).status, 201);
    },
  },
];
