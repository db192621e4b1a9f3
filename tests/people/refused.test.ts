/**
 * Tokens, codes and links that open nothing, over both databases: why they do cannot be told, and whoever tries many
 * has to wait.
 */
import { describe, expect, test } from 'vitest';
import { operatorMark } from '../../server/store/index.ts';
import { CODE_MINUTES } from '../../src/api/pairing/pairing-link.ts';
import { HOME } from '../../src/api/ports.ts';
import { handlerTarget } from '../contract/hosts.ts';
import { testedDatabases } from '../support/postgres/databases.ts';
import type { Sent } from './worlds.ts';

const TOKEN = 'contract-suite-token';
const START = Date.UTC(2026, 10, 23);
const MINUTE = 60_000;
const at = (path: string) => `/api/v1${path}`;
const json = { 'Content-Type': 'application/json' };
const body = { title: 'A drawing', strokes: [], thumb: '' };

for (const { name: kind, skip, empty, open, query } of testedDatabases()) {
  describe.skipIf(skip)(`people: what opens nothing, in ${kind}`, () => {
    async function begin() {
      const clock = { now: START };
      const place = await empty();
      const database = await open(place, () => clock.now);
      const store = database.storeOf(HOME);
      const host = handlerTarget({ store, database, now: () => clock.now });
      async function send(sent: Sent, token?: string, address = '192.0.2.1') {
        const headers = {
          ...sent.headers,
          ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
        };
        const content =
          sent.body === undefined
            ? {}
            : { body: sent.body instanceof Uint8Array ? sent.body : JSON.stringify(sent.body) };
        return host.send({ method: sent.method, path: sent.path, headers, ...content }, address);
      }
      const own = async (method: string, path: string, content?: object) => {
        const sent = { method, path: at(path), headers: json, body: content };
        const { status, text } = await send(sent, TOKEN);
        return { status, json: JSON.parse(text) };
      };
      expect((await own('POST', '/drawings', body)).status).toBe(201);
      return { place, clock, database, send, own };
    }

    test('a token that is wrong, revoked, of somebody removed, or a bit off: 401, alike to the byte', async () => {
      const { database, send } = await begin();
      const { people } = database;
      const tokenOf = async (name: string) => {
        await people.add(name);
        return people.addToken(name, 'Phone');
      };
      const [revoked, gone, good] = [await tokenOf('Mei'), await tokenOf('Ravi'), await tokenOf('Siti')];
      for (const { token } of [revoked, gone, good]) {
        expect((await send({ method: 'GET', path: at('/drawings') }, token)).status).toBe(200);
      }
      await people.revoke(revoked.id);
      await people.remove('Ravi');
      const answers = [];
      const wrong = {
        'never made': 'x'.repeat(32),
        revoked: revoked.token,
        'of somebody removed': gone.token,
        'cut off': good.token.slice(0, -1),
        'with more': `${good.token}x`,
        'in other letters': good.token.replace(/[a-z]/gi, (one) =>
          one === one.toLowerCase() ? one.toUpperCase() : one.toLowerCase(),
        ),
        'the name of a token': good.id,
        'very long': 'x'.repeat(5000),
        'not of these letters': '\u00e9'.repeat(8),
      };
      for (const [n, token] of Object.values(wrong).entries()) {
        const response = await send({ method: 'GET', path: at('/drawings') }, token, `192.0.2.${n}`);
        expect(response.status).toBe(401);
        answers.push(JSON.stringify(response));
      }
      expect(new Set(answers).size).toBe(1);
      expect((await send({ method: 'GET', path: at('/drawings') }, good.token)).status).toBe(200);
    });

    test('a code that is wrong, used, expired or of somebody removed: 401, alike to the byte', async () => {
      const { clock, database, send } = await begin();
      const { people } = database;
      const pair = (code: string, address?: string) => {
        const content = { code, device: 'Phone' };
        return send(
          { method: 'POST', path: at('/pairings'), headers: json, body: content },
          undefined,
          address,
        );
      };
      const expired = (await people.makeCode(HOME)).code;
      clock.now += MINUTE;
      const used = (await people.makeCode(HOME)).code;
      expect((await pair(used)).status).toBe(201);
      const { space } = await people.add('Ravi');
      const gone = (await people.makeCode(space)).code;
      await people.remove('Ravi');
      const good = (await people.makeCode(HOME)).code;
      clock.now += (CODE_MINUTES - 1) * MINUTE;
      const answers = [];
      const wrong = ['x'.repeat(22), '', expired, used, gone, good.slice(0, -1), `${good}x`];
      for (const [n, code] of wrong.entries()) {
        const response = await pair(code, `192.0.2.${n}`);
        expect(response.status).toBe(401);
        answers.push(JSON.stringify(response));
      }
      expect(new Set(answers).size).toBe(1);
      expect((await pair(good)).status).toBe(201);
    });

    test('a code or a ticket of a token that was revoked: 401, whenever it was made', async () => {
      const { database, send } = await begin();
      const { people, tickets } = database;
      await people.add('Mei');
      const [revoked, good] = [await people.addToken('Mei', 'Phone'), await people.addToken('Mei', 'Tablet')];
      const made = async (path: string, token: string) =>
        JSON.parse((await send({ method: 'POST', path: at(path) }, token)).text);
      const pair = ({ code }: { code: string }) =>
        send({ method: 'POST', path: at('/pairings'), headers: json, body: { code, device: 'Laptop' } });
      const codes = [await made('/pairing-codes', revoked.token), await made('/pairing-codes', good.token)];
      const { ticket } = await made('/live-tickets', revoked.token);
      const kept = await made('/live-tickets', good.token);
      await people.revoke(revoked.id);
      expect((await pair(codes[0])).status).toBe(401);
      expect(await tickets.take(ticket)).toBeUndefined();
      expect((await pair(codes[1])).status).toBe(201);
      expect(await tickets.take(kept.ticket)).toBeDefined();
      expect((await people.named('Mei')).tokens.map(({ device }) => device).sort()).toEqual([
        'Laptop',
        'Tablet',
      ]);
    });

    test('a code or a ticket of a DRAW_TOKEN that was replaced: 401, until it is back', async () => {
      const { clock, database, own } = await begin();
      const { people, tickets } = database;
      const codes = [await own('POST', '/pairing-codes'), await own('POST', '/pairing-codes')];
      const ticket = (await own('POST', '/live-tickets')).json.ticket;
      const invited = await people.makeCode(HOME);
      const serverWith = (token: string | undefined) =>
        handlerTarget({ store: database.storeOf(HOME), database, token, now: () => clock.now });
      const pair = async (token: string | undefined, code: string) =>
        (
          await serverWith(token).send({
            method: 'POST',
            path: at('/pairings'),
            headers: json,
            body: JSON.stringify({ code, device: 'Laptop' }),
          })
        ).status;
      for (const { json: made } of codes) {
        expect(await pair('another token', made.code)).toBe(401);
        expect(await pair(undefined, made.code)).toBe(401);
      }
      expect(await tickets.take(ticket, operatorMark('another token'))).toBeUndefined();
      expect(await tickets.take(ticket)).toBeUndefined();
      expect(await pair(TOKEN, codes[0]?.json.code)).toBe(201);
      expect(await tickets.take(ticket, operatorMark(TOKEN))).toBeDefined();
      // The operator made that one, with no token.
      expect(await pair('another token', invited.code)).toBe(201);
    });

    test('a link that is wrong, ended, expired, or of a drawing that is not there: 404, alike to the byte', async () => {
      const { clock, database, send, own } = await begin();
      const secretOf = async (drawing: string, content: object = {}) => {
        const made = await own('POST', `/drawings/${drawing}/shares`, content);
        expect(made.status).toBe(201);
        return { id: made.json.id, secret: made.json.url.split('/').at(-1) };
      };
      const drawing = async () => (await own('POST', '/drawings', body)).json.id;
      const [kept, trashed, purged] = [await drawing(), await drawing(), await drawing()];
      const expiresAt = new Date(clock.now + MINUTE).toISOString();
      const links = {
        ended: await secretOf(kept),
        expired: await secretOf(kept, { expiresAt }),
        'of a drawing in the trash': await secretOf(trashed),
        'of a drawing deleted for good': await secretOf(purged),
      };
      const good = await secretOf(kept);
      const show = (secret: string, rest = '', method = 'GET') =>
        send({ method, path: at(`/shared/${secret}${rest}`) });
      for (const { secret } of Object.values(links)) expect((await show(secret)).status).toBe(200);
      await own('DELETE', `/drawings/${kept}/shares/${links.ended.id}`);
      await own('DELETE', `/drawings/${trashed}`);
      await own('DELETE', `/trash/${purged}?untrashed=true`);
      clock.now += MINUTE;
      const wrong = [
        ...Object.values(links).map(({ secret }) => secret),
        '0'.repeat(32),
        good.secret.slice(1),
        `${good.secret}0`,
        good.secret.toUpperCase().replace(/^\d*/, 'A'),
        good.id,
        kept,
        'x',
      ];
      for (const [rest, method] of [
        ['', 'GET'],
        ['', 'HEAD'],
        ['/live-tickets', 'POST'],
      ] as const) {
        const answers = [];
        for (const secret of wrong) {
          const response = await show(secret, rest, method);
          expect([secret, response.status]).toEqual([secret, 404]);
          answers.push(JSON.stringify(response));
        }
        expect(new Set(answers).size).toBe(1);
      }
      expect((await show(good.secret)).status).toBe(200);
      // Neither a token nor a code opens a link, and the other way round.
      expect((await show((await database.people.makeCode(HOME)).code)).status).toBe(404);
      expect((await send({ method: 'GET', path: at('/drawings') }, good.secret)).status).toBe(401);
    });

    test('wrong tokens and wrong codes are counted together, for each address, and a right one never', async () => {
      const { database, send } = await begin();
      const { code } = await database.people.makeCode(HOME);
      const token = (value: string) => send({ method: 'GET', path: at('/drawings') }, value);
      const pair = (value: string) =>
        send({
          method: 'POST',
          path: at('/pairings'),
          headers: json,
          body: { code: value, device: 'Phone' },
        });
      const statuses: number[] = [];
      for (let n = 0; n < 6; n++) {
        statuses.push((await token(`guess ${n}`)).status, (await pair(`guess-${n}`)).status);
        expect((await token(TOKEN)).status).toBe(200);
      }
      expect(statuses).toEqual([...Array(10).fill(401), 429, 429]);
      expect((await pair(code)).status).toBe(201);
      expect((await send({ method: 'GET', path: at('/drawings') }, 'guess', '192.0.2.2')).status).toBe(401);
    });

    test('a right code of somebody with a hundred tokens: 507, and it is not spent', async () => {
      const { place, database, send } = await begin();
      const { people } = database;
      const pair = async (code: string) => {
        const content = { code, device: 'Phone' };
        const sent = { method: 'POST', path: at('/pairings'), headers: json, body: content };
        const { status, text } = await send(sent);
        return { status, message: JSON.parse(text).error?.message };
      };
      const { id } = await people.addToken(HOME, 'Phone');
      await query(
        place,
        `INSERT INTO tokens (hash, id, space, device, created_at)
         WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 99)
         SELECT 'digest ' || n, 'id ' || n, '${HOME}', 'Phone', '2026-11-23T00:00:00.000Z' FROM numbers`,
      );
      const { code } = await people.makeCode(HOME);
      const message =
        'there are 100 tokens for these drawings, the most there may be; revoke one of them first; nothing was changed';
      expect(await pair(code)).toEqual({ status: 507, message });
      await people.revoke(id);
      expect((await pair(code)).status).toBe(201);
    });
  });
}

test('people: who asks for many codes and tickets with a token has to wait, and nobody at another address', async () => {
  const host = handlerTarget();
  const headers = { Authorization: `Bearer ${TOKEN}` };
  const ask = async (path: string, address?: string) =>
    (await host.send({ method: 'POST', path: at(path), headers }, address)).status;
  const statuses = new Map<number, number>();
  for (let n = 0; n < 151; n++) {
    for (const path of ['/pairing-codes', '/live-tickets']) {
      const status = await ask(path);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  }
  expect([...statuses]).toEqual([
    [201, 300],
    [429, 2],
  ]);
  expect(await ask('/live-tickets', '192.0.2.2')).toBe(201);
});
