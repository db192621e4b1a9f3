import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

const state = vi.hoisted(() => ({ controlled: true }));
vi.mock('./worker-bridge.ts', () => ({
  startWorker: async () => {},
  isControlled: () => state.controlled,
}));
vi.mock('../inline.ts', () => ({
  answerInline: async (request: Request) => new Response(`inline ${await request.text()}`),
}));
const { transport } = await import('./transport.ts');

const network = vi.fn<(request: Request) => Promise<Response>>();
const put = () => new Request('https://draw.example/api/v1/profile', { method: 'PUT', body: 'body' });
const text = async (response: Promise<Response>) => (await response).text();

beforeEach(() => {
  state.controlled = true;
  network.mockReset();
  vi.stubGlobal('fetch', network);
});
afterEach(() => vi.unstubAllGlobals());

describe('worker: transport of the page', () => {
  test('a controlled page asks its worker', async () => {
    network.mockImplementation(async (request) => new Response(`worker ${await request.text()}`));
    expect(await text(transport(put()))).toBe('worker body');
    expect(network).toHaveBeenCalledTimes(1);
  });

  test('without a worker the page answers itself and sends nothing', async () => {
    state.controlled = false;
    expect(await text(transport(put()))).toBe('inline body');
    expect(network).not.toHaveBeenCalled();
  });

  test('a request that fails once is sent again with its body', async () => {
    network
      .mockImplementationOnce(async (request) => {
        await request.text();
        throw new TypeError('Failed to fetch');
      })
      .mockImplementationOnce(async (request) => new Response(`worker ${await request.text()}`));
    expect(await text(transport(put()))).toBe('worker body');
  });

  test('a request that fails twice is answered in the page', async () => {
    network.mockRejectedValue(new TypeError('Failed to fetch'));
    expect(await text(transport(put()))).toBe('inline body');
    expect(network).toHaveBeenCalledTimes(2);
  });

  test('a response by the server instead of the worker is discarded', async () => {
    network.mockResolvedValueOnce(new Response('{}', { status: 401 }));
    expect(await text(transport(put()))).toBe('inline body');
    const notConfigured = '{"error":{"code":"auth_not_configured","message":""}}';
    network.mockResolvedValueOnce(new Response(notConfigured, { status: 503 }));
    expect(await text(transport(put()))).toBe('inline body');
    const unavailable = '{"error":{"code":"unavailable","message":""}}';
    network.mockResolvedValueOnce(new Response(unavailable, { status: 503 }));
    expect(await text(transport(put()))).toBe(unavailable);
  });

  test('an aborted request is neither repeated nor answered in the page', async () => {
    const controller = new AbortController();
    const request = new Request(put(), { signal: controller.signal });
    network.mockImplementation(async () => {
      controller.abort();
      throw new DOMException('aborted', 'AbortError');
    });
    await expect(transport(request)).rejects.toThrow('aborted');
    expect(network).toHaveBeenCalledTimes(1);
  });
});
