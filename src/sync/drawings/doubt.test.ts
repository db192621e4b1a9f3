/** Requests whose outcome is unknown. */
import { describe, expect, it } from 'vitest';
import { stroke } from '../../../tests/support/drawing/any-stroke.ts';
import type { Device, RecordedRequest } from '../../../tests/support/sync/sync.ts';
import { backup, device, exchangeable, server } from '../../../tests/support/sync/sync.ts';
import { drawn, expectEqual } from '../../../tests/support/sync/sync-expect.ts';

/** Loses the next request of this method, or only its response. */
async function lose(it: Device, method: string, what: 'answer' | 'request'): Promise<RecordedRequest> {
  let lost: RecordedRequest | undefined;
  it.network = async (asked, next) => {
    if (asked.method !== method || lost !== undefined) return next();
    lost = asked;
    if (what === 'answer') await next();
    throw new TypeError('network');
  };
  expect(await it.sync.run()).toEqual({ trouble: 'unreachable', wait: 0 });
  it.network = (_, next) => next();
  it.asked.length = 0;
  if (lost === undefined) throw new Error(`no ${method} was sent`);
  return lost;
}

type Waited = PromiseWithResolvers<void>;

/** Expects the run to end only when a slow request has ended, after another one failed. */
async function endsOnlyWithTheSlow(run: Promise<unknown>, failed: Waited, slow: Waited): Promise<void> {
  let isOver = false;
  const ended = run.finally(() => {
    isOver = true;
  });
  await failed.promise;
  await new Promise((resolve) => setImmediate(resolve));
  expect(isOver).toBe(false);
  slow.resolve();
  expect(await ended).toEqual({ trouble: 'unreachable', wait: 0 });
}

async function both() {
  const slot = exchangeable();
  const there = server(slot.store);
  const [a, b] = [device(there), device(there)];
  const id = await a.pages.create({ strokes: [1, 2, 3].map(stroke) });
  await a.settle();
  await b.settle();
  return { there, a, b, id, slot };
}

