import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AlertKind } from '../../src/core/alerts/preferences.ts';
import type { Due } from './look.ts';
import type { Pushed } from './push.ts';
import { createPushQueue, type PushQueue } from './queue.ts';

const due = (id: string, kind: AlertKind = 'air'): Due => ({
  receiver: { id, endpoint: `https://web.push.apple.com/${id}`, keys: { p256dh: '', auth: '' } },
  kind,
  payload: id,
});
const BUSY = { failed: 'HTTP 429', waitMs: 60_000 };
const MINUTE = 60_000;

let end: AbortController;
let queue: PushQueue;
/** What was pushed, in order. */
let pushed: string[];
/** What the push service answers to the next ones; then that they were sent. */
let answers: Pushed[];
const push = async ({ payload }: Due): Promise<Pushed> => {
  pushed.push(payload);
  return answers.shift() ?? 'sent';
};
const later = (minutes: number) => vi.advanceTimersByTimeAsync(minutes * MINUTE);

beforeEach(() => {
  vi.useFakeTimers();
  end = new AbortController();
  queue = createPushQueue({ signal: end.signal });
  [pushed, answers] = [[], []];
});
afterEach(() => vi.useRealTimers());

describe('alerts: the pushes to one push service', () => {
  it('go eight at a time, and those of the next alert after them', async () => {
    const open: (() => void)[] = [];
    const held = ({ payload }: Due) => {
      pushed.push(payload);
      return new Promise<Pushed>((resolve) => open.push(() => resolve('sent')));
    };
    const first = queue.send(
      Array.from({ length: 9 }, (_, n) => due(`a${n}`)),
      held,
    );
    const second = queue.send([due('b')], held);
    await later(0);
    expect(pushed).toHaveLength(8);
    open[0]?.();
    await later(0);
    expect(pushed.at(-1)).toBe('a8');
    for (const one of open) one();
    expect(await first).toHaveLength(9);
    await later(0);
    expect(pushed.at(-1)).toBe('b');
    open.at(-1)?.();
    expect(await second).toEqual(['sent']);
  });

  it('that is asked too often is left alone for as long as it says, and then gets what waited', async () => {
    answers = [BUSY, BUSY];
    const first = queue.send([due('a'), due('b')], push);
    const second = queue.send([due('c')], push);
    await later(0.9);
    expect(pushed).toEqual(['a', 'b']);
    await later(0.2);
    expect(pushed).toEqual(['a', 'b', 'a', 'b', 'c']);
    expect([await first, await second]).toEqual([['sent', 'sent'], ['sent']]);
  });

  it('that refuses an alert again gets it no third time', async () => {
    answers = [BUSY, BUSY];
    const sent = queue.send([due('a')], push);
    await later(10);
    expect([pushed, await sent]).toEqual([['a', 'a'], [BUSY]]);
  });

  it('that asks for a pause beyond what an alert is worth never gets it', async () => {
    const refused = { failed: 'HTTP 429', waitMs: 16 * MINUTE };
    answers = [refused];
    const sent = queue.send([due('strike', 'lightning')], push);
    const after = queue.send([due('haze', 'air'), due('strike 2', 'lightning')], push);
    await later(0);
    expect(await sent).toEqual([refused]);
    await later(17);
    expect(await after).toEqual(['sent', { failed: 'too late' }]);
    expect(pushed).toEqual(['strike', 'haze']);
  });

  it('gets nothing after the server has ended, and holds its end up for nothing', async () => {
    answers = [BUSY];
    const sent = queue.send([due('a'), due('b')], push);
    await later(0);
    end.abort();
    expect(await sent).toEqual([{ failed: 'the server ends' }, 'sent']);
    expect(await queue.send([due('c')], push)).toEqual([{ failed: 'the server ends' }]);
    expect(pushed).toEqual(['a', 'b']);
  });
});
