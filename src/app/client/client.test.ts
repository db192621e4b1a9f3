import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

const transport = vi.hoisted(() => vi.fn<(request: Request) => Promise<Response>>());
vi.mock('./transport.ts', () => ({ transport }));
vi.stubGlobal('location', new URL('https://draw.example/'));
const { api, repeatable } = await import('./client.ts');

const json = { headers: { 'Content-Type': 'application/json' } };

/** A response whose body ends with an error, as when the worker is stopped in the middle of it. */
function brokenOff(): Response {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('{"drawings":['));
      controller.error(new TypeError('network error'));
    },
  });
  return new Response(body, json);
}

beforeEach(() => {
  transport.mockReset();
});
afterEach(() => vi.restoreAllMocks());

const list = () => repeatable(() => api.GET('/api/v1/drawings'));

describe('worker: client of the page', () => {
  test('a response that ends early is requested once more', async () => {
    transport.mockResolvedValueOnce(brokenOff()).mockResolvedValueOnce(new Response('{"drawings":[]}', json));
    expect((await list()).data).toEqual({ drawings: [] });
  });

  test('a second early end is an error, and no partial response', async () => {
    transport.mockImplementation(async () => brokenOff());
    await expect(list()).rejects.toThrow('network error');
    expect(transport).toHaveBeenCalledTimes(2);
  });

  test('an aborted request is not sent again', async () => {
    transport.mockRejectedValue(new DOMException('too late', 'TimeoutError'));
    await expect(list()).rejects.toThrow('too late');
    expect(transport).toHaveBeenCalledTimes(1);
  });
});
