import { describe, expect, test } from 'vitest';
import { device, gone, START } from '../../../tests/support/sync/sync-runner.ts';

describe('after a failure', () => {
  test('the pauses grow from seconds to a quarter of an hour, with full jitter', async () => {
    const pauses: number[] = [];
    for (const random of [0, 0.999_999]) {
      const { runner, outcomes, held, last } = device();
      await runner.setToken('token');
      held.random = random;
      for (let failure = 0; failure < 12; failure++) {
        outcomes.push(gone);
        expect(await runner.run('hand')).toBe(true);
        pauses.push(Math.round((last().retryAt! - held.now) / 1000));
      }
    }
    expect(pauses).toEqual([...Array(12).fill(0), 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900, 900]);
  });

  test('only a run by hand, or a returning network, ends the pause early', async () => {
    const { runner, outcomes, runs, held, last } = device();
    await runner.setToken('token');
    outcomes.push(gone);
    await runner.run('look');
    expect(last()).toMatchObject({ trouble: 'unreachable', retryAt: START + 2_000 });
    held.now += 1_999;
    for (const why of ['look', 'save', 'more'] as const) await runner.run(why);
    expect(runs).toHaveLength(1);
    outcomes.push(gone);
    await runner.run('online');
    outcomes.push(gone);
    await runner.run('hand');
    expect(runs).toHaveLength(3);
    held.now = last().retryAt!;
    await runner.run('look');
    expect(runs).toHaveLength(4);
    expect(last()).toMatchObject({ trouble: null, retryAt: null });
  });

  test('the next worker knows the failure', async () => {
    const { runner, outcomes, store } = device();
    await runner.setToken('token');
    outcomes.push(gone);
    await runner.run('look');
    const next = device({}, store);
    await next.runner.run('look');
    expect(next.runs).toEqual([]);
    expect(next.last()).toMatchObject({ on: true, trouble: 'unreachable' });
  });

  test.each(['look', 'save', 'online', 'hand'] as const)(
    'what the server asked for is waited for: %s',
    async (why) => {
      const { runner, outcomes, runs, held } = device();
      await runner.setToken('token');
      outcomes.push({ trouble: 'limited', wait: 90_000 });
      await runner.run('hand');
      held.now += 89_999;
      await runner.run(why);
      expect(runs).toHaveLength(1);
      held.now += 1;
      await runner.run(why);
      expect(runs).toHaveLength(2);
    },
  );

  test('a server cannot ask for more than an hour, and a clock that is set back ends the pause', async () => {
    const { runner, outcomes, runs, held } = device();
    await runner.setToken('token');
    outcomes.push({ trouble: 'busy', wait: 86_400_000 });
    await runner.run('hand');
    held.now += 3_600_000;
    outcomes.push({ trouble: 'busy', wait: 3_600_000 });
    await runner.run('look');
    expect(runs).toHaveLength(2);
    held.now -= 10_000_000;
    await runner.run('look');
    expect(runs).toHaveLength(3);
  });

  test.each(['wrong_token', 'no_token_there', 'not_pleinair', 'server_older', 'server_newer'] as const)(
    'that only a person can mend it is not tried again by itself: %s',
    async (trouble) => {
      const { runner, outcomes, runs, held, last, store } = device();
      await runner.setToken('token');
      const failure = { trouble, wait: 0 };
      held.refusal = failure;
      outcomes.push(
        trouble === 'server_older' || trouble === 'server_newer'
          ? { ...gone, trouble: 'not_pleinair' }
          : { ...gone, trouble },
      );
      expect(await runner.run('hand')).toBe(false);
      expect(last()).toMatchObject({ trouble, retryAt: null });
      held.now += 7 * 86_400_000;
      for (const why of ['look', 'save', 'online', 'more'] as const) await runner.run(why);
      expect(runs).toHaveLength(1);
      // Another version of the app tries once more.
      const next = device({ version: '2' }, store);
      next.held.now = held.now;
      await next.runner.run('look');
      expect(next.runs).toHaveLength(1);
      await runner.run('hand');
      expect(runs).toHaveLength(2);
    },
  );

  test('a run that succeeds forgets the failures', async () => {
    const { runner, outcomes, held, last } = device();
    await runner.setToken('token');
    held.random = 1;
    outcomes.push(gone, gone, gone, 'done', gone);
    for (let i = 0; i < 5; i++) await runner.run('hand');
    expect(last().retryAt).toBe(START + 4_000);
  });
});
