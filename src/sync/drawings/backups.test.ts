/** A server that was restored from a backup: between runs, and in the middle of one. */
import { describe, expect, it, vi } from 'vitest';
import { stroke } from '../../../tests/support/drawing/any-stroke.ts';
import { backup, type Device, device, exchangeable, server } from '../../../tests/support/sync/sync.ts';
import { drawn, drawnSorted, expectEqual } from '../../../tests/support/sync/sync-expect.ts';
import type { Store } from '../../api/ports.ts';
import { readMemory } from './records.ts';

/** The same store with the epoch of another one, as if files had been copied without `restore`. */
function underEpoch(store: Store, epoch: string): Store {
  return {
    ...store,
    read: (work) => store.read((tx) => work({ ...tx, meta: async () => ({ ...(await tx.meta()), epoch }) })),
  };
}

describe('sync: a server restored from a backup', () => {
  it('merges without a base, and sends again what the backup lacks', async () => {
    const slot = exchangeable();
    const there = server(slot.store);
    const [a, b] = [device(there), device(there)];
    const id = await a.pages.create({ strokes: [1, 2].map(stroke) });
    await a.settle();
    const old = await backup(slot.now);
    await a.pages.add(id, stroke(3));
    const later = await a.pages.create({ strokes: [stroke(9)] });
    await a.settle();
    await b.settle();
    slot.now = old;
    // An agreed rev is used again, for other content.
    await there.pages.add(id, stroke(4));
    await b.settle();
    await a.settle();
    await b.settle();
    await expectEqual(there, a, b);
    expect(await drawnSorted(there, id)).toEqual([1, 2, 3, 4]);
    expect(await drawn(there, later)).toEqual([9]);
  });

  it('sends again what it lost by a second restore in the same run', async () => {
    const slot = exchangeable();
    const there = server(slot.store);
    const a = device(there);
    const id = await a.pages.create({ strokes: [stroke(1)] });
    await a.settle();
    const [first, second] = [await backup(slot.now), await backup(slot.now)];
    await a.pages.add(id, stroke(2));
    const later = await a.pages.create({ strokes: [stroke(7)] });
    await a.settle();
    await a.pages.add(id, stroke(3));
    await a.pages.add(later, stroke(8));
    const latest = slot.now;
    a.network = async ({ method, path }, next) => {
      if (method === 'PATCH' && slot.now === latest) slot.now = first;
      if (method === 'GET' && path.endsWith(later)) {
        // The other drawing has shown the restore.
        await vi.waitFor(async () => expect((await a.store.read(readMemory)).era).toBeGreaterThan(1));
      }
      const answer = await next();
      if (method === 'PUT' && path.endsWith(later) && slot.now === first) slot.now = second;
      return answer;
    };
    await a.settle();
    await a.settle();
    expect(slot.now).toBe(second);
    expect(await drawn(there, later)).toEqual([7, 8]);
    expect(await drawnSorted(there, id)).toEqual([1, 2, 3]);
    await expectEqual(there, a);
  });

  /** A device and two drawings [1 2], of which the second backup has [1]; what is on the server now is in the first. */
  async function twice() {
    const slot = exchangeable();
    const there = server(slot.store);
    const a = device(there);
    const ids = [
      await a.pages.create({ strokes: [stroke(1)] }),
      await a.pages.create({ strokes: [stroke(1)] }),
    ];
    const [id = '', other = ''] = ids.sort();
    await a.settle();
    const second = await backup(slot.now);
    for (const each of ids) await a.pages.add(each, stroke(2));
    await a.settle();
    const first = await backup(slot.now);
    /** The server goes back once more, and others draw until its revision is beyond that of the first backup. */
    const goBackAgain = async (drawing: string) => {
      slot.now = second;
      for (const n of [11, 12, 13]) await there.pages.add(drawing, stroke(n));
    };
    return { slot, there, a, id, other, first, goBackAgain };
  }

  it('sends again what it lost by a second restore after a first page that was read in part', async () => {
    const { slot, there, a, id, other, first, goBackAgain } = await twice();
    slot.now = first;
    let drew = false;
    a.network = async ({ method, path }, next) => {
      if (method === 'GET' && path.endsWith(other)) {
        if (drew) throw new TypeError('no network');
        // So the page is not written as a whole: the other drawing is, before this one is lost.
        drew = true;
        await a.pages.add(id, stroke(3));
      }
      return next();
    };
    expect(await a.sync.run()).toMatchObject({ trouble: 'unreachable' });
    a.network = (_, next) => next();
    await goBackAgain(id);
    await a.settle();
    await a.settle();
    expect(await drawnSorted(there, id)).toEqual([1, 2, 3, 11, 12, 13]);
    expect(await drawnSorted(there, other)).toEqual([1, 2]);
    await expectEqual(there, a);
  });

  it('sends again what it lost by a second restore of a drawing that was read after the first', async () => {
    const { slot, there, a, id, other, goBackAgain } = await twice();
    const first = await backup(slot.now);
    for (const each of [id, other]) await a.pages.add(each, stroke(4));
    await a.settle();
    for (const each of [id, other]) await a.pages.add(each, stroke(5));
    a.network = async ({ method, path }, next) => {
      if (method === 'PATCH') slot.now = first;
      if (method === 'GET' && path.endsWith(other)) {
        // The other drawing has shown the restore.
        await vi.waitFor(async () => expect((await a.store.read(readMemory)).era).toBeGreaterThan(1));
      }
      return next();
    };
    expect(await a.sync.run()).toBe('more');
    a.network = (_, next) => next();
    await goBackAgain(other);
    await a.settle();
    await a.settle();
    expect(await drawnSorted(there, other)).toEqual([1, 2, 4, 5, 11, 12, 13]);
    expect(await drawnSorted(there, id)).toEqual([1, 2, 4, 5]);
    await expectEqual(there, a);
  });

  it('sends again what a restore lost of a first sync that was read in part', async () => {
    const { there, id, other, goBackAgain } = await twice();
    const b = device(there);
    // As on a new device that drew before its first sync.
    await b.pages.create({ strokes: [1, 2].map(stroke) }, id);
    let drew = false;
    b.network = async ({ method, path }, next) => {
      if (method === 'GET' && path.endsWith(other)) {
        if (drew) throw new TypeError('no network');
        drew = true;
        await b.pages.add(id, stroke(3));
      }
      return next();
    };
    expect(await b.sync.run()).toMatchObject({ trouble: 'unreachable' });
    b.network = (_, next) => next();
    await goBackAgain(id);
    await b.settle();
    await b.settle();
    expect(await drawnSorted(there, id)).toEqual([1, 2, 3, 11, 12, 13]);
  });

  it('detects it by a lower rev if the epoch is the same', async () => {
    const slot = exchangeable();
    const there = server(slot.store);
    const a = device(there);
    const id = await a.pages.create({ strokes: [stroke(1)] });
    await a.settle();
    const { epoch } = await slot.now.read((tx) => tx.meta());
    const old = await backup(slot.now);
    for (const n of [2, 3, 4]) {
      await a.pages.add(id, stroke(n));
      await a.settle();
    }
    const other = await a.pages.create({ strokes: [stroke(7)] });
    await a.settle();
    slot.now = underEpoch(old, epoch);
    // So many changes that the cursor is not beyond the counter.
    for (const n of [11, 12, 13, 14, 15]) await there.pages.create({ strokes: [stroke(n)] });
    await there.pages.add(id, stroke(16));
    await a.settle();
    expect(await drawn(there, id)).toEqual([1, 16, 2, 3, 4]);
    expect(await drawn(there, other)).toEqual([7]);
    expect(await a.pages.all()).toHaveLength(7);
  });

  it('does not loop with a server that changes its epoch each time', async () => {
    const there = server();
    const a = device(there);
    await a.pages.create({});
    a.network = async ({ path }, next) => {
      if (!path.includes('changes')) return next();
      return Response.json({ error: { code: 'cursor_expired', message: 'no' } }, { status: 410 });
    };
    expect(await a.sync.run()).toEqual({ trouble: 'busy', wait: 0 });
    expect(a.asked).toHaveLength(3);
  });
});

