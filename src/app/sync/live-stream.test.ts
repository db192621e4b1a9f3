import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { followStream } from './live-stream.ts';

/** What a server does with the n-th request of a kind. */
type Answer = () => Response | Promise<Response>;

let asked: { path: string; at: number }[];
let news: string[];
let states: boolean[];
let gone: number;
let controller: AbortController;
let followed: Promise<void>;
let streams: ReadableStreamDefaultController<Uint8Array>[];

beforeEach(() => {
  vi.useFakeTimers();
  [asked, news, states, streams] = [[], [], [], []];
  gone = 0;
  controller = new AbortController();
});
afterEach(() => {
  controller.abort();
  vi.useRealTimers();
});

const ticket: Answer = () => Response.json({ ticket: `ticket-${asked.length}` }, { status: 201 });
const stream: Answer = () =>
  new Response(new ReadableStream({ start: (one) => void streams.push(one) }), {
    headers: { 'Content-Type': 'text/event-stream' },
  });
/** Never answers. */
const silence: Answer = () => new Promise(() => {});

function follow({ tickets = ticket, live = stream }: { tickets?: Answer; live?: Answer } = {}): void {
  followed = followStream(
    {
      tickets: '/tickets',
      onNews: (state) => void news.push(state),
      onOpen: (isOpen) => void states.push(isOpen),
      onGone: () => void gone++,
      random: () => 0.5,
      fetch(path, { signal }) {
        asked.push({ path, at: Date.now() });
        return new Promise((resolve, reject) => {
          const abort = () => {
            reject(new DOMException('aborted', 'AbortError'));
            for (const one of streams.splice(0)) one.error(new Error('aborted'));
          };
          signal?.addEventListener('abort', abort);
          void Promise.resolve((path === '/tickets' ? tickets : live)()).then(resolve, reject);
        });
      },
    },
    controller.signal,
  );
}

const say = async (text: string) => {
  streams.at(-1)?.enqueue(new TextEncoder().encode(text));
  await pass(0);
};
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const paths = () => asked.map(({ path }) => path);

test('live: a stream is opened with a ticket, and each new state is told once', async () => {
  follow();
  await pass(0);
  await say('retry: 1000\nid: e.1\nda');
  await say('ta: pull\n\n:\n\nid: e.1\ndata: pull\n\nid: e.2\n');
  expect(paths()).toEqual(['/tickets', '/live?ticket=ticket-1']);
  expect(news).toEqual(['e.1', 'e.2']);
  expect(states.every((isOpen) => isOpen)).toBe(true);
});

test('live: after its end the stream is opened again with another ticket, when the server says', async () => {
  follow();
  await pass(0);
  await say('retry: 1000\nid: e.1\n\nretry: 400\n\n');
  streams.at(-1)?.close();
  await pass(599);
  expect(paths()).toHaveLength(2);
  await pass(1);
  expect(paths()).toEqual(['/tickets', '/live?ticket=ticket-1', '/tickets', '/live?ticket=ticket-3']);
  expect(states).toEqual([true, false]);
  // The same state again is no news.
  await say('id: e.1\n');
  expect(news).toEqual(['e.1']);
});

test('live: a connection without a sign of life is given up after 40 s', async () => {
  follow();
  await pass(0);
  await say('id: e.1\n');
  await pass(35_000);
  await say(':\n\n');
  await pass(35_000);
  expect(paths()).toHaveLength(2);
  await pass(10_000);
  expect(paths()).toHaveLength(4);
});

test('live: a proxy that holds the stream back is left alone for minutes', async () => {
  for (const live of [silence, stream]) {
    asked = [];
    controller = new AbortController();
    follow({ live });
    await pass(10_000);
    expect(paths()).toHaveLength(2);
    await pass(590_000);
    expect(paths()).toHaveLength(2);
    await pass(10_000);
    expect(paths()).toHaveLength(4);
    controller.abort();
  }
  expect(news).toEqual([]);
});

test('live: pauses grow while the server cannot be reached, and end with a success', async () => {
  let isDown = true;
  follow({
    tickets: () => {
      if (isDown) throw new TypeError('no network');
      return ticket();
    },
  });
  await pass(2_000 + 4_000 + 8_000);
  expect(asked.map(({ at }, i) => at - (asked[i - 1]?.at ?? at))).toEqual([0, 2_000, 4_000, 8_000]);
  await pass(10 * 300_000);
  expect((asked.at(-1)?.at ?? 0) - (asked.at(-2)?.at ?? 0)).toBe(300_000);
  isDown = false;
  while (streams.length === 0) await pass(1_000);
  await say('id: e.1\n');
  expect(news).toEqual(['e.1']);
  const before = asked.length;
  streams.at(-1)?.error(new TypeError('cut'));
  await pass(2_000);
  expect(asked.length).toBe(before + 2);
});

test('live: a full server is asked again when it says, one without streams hardly ever', async () => {
  follow({ live: () => new Response('{}', { status: 429, headers: { 'Retry-After': '50' } }) });
  await pass(49_999);
  expect(paths()).toHaveLength(2);
  await pass(1);
  expect(paths()).toHaveLength(4);
  controller.abort();

  asked = [];
  controller = new AbortController();
  follow({ tickets: () => new Response('{}', { status: 404 }) });
  await pass(599_999);
  expect(paths()).toEqual(['/tickets']);
  expect(gone).toBe(1);
  controller.abort();

  asked = [];
  controller = new AbortController();
  // A page of something in between.
  follow({ live: () => new Response('<p>Sign in', { headers: { 'Content-Type': 'text/html' } }) });
  await pass(599_999);
  expect(paths()).toHaveLength(2);
});

test('live: nothing is asked for after the end', async () => {
  follow();
  await pass(0);
  await say('id: e.1\n');
  controller.abort();
  // At once: another tab waits for it.
  await followed;
  await pass(1_000_000);
  expect(paths()).toHaveLength(2);
});
