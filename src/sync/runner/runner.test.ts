import { beforeEach, describe, expect, test, vi } from 'vitest';
import { deferredOutcome, device, gone, NOTHING, START } from '../../../tests/support/sync/sync-runner.ts';
import { memoryStore } from '../../store/memory.ts';

describe('without a token', () => {
  test('nothing runs, and the pages get the status that sync is off', async () => {
    const { runner, runs, last } = device();
    for (const why of ['look', 'more', 'online', 'hand', 'save'] as const) await runner.run(why);
    expect(runs).toEqual([]);
    expect(last()).toMatchObject({ on: false, running: false, trouble: null, lastSuccess: null });
  });

  test('a save reads nothing once that is known', async () => {
    const store = memoryStore();
    const read = vi.spyOn(store, 'read');
    const { runner, told } = device({}, store);
    await runner.notifySaved();
    read.mockClear();
    told.length = 0;
    await runner.notifySaved();
    expect(read).not.toHaveBeenCalled();
    expect(told).toEqual([]);
  });
});

describe('a token', () => {
  test('is stored if the server accepts it, and is sent to nobody else', async () => {
    const { runner, runs, told, last } = device();
    expect(await runner.setToken('secret-token')).toBeUndefined();
    await runner.run('hand');
    expect(runs.map(({ token }) => token)).toEqual(['secret-token']);
    await runner.run('look');
    await runner.run('online');
    expect(runs.map(({ isByHand }) => isByHand)).toEqual([true, false]);
    expect(last()).toMatchObject({ on: true, lastSuccess: START });
    expect(JSON.stringify(told)).not.toContain('secret-token');
  });

  test('that is given up while the server checks it is not stored, and later is forgotten', async () => {
    const checking = Promise.withResolvers<undefined>();
    const { runner, runs, last } = device({ check: () => checking.promise });
    const given = new AbortController();
    const set = runner.setToken('secret-token', given.signal);
    given.abort();
    checking.resolve(undefined);
    await set;
    expect(last().on).toBe(false);

    const other = new AbortController();
    await runner.setToken('secret-token', other.signal);
    expect(last().on).toBe(true);
    other.abort();
    await expect.poll(() => last().on).toBe(false);
    await runner.run('hand');
    expect(runs).toEqual([]);
  });

  test('that the server refuses is not stored, and the previous one stays', async () => {
    const { runner, held, runs } = device();
    await runner.setToken('right');
    held.refusal = { trouble: 'wrong_token', wait: 0 };
    expect(await runner.setToken('wrong')).toEqual({ trouble: 'wrong_token', wait: 0 });
    await runner.run('hand');
    expect(runs.map(({ token }) => token)).toEqual(['right']);
  });

  test('lets photos be synced only where a person says so, and not after sync was turned off', async () => {
    const { runner, last } = device();
    await runner.setToken('secret-token');
    expect(last().photos).toBe(false);
    await runner.setPhotos(true);
    await runner.run('hand');
    expect(last().photos).toBe(true);
    await runner.turnOff();
    await runner.setToken('of somebody else');
    expect(last().photos).toBe(false);
  });

  test('is deleted from the store when sync is turned off, which ends the run', async () => {
    const { runner, store, runs, outcomes, begun, last } = device();
    await runner.setToken('secret-token');
    const run = deferredOutcome();
    outcomes.push(run.outcome);
    const running = runner.run('hand');
    await begun();
    await runner.turnOff();
    expect(runs[0]?.signal?.aborted).toBe(true);
    run.end('more');
    await running;
    expect(last()).toMatchObject({ on: false, running: false, more: false });
    expect((await store.read((tx) => tx.value('token'))) ?? '').toBe('');
    await runner.run('hand');
    expect(runs).toHaveLength(1);
  });

  test('does not inherit the failures of the token that it replaces', async () => {
    const { runner, runs, outcomes, begun, last } = device();
    await runner.setToken('old');
    const run = deferredOutcome();
    outcomes.push(run.outcome);
    const running = runner.run('hand');
    await begun();
    await runner.setToken('new');
    run.end({ trouble: 'wrong_token', wait: 0 });
    await running;
    expect(last()).toMatchObject({ on: true, trouble: null });
    await runner.run('look');
    expect(runs.map(({ token }) => token)).toEqual(['old', 'new']);
  });

  test('is never part of the stored state', async () => {
    const { runner, store, outcomes } = device();
    await runner.setToken('secret-token');
    outcomes.push(gone);
    await runner.run('hand');
    await runner.pause(true);
    expect(await store.read((tx) => tx.value('sync-run'))).not.toContain('secret-token');
  });
});

