import { delay, HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { BODY_MAX, request } from './request.ts';

const URL = 'https://upstream.test/v2/real-time/api/psi?date=2026-09-28';

const upstream = setupServer();
beforeAll(() => upstream.listen({ onUnhandledFrame: 'error' }));
afterEach(() => upstream.resetHandlers());
afterAll(() => upstream.close());

/** Asks with `respond` as the upstream, and takes every JSON. */
function ask(
  respond: (asked: Request) => Response | Promise<Response>,
  options: { apiKey?: string; timeoutMs?: number } = {},
) {
  upstream.use(http.get(URL.split('?')[0] ?? '', ({ request: asked }) => respond(asked)));
  return request({ url: URL, read: (json) => ({ json }), timeoutMs: 5000, ...options });
}
const json = (body: object, init?: ResponseInit) => () =>
  new HttpResponse(JSON.stringify(body), { headers: { 'content-type': 'application/json' }, ...init });

describe('server: one request to data.gov.sg', () => {
  it('asks under its own name, with the key where there is one', async () => {
    const asked: { search: string; key: string | null; agent: string }[] = [];
    const respond = (question: Request) => {
      asked.push({
        search: question.url.split('?')[1] ?? '',
        key: question.headers.get('x-api-key'),
        agent: question.headers.get('user-agent')?.split('/')[0] ?? '',
      });
      return json({})();
    };
    await ask(respond);
    await ask(respond, { apiKey: 'k-1' });
    expect(asked).toEqual([
      { search: 'date=2026-09-28', key: null, agent: 'Pleinair' },
      { search: 'date=2026-09-28', key: 'k-1', agent: 'Pleinair' },
    ]);
  });

  it('400 with data null is a failure', async () => {
    const body = { code: 4, name: 'ERROR_PARAMS', data: null, errorMsg: 'Invalid date format.' };
    expect(await ask(json(body, { status: 400 }))).toMatchObject({ ok: false, reason: 'status' });
  });

  it('404 with data null is an empty day; a 404 from elsewhere is not', async () => {
    const body = { code: 17, name: 'REAL_TIME_API_DATA_NOT_FOUND', data: null, errorMsg: 'Data not found' };
    expect(await ask(json(body, { status: 404 }))).toMatchObject({ ok: false, reason: 'empty' });
    expect(await ask(json({}, { status: 404 }))).toMatchObject({ ok: false, reason: 'status' });
  });

  it('429 asks for ten seconds, or for what Retry-After says', async () => {
    const body = { code: 24, name: 'TOO_MANY_REQUESTS', data: null, errorMsg: 'Rate limit exceeded.' };
    expect(await ask(json(body, { status: 429 }))).toMatchObject({ reason: 'limited', retryAfter: 10 });
    const headers = { 'retry-after': '42' };
    expect(await ask(json(body, { status: 429, headers }))).toMatchObject({ retryAfter: 42 });
    const inAMinute = { 'retry-after': new Date(Date.now() + 60_000).toUTCString() };
    const dated = await ask(json(body, { status: 429, headers: inAMinute }));
    expect(dated.ok ? 0 : dated.retryAfter).toBeGreaterThan(55);
    expect(dated.ok ? 0 : dated.retryAfter).toBeLessThanOrEqual(60);
    expect(await ask(json(body))).toMatchObject({ reason: 'limited', retryAfter: 10 });
  });

  it('HTML with status 200 is malformed', async () => {
    const page = () => HttpResponse.html('<!doctype html><title>Maintenance</title>');
    expect(await ask(page)).toMatchObject({ ok: false, reason: 'malformed' });
  });

  it('cut-off JSON is malformed', async () => {
    const whole = await json({ code: 0, data: { items: [{}] }, errorMsg: '' })().text();
    expect(await ask(() => new HttpResponse(whole.slice(0, -20)))).toMatchObject({ reason: 'malformed' });
  });

  it('a server error is a failure, with its Retry-After', async () => {
    const busy = () => new HttpResponse('busy', { status: 503, headers: { 'retry-after': '30' } });
    expect(await ask(busy)).toMatchObject({ reason: 'status', detail: 'HTTP 503', retryAfter: 30 });
  });

  it('a huge body is given up on after the limit, not read to its end', async () => {
    let sent = 0;
    const endless = () =>
      new ReadableStream<Uint8Array>({
        pull(controller) {
          sent += 65_536;
          controller.enqueue(new Uint8Array(65_536).fill(32));
        },
      });
    expect(await ask(() => new HttpResponse(endless()))).toMatchObject({ ok: false, reason: 'too_large' });
    expect(sent).toBeGreaterThan(BODY_MAX);
    expect(sent).toBeLessThan(2 * BODY_MAX);
  });

  it('a hang ends with the time limit', async () => {
    const hang = async () => {
      await delay('infinite');
      return json({})();
    };
    const response = await ask(hang, { timeoutMs: 30 });
    expect(response).toMatchObject({ ok: false, reason: 'timeout' });
  });

  it('a connection that fails is a failure', async () => {
    expect(await ask(() => HttpResponse.error())).toMatchObject({ ok: false, reason: 'network' });
  });
});
