import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Shown } from './shared-drawing.ts';
import { afterSilence, createReader, type SharedReader } from './shared-reader.ts';

const drawing = { title: '', strokes: [], createdAt: '', updatedAt: '' };
const of = (state: string): Shown => ({ kind: 'drawing', drawing, tag: `"${state}"`, keptAt: undefined });

let answers: ((shown: Shown) => void)[];
let seen: Shown[];
let reader: SharedReader;

beforeEach(() => {
  vi.useFakeTimers();
  answers = [];
  seen = [];
  reader = createReader(
    () => new Promise((resolve) => answers.push(resolve)),
    (shown) => void seen.push(shown),
    () => 0.5,
  );
});
afterEach(() => {
  reader.close();
  vi.useRealTimers();
});

async function answer(shown: Shown): Promise<void> {
  answers.at(-1)?.(shown);
  await vi.advanceTimersByTimeAsync(0);
}

test('live: what is shown already is not read again', async () => {
  reader.look();
  await answer(of('a'));
  reader.onNews('a');
  await vi.advanceTimersByTimeAsync(100_000);
  expect(answers).toHaveLength(1);
});

test('live: of what changes while it is read, the last state is shown, and none waits for the next', async () => {
  reader.onNews('a');
  reader.onNews('b');
  reader.onNews('c');
  expect(answers).toHaveLength(1);
  await answer(of('b'));
  expect(seen).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(300);
  await answer(of('c'));
  await vi.advanceTimersByTimeAsync(100_000);
  expect([answers.length, seen.at(-1)]).toEqual([2, of('c')]);
});

test('live: what cannot be had yet is asked for with growing pauses, until it is had or gone', async () => {
  reader.onNews('b');
  for (const [pause, shown] of [
    [2_000, of('a')],
    [4_000, { kind: 'limited' } as const],
    [8_000, of('a')],
  ] as const) {
    const before = answers.length;
    await answer(shown);
    await vi.advanceTimersByTimeAsync(pause - 1);
    expect(answers).toHaveLength(before);
    await vi.advanceTimersByTimeAsync(1);
    expect(answers).toHaveLength(before + 1);
  }
  await answer({ kind: 'gone' });
  await vi.advanceTimersByTimeAsync(1_000_000);
  expect(answers).toHaveLength(4);
});

test('live: a state that was read before it was announced ends the search for an older one', async () => {
  reader.onNews('b');
  await answer(of('c'));
  reader.onNews('c');
  await vi.advanceTimersByTimeAsync(1_000_000);
  expect(answers).toHaveLength(1);
});

test('live: while the server is away it is asked again and again, and not any more once it is back', async () => {
  reader.look();
  await answer({ kind: 'drawing', drawing, tag: '"a"', keptAt: '2026-11-23T00:00:00.000Z' });
  for (const pause of [2_000, 4_000, 8_000, 8_000]) {
    const before = answers.length;
    await vi.advanceTimersByTimeAsync(pause - 1);
    expect(answers).toHaveLength(before);
    await vi.advanceTimersByTimeAsync(1);
    expect(answers).toHaveLength(before + 1);
    await answer({ kind: 'unreachable' });
  }
  await vi.advanceTimersByTimeAsync(8_000);
  await answer(of('a'));
  const all = answers.length;
  await vi.advanceTimersByTimeAsync(100_000);
  expect(answers).toHaveLength(all);
});

test('live: a stream that does not work for a moment leads to a look, and one more when it works again', async () => {
  const look = vi.fn<() => void>();
  const controller = new AbortController();
  const onOpen = afterSilence(look, controller.signal);
  onOpen(true);
  onOpen(false);
  await vi.advanceTimersByTimeAsync(3_000);
  onOpen(true);
  await vi.advanceTimersByTimeAsync(100_000);
  expect(look).not.toHaveBeenCalled();
  onOpen(false);
  await vi.advanceTimersByTimeAsync(3_000);
  onOpen(false);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(look).toHaveBeenCalledTimes(1);
  onOpen(true);
  expect(look).toHaveBeenCalledTimes(2);
  onOpen(false);
  controller.abort();
  await vi.advanceTimersByTimeAsync(100_000);
  expect(look).toHaveBeenCalledTimes(2);
});
