import { describe, expect, test, vi } from 'vitest';
import { createReadiness } from './ready.ts';

const ask = (method = 'GET') => new Request('http://127.0.0.1/ready', { method });

describe('server: /ready', () => {
  test('a store that refuses, throws or hangs is 503, and so is a server that drains', async () => {
    const cases: [() => Promise<boolean>, number][] = [
      [async () => true, 200],
      [async () => false, 503],
      [() => Promise.reject(new Error('gone')), 503],
    ];
    for (const [works, status] of cases) {
      expect((await createReadiness(works).answer(ask())).status).toBe(status);
    }
    vi.useFakeTimers();
    try {
      const hung = createReadiness(() => new Promise(() => {})).answer(ask());
      await vi.advanceTimersByTimeAsync(2_000);
      expect(await (await hung).json()).toEqual({ ready: false, reason: 'storage' });
    } finally {
      vi.useRealTimers();
    }

    const gate = Promise.withResolvers<boolean>();
    const readiness = createReadiness(() => gate.promise);
    const answer = readiness.answer(ask());
    readiness.drain();
    gate.resolve(true);
    expect(await (await answer).json()).toEqual({ ready: false, reason: 'draining' });
  });

  test('the store is asked once for many, again after half a second, and never while draining', async () => {
    let at = 0;
    const works = vi.fn(async () => true);
    const readiness = createReadiness(works, () => at);
    await Promise.all(Array.from({ length: 50 }, () => readiness.answer(ask())));
    at = 499;
    await readiness.answer(ask());
    expect(works).toHaveBeenCalledTimes(1);
    at = 500;
    await readiness.answer(ask());
    expect(works).toHaveBeenCalledTimes(2);
    readiness.drain();
    at = 5_000;
    await readiness.answer(ask());
    expect(works).toHaveBeenCalledTimes(2);
  });

  test('only GET and HEAD', async () => {
    const readiness = createReadiness(async () => true);
    expect((await readiness.answer(ask('HEAD'))).status).toBe(200);
    const refused = await readiness.answer(ask('POST'));
    expect([refused.status, refused.headers.get('Allow')]).toEqual([405, 'GET, HEAD']);
  });
});