describe('sync: requests in doubt', () => {
  it.each(['answer', 'request'] as const)(
    'sends a patch again as it was, when the %s is lost',
    async (what) => {
      const { there, a, id } = await both();
      await a.pages.add(id, stroke(4));
      const lost = await lose(a, 'PATCH', what);
      // While in doubt, the drawing still counts as waiting.
      expect((await a.sync.state()).waiting).toEqual([[id, 1]]);
      // More is drawn, and some sent strokes are erased, before the doubt is settled.
      await a.pages.add(id, stroke(5));
      await a.pages.patch(id, { op: 'remove', path: '/strokes/3' });
      await a.settle();
      expect(a.asked.filter(({ method }) => method === 'PATCH')[0]).toEqual(lost);
      expect(await drawn(there, id)).toEqual([1, 2, 3, 5]);
      await expectEqual(there, a);
    },
  );

  it.each(['answer', 'request'] as const)(
    'settles a create whose %s is lost, and erases then what was erased since',
    async (what) => {
      const there = server();
      const a = device(there);
      const id = await a.pages.create({ strokes: [1, 2].map(stroke) });
      await lose(a, 'PUT', what);
      await a.pages.patch(id, { op: 'remove', path: '/strokes/0' });
      await a.settle();
      expect(await drawn(there, id)).toEqual([2]);
      await expectEqual(there, a);
    },
  );

  it('settles all requests that were under way at the same time', async () => {
    const there = server();
    const a = device(there);
    const ids: string[] = [];
    for (let n = 0; n < 6; n++) ids.push(await a.pages.create({ strokes: [1, 2].map(stroke) }));
    a.network = async ({ method }, next) => {
      const answer = await next();
      if (method === 'PUT') throw new TypeError('network');
      return answer;
    };
    expect(await a.sync.run()).toEqual({ trouble: 'unreachable', wait: 0 });
    const sent = a.asked.filter(({ method }) => method === 'PUT');
    expect(sent).toHaveLength(4);
    a.network = (_, next) => next();
    for (const id of ids) await a.pages.patch(id, { op: 'remove', path: '/strokes/0' });
    a.asked.length = 0;
    await a.settle();
    expect(a.asked.filter(({ method }) => method === 'PUT').slice(0, 4)).toEqual(sent);
    for (const id of ids) expect(await drawn(there, id)).toEqual([2]);
    await expectEqual(there, a);
  });

  it('ends a run only after its last request', async () => {
    const there = server();
    const a = device(there);
    for (let n = 0; n < 9; n++) await a.pages.create({ strokes: [stroke(n)] });
    const slow = Promise.withResolvers<void>();
    const failed = Promise.withResolvers<void>();
    let puts = 0;
    a.network = async ({ method }, next) => {
      if (method !== 'PUT') return next();
      if (puts++ > 0) await slow.promise;
      else {
        failed.resolve();
        throw new TypeError('network');
      }
      return next();
    };
    await endsOnlyWithTheSlow(a.sync.run(), failed, slow);
    // Nothing was started after the failure, and requests under way were finished.
    expect(puts).toBe(4);
    expect(await there.pages.all()).toHaveLength(3);
  });

  it('ignores a late response of an earlier run', async () => {
    const there = server();
    const [a, b] = [device(there), device(there)];
    const ids = [
      await a.pages.create({ strokes: [stroke(1)] }),
      await a.pages.create({ strokes: [stroke(2)] }),
    ];
    await a.settle();
    const slow = Promise.withResolvers<void>();
    const failed = Promise.withResolvers<void>();
    b.network = async ({ path }, next) => {
      const at = ids.findIndex((id) => path.endsWith(id));
      if (at === 0) {
        failed.resolve();
        throw new TypeError('network');
      }
      if (at === 1) await slow.promise;
      return next();
    };
    await endsOnlyWithTheSlow(b.sync.run(), failed, slow);
  });

  it('merges if the server has forgotten the key, without duplicates', async () => {
    const { there, a, b, id } = await both();
    await a.pages.add(id, stroke(4));
    await lose(a, 'PATCH', 'answer');
    // After thirty-two more keys, the server has forgotten it.
    for (let n = 0; n < 33; n++) await there.pages.add(id, stroke(100 + n));
    await a.settle();
    await b.settle();
    await expectEqual(there, a, b);
    expect((await drawn(there, id)).filter((n) => n === 4)).toHaveLength(1);
    expect(await drawn(there, id)).toHaveLength(3 + 1 + 33);
  });

  it('recognises its result in a drawing that was trashed since, which stays there', async () => {
    const there = server();
    const a = device(there);
    // A create has no key: only the server's content tells whether it arrived.
    const id = await a.pages.create({ strokes: [stroke(1)] });
    await lose(a, 'PUT', 'answer');
    await there.pages.trash(id);
    await a.settle();
    expect(await a.pages.read(id)).toMatchObject({ trashed: true });
    await expectEqual(there, a);
    expect((await a.sync.state()).notices).toEqual([]);
  });

  it('recognises its result by content if the key is forgotten', async () => {
    const { there, a, b, id } = await both();
    await a.pages.add(id, stroke(4));
    await lose(a, 'PATCH', 'answer');
    for (let n = 0; n < 33; n++) {
      await there.pages.patch(id, { op: 'replace', path: '/title', value: n % 2 === 0 ? 'Ubin' : '' });
    }
    await there.pages.patch(id, { op: 'replace', path: '/title', value: '' });
    await there.pages.trash(id);
    await a.settle();
    await b.settle();
    expect(await there.pages.read(id)).toMatchObject({ trashed: true });
    expect(await drawn(there, id)).toEqual([1, 2, 3, 4]);
    await expectEqual(there, a, b);
  });

  it('restores a trashed drawing if the request had not landed', async () => {
    const { there, a, id } = await both();
    await a.pages.add(id, stroke(4));
    await lose(a, 'PATCH', 'request');
    await there.pages.trash(id);
    await a.settle();
    expect(await there.pages.read(id)).toMatchObject({ trashed: false });
    expect(await drawn(there, id)).toEqual([1, 2, 3, 4]);
  });

  it('does not count its trash request as done if others restored and trashed again', async () => {
    const { there, a, b, id } = await both();
    await a.pages.trash(id);
    await lose(a, 'DELETE', 'request');
    await there.pages.add(id, stroke(9));
    await there.pages.trash(id);
    await a.settle();
    await b.settle();
    // Changed and trashed there, trashed here: it is in the trash with the new strokes.
    expect(await drawn(a, id)).toEqual([1, 2, 3, 9]);
    await expectEqual(there, a, b);
  });

  it.each(['DELETE', 'PUT'] as const)(
    'sends a change of the trash again with its key (%s)',
    async (method) => {
      const { there, a, b, id } = await both();
      if (method === 'PUT') {
        await a.pages.trash(id);
        await a.settle();
        await b.settle();
        await a.pages.restore(id);
      } else await a.pages.trash(id);
      const lost = await lose(a, method, 'answer');
      // Another device sees it and does the opposite: that is the later wish.
      await b.settle();
      if (method === 'PUT') await b.pages.trash(id);
      else await b.pages.restore(id);
      await b.settle();
      await a.settle();
      expect(a.asked.find((asked) => asked.method === method)).toEqual(lost);
      expect(await there.pages.read(id)).toMatchObject({ trashed: method === 'PUT' });
      await expectEqual(there, a, b);
    },
  );

  it('drops requests in doubt if the server was restored from a backup, and merges', async () => {
    const { there, a, b, id, slot } = await both();
    const old = await backup(slot.now);
    await a.pages.patch(id, { op: 'remove', path: '/strokes/0' });
    await lose(a, 'PATCH', 'answer');
    slot.now = old;
    await a.settle();
    expect(a.asked[1]).toMatchObject({ method: 'GET', path: '/api/v1/drawings/changes?limit=500' });
    await b.settle();
    await expectEqual(there, a, b);
    // The drawing comes back as in the backup.
    expect(await drawn(a, id)).toEqual([1, 2, 3]);
  });
});
