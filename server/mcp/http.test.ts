import { request } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import type { AirPort } from '../../src/api/ports.ts';
import {
  LIST_TOOLS,
  MESSAGE_HEADERS,
  send,
  startTestServer,
  type TestServer,
  type TestServerOptions,
} from '../../tests/support/mcp/server.ts';
import { MCP_BODY_MAX } from './http.ts';

let testServer: TestServer | undefined;
afterEach(async () => {
  await testServer?.close();
  testServer = undefined;
});

async function start(options?: TestServerOptions): Promise<TestServer> {
  testServer = await startTestServer(options);
  return testServer;
}

/** A message of protocol version 2026-07-28, with its headers. */
function modern(method: string, params: object = {}, name?: string) {
  return {
    message: {
      jsonrpc: '2.0',
      id: 'a',
      method,
      params: {
        ...params,
        _meta: {
          'io.modelcontextprotocol/protocolVersion': '2026-07-28',
          'io.modelcontextprotocol/clientCapabilities': {},
        },
      },
    },
    headers: {
      'MCP-Protocol-Version': '2026-07-28',
      'Mcp-Method': method,
      ...(name === undefined ? {} : { 'Mcp-Name': name }),
    },
  };
}

/** Sends a Host of its own, which fetch does not allow. */
function statusWithHost(mcp: string, host: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const sent = request(mcp, { method: 'POST', headers: { ...MESSAGE_HEADERS, Host: host } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    sent.on('error', reject);
    sent.end(JSON.stringify(LIST_TOOLS));
  });
}

async function refusal(response: Response) {
  const { jsonrpc, error } = await response.json();
  expect(jsonrpc).toBe('2.0');
  return { status: response.status, ...error };
}