describe('sync: a server restored during a run', () => {
  /** Two devices and a drawing [1 2 3] of rev 3; the backup has [1] at rev 1. */
  async function both() {
    const slot = exchangeable();
    const there = server(slot.store);
    const [a, b] = [device(there), device(there)];
    const id = await a.pages.create({ title: 'Ubin', strokes: [stroke(1)] });
    await a.settle();
    await b.settle();
    const old = await backup(slot.now);
    for (const n of [2, 3]) {
      await a.pages.add(id, stroke(n));
      await a.settle();
    }
    /** Before request `what` of `a` arrives, the server goes back, and then `others` runs. */
    const meanwhile = (what: RegExp, others: () => Promise<void>, back: Store = old) => {
      a.network = async ({ method, path }, next) => {
        if (what.test(`${method} ${path}`)) {
          a.network = (_, through) => through();
          slot.now = back;
          await others();
        }
        return next();
      };
    };
    const quiet = async () => {
      for (const it of [a, b, a, b]) await it.settle();
      await expectEqual(there, a, b);
    };
    return { slot, there, a, b, id, old, meanwhile, quiet };
  }

  const add =
    (it: Device, id: string, ...all: readonly number[]) =>
    async () => {
      for (const n of all) {
        await it.pages.add(id, stroke(n));
        await it.settle();
      }
    };

  it('removes only its own strokes if others have reached the same rev', async () => {
    const { there, a, b, id, meanwhile, quiet } = await both();
    await a.pages.patch(id, { op: 'remove', path: '/strokes/1' });
    meanwhile(/^PATCH/, add(b, id, 8, 9));
    expect(await a.sync.run()).toBe('more');
    expect(await drawn(there, id)).toEqual([1, 8, 9]);
    await quiet();
    // A stroke may be back if its erasing could not be told from the server's loss.
    expect(await drawnSorted(there, id)).toEqual(expect.arrayContaining([1, 3, 8, 9]));
  });

  it('does not overwrite a title that was set meanwhile', async () => {
    const { there, a, b, id, meanwhile, quiet } = await both();
    await a.pages.patch(id, { op: 'replace', path: '/title', value: 'Pulau Ubin' });
    meanwhile(/^PATCH/, async () => {
      await b.settle();
      await b.pages.patch(id, { op: 'replace', path: '/title', value: 'Tekong' });
      await b.settle();
      await add(b, id, 8)();
    });
    await quiet();
    expect((await there.pages.read(id))?.title).toBe('Tekong');
    expect((await a.sync.state()).notices).toEqual([{ kind: 'title', drawing: id, title: 'Pulau Ubin' }]);
  });

  it.each([
    ['sends', /^PATCH/, 3],
    ['reads', /^GET .*[0-9a-f]{12}$/, 4],
  ])('does not take for erased what the server lost, when it %s', async (_, what, changes) => {
    const { there, a, b, id, meanwhile, quiet } = await both();
    // Something to push, and something to pull.
    if (what.test('PATCH')) await a.pages.add(id, stroke(4));
    else await there.pages.patch(id, { op: 'replace', path: '/title', value: 'Tekong' });
    // The server's rev is beyond the agreed one, and proves nothing.
    meanwhile(what, add(b, id, ...Array.from({ length: changes }, (_none, n) => 10 + n)));
    expect(await a.sync.run()).toBe('more');
    await quiet();
    expect(await drawnSorted(there, id)).toEqual(expect.arrayContaining([1, 2, 3, 10, 11, 12]));
  });

  it('detects the restored backup by a lower rev alone', async () => {
    const { slot, there, a, id, old, meanwhile, quiet } = await both();
    const { epoch } = await slot.now.read((tx) => tx.meta());
    await a.pages.add(id, stroke(4));
    const others = async () => {
      // So many changes that the cursor is not beyond the counter.
      for (const n of [11, 12, 13, 14]) await there.pages.create({ strokes: [stroke(n)] });
    };
    meanwhile(/^PATCH/, others, underEpoch(old, epoch));
    expect(await a.sync.run()).toBe('more');
    await quiet();
    expect(await drawnSorted(there, id)).toEqual([1, 2, 3, 4]);
  });

  it('keeps a drawing trashed by somebody who had not seen all of it', async () => {
    const { there, a, b, id, meanwhile, quiet } = await both();
    await a.pages.trash(id);
    meanwhile(/^DELETE/, add(b, id, 8, 9));
    await a.settle();
    expect(await there.pages.read(id)).toMatchObject({ trashed: false });
    await quiet();
    expect(await there.pages.read(id)).toMatchObject({ trashed: false });
    expect(await drawnSorted(there, id)).toEqual([1, 2, 3, 8, 9]);
  });
});
