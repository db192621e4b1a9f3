import { afterEach, expect, test, vi } from 'vitest';
import { jpegHead, pngHead } from '../../../../../tests/support/underlay/photo-heads.ts';
import { fitPhoto } from './fit-photo.ts';
import type { FitAnswer } from './fit-worker.ts';
import { Unfit } from './unfit.ts';

afterEach(() => vi.unstubAllGlobals());

/** Workers that answer this, or never. Returns those that were started. */
function stubWorker(answer: FitAnswer | undefined) {
  const started: StubWorker[] = [];
  class StubWorker extends EventTarget {
    terminate = vi.fn();
    postMessage = vi.fn(() => {
      if (answer) this.dispatchEvent(new MessageEvent('message', { data: answer }));
    });

    constructor() {
      super();
      started.push(this);
    }
  }
  vi.stubGlobal('Worker', StubWorker);
  return started;
}

const photo = new File([jpegHead(40, 30)], 'a.jpg', { type: 'image/jpeg' });
const never = new AbortController().signal;

test('underlay: what a person stops ends its worker, and throws what stopped it', async () => {
  const started = stubWorker(undefined);
  const stop = new AbortController();
  const work = fitPhoto(photo, stop.signal);
  await vi.waitFor(() => expect(started[0]?.postMessage).toHaveBeenCalled());
  stop.abort();
  await expect(work).rejects.toBe(stop.signal.reason);
  expect(started[0]?.terminate).toHaveBeenCalledOnce();
});

test('underlay: the worker ends with its answer, good or bad', async () => {
  const done = { kind: 'done', photo: new Blob(['x']), width: 40, height: 30 } as const;
  const good = stubWorker(done);
  expect(await fitPhoto(photo, never)).toBe(done);
  expect(good[0]?.terminate).toHaveBeenCalledOnce();
  const bad = stubWorker({ kind: 'refused', reason: { code: 'damaged' } });
  await expect(fitPhoto(photo, never)).rejects.toMatchObject({ reason: { code: 'damaged' } });
  expect(bad[0]?.terminate).toHaveBeenCalledOnce();
});

test('underlay: a picture that is refused by its first bytes starts no worker', async () => {
  const started = stubWorker(undefined);
  const bomb = new File([pngHead(60_000, 60_000)], 'bomb.png');
  await expect(fitPhoto(bomb, never)).rejects.toBeInstanceOf(Unfit);
  expect(started).toEqual([]);
});