describe('mcp: what is refused before a message is looked at', () => {
  it('GET, HEAD, PUT and DELETE are 405 with Allow: no session and no stream is kept', async () => {
    const { mcp } = await start();
    for (const method of ['GET', 'HEAD', 'PUT', 'DELETE']) {
      const response = await fetch(mcp, { method, headers: { Accept: 'text/event-stream' } });
      expect(response.status, method).toBe(405);
      expect(response.headers.get('Allow')).toBe('OPTIONS, POST');
      if (method !== 'HEAD') expect(await refusal(response)).toMatchObject({ code: -32000 });
    }
  });

  it('a foreign Host or Origin is 403, in both eras', async () => {
    const { mcp } = await start();
    expect(await statusWithHost(mcp, 'evil.example')).toBe(403);
    expect(await statusWithHost(mcp, 'localhost')).toBe(200);
    const { message, headers } = modern('tools/list');
    for (const Origin of ['https://evil.example', 'null']) {
      expect(await refusal(await send(mcp, LIST_TOOLS, { Origin }))).toMatchObject({
        status: 403,
        code: -32000,
      });
      const response = await send(mcp, message, { ...headers, Origin });
      expect(response.status).toBe(403);
      expect(response.headers.get('Access-Control-Allow-Origin')).toBeNull();
    }
  });

  it('pages of an allowed Origin may ask and read the answer, and no other page may', async () => {
    const { mcp } = await start({ env: { MCP_ALLOWED_ORIGINS: 'https://chat.example' } });
    const Origin = 'https://chat.example';
    const preflight = await fetch(mcp, { method: 'OPTIONS', headers: { Origin } });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('Access-Control-Allow-Origin')).toBe(Origin);
    expect(preflight.headers.get('Access-Control-Allow-Headers')).toContain('MCP-Protocol-Version');
    const response = await send(mcp, LIST_TOOLS, { Origin });
    expect(response.status).toBe(200);
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe(Origin);
    expect(response.headers.get('Vary')).toContain('Origin');
    const foreign = await fetch(mcp, { method: 'OPTIONS', headers: { Origin: 'https://evil.example' } });
    expect(foreign.status).toBe(403);
    expect((await send(mcp, LIST_TOOLS)).headers.get('Access-Control-Allow-Origin')).toBeNull();
  });

  it('MCP_ALLOWED_HOSTS and PUBLIC_URL name further hosts', async () => {
    const { mcp } = await start({
      env: { MCP_ALLOWED_HOSTS: 'lan.example', PUBLIC_URL: 'https://draw.example.org' },
    });
    expect(await statusWithHost(mcp, 'lan.example:8787')).toBe(200);
    expect(await statusWithHost(mcp, 'draw.example.org')).toBe(200);
    expect(await statusWithHost(mcp, 'evil.example')).toBe(403);
  });

  it('a batch is 400, one call in it or a hundred', async () => {
    const { mcp } = await start();
    const { message, headers } = modern('tools/list');
    for (const batch of [[LIST_TOOLS], Array.from({ length: 100 }, () => LIST_TOOLS), []]) {
      const refused = await refusal(await send(mcp, batch));
      expect(refused).toMatchObject({ status: 400, code: -32600 });
      expect(refused.message).toContain('one message at a time');
    }
    expect(await refusal(await send(mcp, [message], headers))).toMatchObject({ status: 400, code: -32600 });
  });

  it('what is no JSON in UTF-8 is 400', async () => {
    const { mcp } = await start();
    for (const body of ['', '{"jsonrpc":', Buffer.from('{"a":"\xff"}', 'latin1')]) {
      const response = await fetch(mcp, { method: 'POST', headers: MESSAGE_HEADERS, body });
      expect(await refusal(response)).toMatchObject({ status: 400, code: -32700 });
    }
    for (const body of ['null', '1', '{}']) {
      expect((await refusal(await send(mcp, body))).status, body).toBe(400);
    }
  });

  it('another media type is 415, and not taking both forms of an answer is 406', async () => {
    const { mcp } = await start();
    const wrongType = await send(mcp, LIST_TOOLS, { 'Content-Type': 'text/plain' });
    expect(await refusal(wrongType)).toMatchObject({
      status: 415,
      message: expect.stringContaining('application/json'),
    });
    const coded = await send(mcp, LIST_TOOLS, { 'Content-Encoding': 'gzip' });
    expect(coded.headers.get('Accept-Encoding')).toBe('identity');
    expect(await refusal(coded)).toMatchObject({ status: 415 });
    for (const Accept of ['application/json', 'text/event-stream', '*/*']) {
      const refused = await refusal(await send(mcp, LIST_TOOLS, { Accept }));
      expect(refused).toMatchObject({ status: 406, message: expect.stringContaining('text/event-stream') });
    }
    const { message, headers } = modern('tools/list');
    expect((await send(mcp, message, { ...headers, Accept: 'text/html' })).status).toBe(406);
  });

  it('a message over 64 KiB is 413, also when nothing tells its size beforehand', async () => {
    const { mcp } = await start();
    const long = JSON.stringify({ ...LIST_TOOLS, params: { cursor: 'x'.repeat(MCP_BODY_MAX) } });
    expect(await refusal(await send(mcp, long))).toMatchObject({
      status: 413,
      message: 'a message is at most 65536 bytes',
    });
    const body = new Blob([long]).stream();
    const untold = await fetch(mcp, {
      method: 'POST',
      headers: MESSAGE_HEADERS,
      body,
      duplex: 'half',
    } as RequestInit);
    expect(untold.status).toBe(413);
    const fitting = JSON.stringify({ ...LIST_TOOLS, x: '' });
    const padded = fitting.replace('""', `"${'x'.repeat(MCP_BODY_MAX - fitting.length)}"`);
    expect((await send(mcp, padded)).status).not.toBe(413);
  });

  it('answers have the headers of the API', async () => {
    const { mcp } = await start();
    for (const response of [await send(mcp, LIST_TOOLS), await fetch(mcp)]) {
      expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff');
      expect(response.headers.get('Content-Security-Policy')).toContain("default-src 'none'");
      expect(response.headers.get('Cross-Origin-Resource-Policy')).toBe('same-origin');
    }
  });
});

