import { expect, test, vi } from 'vitest';
import { byteStream, piecesOf } from './stream.ts';

const fail = (error: unknown) => expect.fail(String(error));

async function* texts(...all: readonly (string | Error)[]): AsyncGenerator<string> {
  for (const text of all) {
    if (text instanceof Error) throw text;
    yield text;
  }
}

test('texts arrive unchanged, and short ones in one piece', async () => {
  const close = vi.fn();
  const drops = '💧'.repeat(200_000);
  const sent = [...'{"a":['.split(''), drops, ',', drops, ']}'];
  const parts: Uint8Array[] = [];
  for await (const part of byteStream(piecesOf(texts(...sent), close), fail)) parts.push(part);
  expect(new TextDecoder().decode(Buffer.concat(parts)) === sent.join('')).toBe(true);
  expect(parts.length).toBeLessThan(4);
  expect(close).toHaveBeenCalled();
});

test('a response that cannot be finished ends with an error, and frees its source', async () => {
  const [close, broken] = [vi.fn(), vi.fn()];
  const fault = new Error('the disk is gone');
  const body = byteStream(piecesOf(texts('x'.repeat(300_000), fault), close), broken);
  await expect(new Response(body).text()).rejects.toThrow();
  expect(broken).toHaveBeenCalledExactlyOnceWith(fault);
  expect(close).toHaveBeenCalled();
});

test('a reader that leaves frees the source', async () => {
  const close = vi.fn();
  const all = Array<string>(9).fill('x'.repeat(300_000));
  await byteStream(piecesOf(texts(...all), close), fail).cancel();
  expect(close).toHaveBeenCalledOnce();
});

test.for([
  ['arrives after that', 'x'],
  ['fails after that', new Error('the snapshot was closed')],
  ['turns out to be none', undefined],
] as const)('a reader that leaves while a piece is awaited is no defect, if it %s', async ([, late]) => {
  const [close, broken] = [vi.fn(), vi.fn()];
  const awaited = Promise.withResolvers<string | undefined>();
  const next = vi.fn(() => awaited.promise);
  const reader = byteStream({ next, close }, broken).getReader();
  const read = reader.read();
  await expect.poll(() => next.mock.calls.length).toBe(1);
  await reader.cancel();
  expect(await read).toEqual({ done: true, value: undefined });
  if (late instanceof Error) awaited.reject(late);
  else awaited.resolve(late);
  await awaited.promise.catch(() => {});
  // Everything that follows from the piece has run.
  await new Promise((resolve) => setTimeout(resolve));
  expect(broken).not.toHaveBeenCalled();
  expect(close).toHaveBeenCalledOnce();
});