describe('with a token', () => {
  let it_: ReturnType<typeof device>;
  beforeEach(async () => {
    it_ = device();
    await it_.runner.setToken('token');
  });

  test('one run at a time, and a save during it leads to one more', async () => {
    const { runner, runs, outcomes, begun } = it_;
    const run = deferredOutcome();
    outcomes.push(run.outcome);
    const all = [runner.run('look'), runner.run('save'), runner.run('hand'), runner.run('look')];
    await begun();
    expect(runs).toHaveLength(1);
    run.end('done');
    await Promise.all(all);
    expect(runs).toHaveLength(2);
  });

  test.each(['done', 'failed'] as const)(
    'a save while a run tells how it ended leads to one more: %s',
    async (end) => {
      const { runner, runs, outcomes, told } = it_;
      outcomes.push(end === 'done' ? 'done' : gone);
      const asked: Promise<boolean>[] = [];
      const push = told.push.bind(told);
      told.push = (status) => {
        if (!status.running && runs.length === 1 && asked.length === 0) asked.push(runner.run('hand'));
        return push(status);
      };
      await runner.run('look');
      expect(asked).toHaveLength(1);
      await Promise.all(asked);
      expect(runs).toHaveLength(2);
    },
  );

  test('a look during a run leads to no other', async () => {
    const { runner, runs, outcomes, begun } = it_;
    const run = deferredOutcome();
    outcomes.push(run.outcome);
    const all = [runner.run('hand'), runner.run('look'), runner.run('more')];
    await begun();
    run.end('done');
    await Promise.all(all);
    expect(runs).toHaveLength(1);
  });

  test('none while another worker of this device has the lock', async () => {
    const { runner, runs, held } = it_;
    held.locked = true;
    await runner.run('hand');
    expect(runs).toEqual([]);
    held.locked = false;
    await runner.run('hand');
    expect(runs).toHaveLength(1);
  });

  test('several saves lead to one run, some time after the first', async () => {
    const { runner, runs, pass, begun } = it_;
    const all = [runner.notifySaved(), runner.notifySaved()];
    await pass(0);
    await pass(1_000);
    expect(runs).toHaveLength(0);
    all.push(runner.notifySaved());
    await pass(3_000);
    await begun();
    await Promise.all(all);
    expect(runs).toHaveLength(1);
  });

  test('a slice ends after 20 s, and the status says that there is more', async () => {
    const { runner, runs, outcomes, pass, begun, told, last } = it_;
    const run = deferredOutcome();
    outcomes.push(run.outcome);
    const running = runner.run('hand');
    await begun();
    await pass(19_999);
    expect(runs[0]?.signal?.aborted).toBe(false);
    await pass(1);
    expect(runs[0]?.signal?.aborted).toBe(true);
    run.end('more');
    await running;
    expect(last()).toMatchObject({ more: true, running: false });
    expect(told.filter(({ more }) => more)).toHaveLength(1);
    await runner.run('more');
    expect(runs).toHaveLength(2);
    expect(last()).toMatchObject({ more: false, lastSuccess: START + 20_000 });
  });

  test('progress is reported at most every 300 ms', async () => {
    const { runner, outcomes, pass, begun, told, last } = it_;
    const run = deferredOutcome();
    outcomes.push(run.outcome);
    const running = runner.run('hand');
    await begun();
    const before = told.length;
    for (let done = 0; done < 100; done++) runner.reportProgress({ done, total: 1000 });
    expect(told).toHaveLength(before);
    await pass(300);
    await expect.poll(() => last().progress).toEqual({ done: 99, total: 1000 });
    expect(told).toHaveLength(before + 1);
    run.end('done');
    await running;
    expect(last().progress).toBeNull();
  });

  test('a paused sync stays paused, also in the next worker, until it is continued', async () => {
    const { runner, store, runs, outcomes, begun, last } = it_;
    const run = deferredOutcome();
    outcomes.push(run.outcome);
    const running = runner.run('hand');
    await begun();
    await runner.pause(true);
    expect(runs[0]?.signal?.aborted).toBe(true);
    run.end('more');
    await running;
    expect(last()).toMatchObject({ paused: true, more: false, running: false });
    const next = device({}, store);
    for (const why of ['look', 'online', 'save', 'hand'] as const) await next.runner.run(why);
    expect(next.runs).toEqual([]);
    await next.runner.pause(false);
    await next.runner.run('hand');
    expect(next.runs).toHaveLength(1);
  });

  test('a defect of the engine ends the run, and is reported', async () => {
    const { runner, outcomes, last, held } = it_;
    const said = vi.spyOn(console, 'error').mockImplementation(() => {});
    outcomes.push(Promise.reject(new Error('a mistake')));
    expect(await runner.run('hand')).toBe(true);
    expect(last()).toMatchObject({ trouble: 'defect', running: false });
    expect(said).toHaveBeenCalledOnce();
    said.mockRestore();
    held.now = last().retryAt!;
    await runner.run('look');
    expect(last().trouble).toBeNull();
  });

  test('a waiting update ends the run, and no other begins for a while', async () => {
    const { runner, runs, outcomes, begun, pass, last } = it_;
    const run = deferredOutcome();
    outcomes.push(run.outcome);
    const running = runner.run('hand');
    await begun();
    runner.rest();
    expect(runs[0]?.signal?.aborted).toBe(true);
    run.end('more');
    await running;
    expect(last().more).toBe(false);
    await runner.run('hand');
    expect(runs).toHaveLength(1);
    await pass(20_000);
    await runner.run('hand');
    expect(runs).toHaveLength(2);
  });

  test('a look soon after a run starts no other; a later one does', async () => {
    const { runner, runs, held } = it_;
    await runner.run('hand');
    held.now += 4_999;
    await runner.run('look');
    expect(runs).toHaveLength(1);
    held.now += 1;
    await runner.run('look');
    expect(runs).toHaveLength(2);
  });

  test('counts waiting drawings and their changes, and lists a thousand', async () => {
    const { runner, held, last } = it_;
    const waiting = Array.from({ length: 1500 }, (_, i) => [`drawing-${i}`, 2] as const);
    held.state = { ...NOTHING, waiting };
    await runner.run('hand');
    expect(last().waiting).toMatchObject({ drawings: 1500, changes: 3000 });
    expect(last().waiting.of).toEqual(waiting.slice(0, 1000));
  });
});