describe('mcp: the quota', () => {
  it('is one with the air routes, and each message counts once', async () => {
    const { mcp, url } = await start({ env: { RATE_LIMIT_PER_MINUTE: '6' } });
    const call = {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'air_readings', arguments: {} },
    };
    for (let i = 0; i < 3; i += 1) expect((await send(mcp, call)).status).toBe(200);
    for (let i = 0; i < 3; i += 1) expect((await fetch(`${url}/api/v1/readings`)).status).toBe(200);
    expect((await fetch(`${url}/api/v1/readings`)).status).toBe(429);
    const response = await send(mcp, call);
    expect(response.headers.get('Retry-After')).toMatch(/^[1-9]\d?$/);
    const seconds = Number(response.headers.get('Retry-After'));
    expect(await refusal(response)).toMatchObject({
      status: 429,
      code: -32000,
      message: expect.stringContaining(`in ${seconds} s`),
      data: { retryAfter: seconds },
    });
  });

  it('counts a message that is refused for what it says, and no GET', async () => {
    const { mcp } = await start({ env: { RATE_LIMIT_PER_MINUTE: '2' } });
    for (let i = 0; i < 3; i += 1) expect((await fetch(mcp)).status).toBe(405);
    expect((await send(mcp, [])).status).toBe(400);
    expect((await send(mcp, '{')).status).toBe(400);
    expect((await send(mcp, LIST_TOOLS)).status).toBe(429);
  });

  it('is nobody else’s: what a tool asks inside is not counted again', async () => {
    const { mcp } = await start({ env: { RATE_LIMIT_PER_MINUTE: '3', TRUST_PROXY: '127.0.0.1' } });
    const { message, headers } = modern(
      'tools/call',
      { name: 'air_readings', arguments: {} },
      'air_readings',
    );
    for (const address of ['198.51.100.1', '198.51.100.2', '198.51.100.3']) {
      for (let i = 0; i < 3; i += 1) {
        const response = await send(mcp, message, { ...headers, 'X-Forwarded-For': address });
        expect((await response.json()).result.isError).toBeFalsy();
      }
    }
  });

  it('follows the address that a trusted proxy names', async () => {
    const { mcp } = await start({ env: { RATE_LIMIT_PER_MINUTE: '1', TRUST_PROXY: '127.0.0.1' } });
    const from = async (address: string) =>
      (await send(mcp, LIST_TOOLS, { 'X-Forwarded-For': address })).status;
    expect(await from('198.51.100.1')).toBe(200);
    expect(await from('198.51.100.1')).toBe(429);
    expect(await from('198.51.100.2')).toBe(200);
  });
});

describe('mcp: the endpoint', () => {
  it('turns a message away while there is too much to do, before it counts', async () => {
    const none = { working: -1, lag: 250 };
    const { mcp } = await start({
      env: { RATE_LIMIT_PER_MINUTE: '1' },
      parts: { loadLimits: { air: none, token: none } },
    });
    for (let i = 0; i < 3; i += 1) {
      const response = await send(mcp, LIST_TOOLS);
      const seconds = Number(response.headers.get('Retry-After'));
      expect(seconds).toBeGreaterThanOrEqual(1);
      expect(await refusal(response)).toMatchObject({
        status: 503,
        code: -32000,
        data: { retryAfter: seconds },
      });
    }
  });

  it('lets everybody keep for an hour what only another version changes, and the guide', async () => {
    const { mcp } = await start();
    for (const [method, params, name] of [
      ['server/discover'],
      ['tools/list'],
      ['resources/list'],
      ['prompts/list'],
      ['resources/read', { uri: 'pleinair://guide' }, 'pleinair://guide'],
    ] as const) {
      const { message, headers } = modern(method, params, name);
      const { result } = await (await send(mcp, message, headers)).json();
      expect(result, method).toMatchObject({ ttlMs: 3_600_000, cacheScope: 'public' });
    }
  });

  it('ends a stream of changes at once: nothing here changes by itself', async () => {
    const { mcp } = await start();
    const { message, headers } = modern('subscriptions/listen', {
      notifications: { toolsListChanged: true },
    });
    const text = await (await send(mcp, message, headers)).text();
    expect(text).toContain('notifications/subscriptions/acknowledged');
    expect(text).toContain('"resultType":"complete"');
  });

  it('never tells what went wrong inside: the log does, under the id that the answer names', async () => {
    const secret = 'secret of /etc/passwd';
    const createAir = (): AirPort => {
      const fail = () => Promise.reject(new Error(secret));
      return { now: Date.now, state: fail, history: fail };
    };
    const { mcp, defects } = await start({ parts: { createAir } });
    for (const method of ['tools/call', 'prompts/get']) {
      const params =
        method === 'tools/call'
          ? { name: 'air_readings', arguments: {} }
          : { name: 'plan_outdoors', arguments: { region: 'west', activity: 'sketching' } };
      const { message, headers } = modern(method, params, params.name);
      const text = await (await send(mcp, message, headers)).text();
      expect(text).toMatch(/the log has it as [\da-f-]{36}/);
      expect(text).not.toContain(secret);
    }
    expect(defects.map(String)).toEqual([`Error: ${secret}`, `Error: ${secret}`]);
  });
});
