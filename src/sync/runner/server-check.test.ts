import { describe, expect, test } from 'vitest';
import { type AskServer, checkServer } from './server-check.ts';

const APP = {
  id: 'pleinair',
  versions: { app: '0.1.0', api: '1.0.0', mcp: '0.1.0' },
  capabilities: ['drawings', 'revisions', 'patch', 'changes', 'trash', 'idempotency-keys', 'profile', 'air'],
};
const RIGHT = 'the-right-token';

interface Answers {
  readonly app?: Response;
  readonly check?: Response;
  readonly status?: Response;
}

/** A server, and a record of its requests with their headers. */
function server(answers: Answers = {}) {
  const asked: string[] = [];
  const ask: AskServer = async (path, headers) => {
    asked.push(`${path} ${headers.Authorization ?? ''}`.trim());
    if (path === '/api/v1/app') return answers.app ?? Response.json(APP);
    if (path === '/api/v1/status') return answers.status ?? Response.json({ authConfigured: true });
    return answers.check ?? Response.json({ ok: headers.Authorization === `Bearer ${RIGHT}` });
  };
  return { ask, asked };
}

const status = (code: number, headers = {}) => new Response('{}', { status: code, headers });

describe('the check of a token', () => {
  test('accepts the right one, and sends it only after the server has identified itself', async () => {
    const { ask, asked } = server();
    expect(await checkServer(ask, RIGHT)).toBeUndefined();
    expect(asked).toEqual(['/api/v1/app', `/api/v1/auth/check Bearer ${RIGHT}`]);
  });

  test('distinguishes a wrong token from a server without a token', async () => {
    expect(await checkServer(server().ask, 'wrong')).toEqual({ trouble: 'wrong_token', wait: 0 });
    const none = server({ status: Response.json({ authConfigured: false }) });
    expect(await checkServer(none.ask, RIGHT.slice(1))).toEqual({ trouble: 'no_token_there', wait: 0 });
  });

  test.each([
    ['a page', new Response('<!doctype html><title>Sign in</title>'), 'not_pleinair'],
    ['JSON of something else', Response.json({ id: 'another' }), 'not_pleinair'],
    ['nothing at that address', status(404), 'not_pleinair'],
    ['another version, newer', Response.json({ ...APP, versions: { api: '2.0.0' } }), 'server_newer'],
    ['another version, older', Response.json({ ...APP, versions: { api: '0.9.0' } }), 'server_older'],
    ['a version that is none', Response.json({ ...APP, versions: { api: 'latest' } }), 'not_pleinair'],
    ['a server that cannot patch', Response.json({ ...APP, capabilities: ['drawings'] }), 'server_older'],
    ['a gateway whose server is away', status(502), 'unreachable'],
    ['an error', status(500), 'busy'],
  ] as const)('is not shown to what is not such a server: %s', async (_, app, trouble) => {
    const { ask, asked } = server({ app });
    expect(await checkServer(ask, RIGHT)).toEqual({ trouble, wait: 0 });
    expect(asked).toEqual(['/api/v1/app']);
  });

  test('returns how long to leave the server alone', async () => {
    const limited = server({ check: status(429, { 'Retry-After': '42' }) });
    expect(await checkServer(limited.ask, 'wrong')).toEqual({ trouble: 'limited', wait: 42_000 });
    const busy = server({ app: status(503, { 'Retry-After': '3' }) });
    expect(await checkServer(busy.ask, RIGHT)).toEqual({ trouble: 'busy', wait: 3_000 });
  });

  test('reports an unreachable server', async () => {
    const ask: AskServer = async () => {
      throw new TypeError('Failed to fetch');
    };
    expect(await checkServer(ask, RIGHT)).toEqual({ trouble: 'unreachable', wait: 0 });
  });
});
