/** A drawing keeps the dates of its person's changes, on every device and the server, whatever is sent when. */
import { describe, expect, it } from 'vitest';
import { stroke } from '../../../tests/support/drawing/any-stroke.ts';
import {
  backup,
  type Device,
  device,
  exchangeable,
  type Peer,
  server,
} from '../../../tests/support/sync/sync.ts';
import { expectEqual } from '../../../tests/support/sync/sync-expect.ts';
import { memoryStore } from '../../store/memory.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const START = Date.UTC(2026, 2, 1, 9);
const iso = (ms: number) => new Date(ms).toISOString();
const titled = (value: string) => ({ op: 'replace', path: '/title', value });

/** A server and devices with clocks that the test sets. */
function world() {
  const clock = { now: START, ahead: 0 };
  const there = server(memoryStore(), () => clock.now);
  const made = () => device(there, memoryStore(), () => clock.now + clock.ahead);
  return { clock, there, a: made(), b: made() };
}

async function datesAt({ pages }: Peer, id: string): Promise<(string | undefined)[]> {
  const drawing = await pages.read(id);
  return [drawing?.createdAt, drawing?.updatedAt];
}

async function expectDates(id: string, dates: readonly number[], ...peers: readonly Peer[]): Promise<void> {
  for (const peer of peers) expect(await datesAt(peer, id)).toEqual(dates.map(iso));
}

/** Makes the server refuse a patch with a date, as servers did before there were dates. */
function fromBefore(it: Device): void {
  it.network = async ({ method, body = '' }, next) => {
    const paths: string[] =
      method === 'PATCH' ? JSON.parse(body).map(({ path }: { path: string }) => path) : [];
    const at = paths.indexOf('/updatedAt');
    if (at < 0) return next();
    const details = [{ path: `/${at}/path`, message: 'is not a place that replace works on' }];
    return Response.json({ error: { code: 'invalid_body', message: 'no', details } }, { status: 400 });
  };
}

describe('sync: dates', () => {
  it('stay unchanged on all sides when backup is turned on', async () => {
    const { clock, there, a, b } = world();
    const id = await a.pages.create({ strokes: [stroke(1)] });
    clock.now += 10 * DAY;
    await a.pages.add(id, stroke(2));
    clock.now += 90 * DAY;
    await a.settle();
    clock.now += DAY;
    await b.settle();
    await expectDates(id, [START, START + 10 * DAY], there, a, b);
  });

  it('are those of the change, not of its sending', async () => {
    const { clock, there, a, b } = world();
    const id = await a.pages.create({ strokes: [stroke(1)] });
    await a.settle();
    await b.settle();
    clock.now += DAY;
    await b.pages.add(id, stroke(2));
    clock.now += DAY;
    await b.settle();
    await a.settle();
    await expectDates(id, [START, START + DAY], there, a, b);
  });

  it('are not changed by trash and restore', async () => {
    const { clock, there, a, b } = world();
    const id = await a.pages.create({ strokes: [stroke(1)] });
    await a.settle();
    for (const step of [a.pages.trash, a.pages.restore, a.pages.trash]) {
      clock.now += DAY;
      await step(id);
      await a.settle();
      await b.settle();
      await expectDates(id, [START, START], there, a, b);
    }
    await expectEqual(there, a, b);
  });

  it.each([
    ['the one that is sent first', ['b', 'a']],
    ['the one that is sent last', ['a', 'b']],
  ] as const)('gives what two devices changed the date of the later change: %s', async (_, order) => {
    const { clock, there, ...devices } = world();
    const { a, b } = devices;
    const id = await a.pages.create({ strokes: [1, 2].map(stroke) });
    await a.settle();
    await b.settle();
    clock.now += DAY;
    await a.pages.add(id, stroke(3));
    clock.now += DAY;
    await b.pages.add(id, stroke(4));
    clock.now += DAY;
    for (const name of [...order, ...order]) {
      await devices[name].settle();
      clock.now += MINUTE;
    }
    await expectDates(id, [START, START + 2 * DAY], there, a, b);
    await expectEqual(there, a, b);
  });

  it('stay the same through all slices of a large drawing', async () => {
    const { clock, there, a, b } = world();
    const points = Array.from({ length: 9000 }, (_, x) => [x / 7, x / 3] as const);
    const id = await a.pages.create({ strokes: [{ ...stroke(1), points }] });
    for (let n = 2; n <= 16; n++) await a.pages.add(id, { ...stroke(n), points });
    const [, changed = ''] = await datesAt(a, id);
    clock.now += DAY;
    await a.settle();
    expect(a.asked.some(({ method }) => method === 'PATCH')).toBe(true);
    clock.now += DAY;
    await b.settle();
    await expectDates(id, [START, Date.parse(changed)], there, a, b);
  });

  it('return to the old value if a change is reverted', async () => {
    const { clock, there, a } = world();
    const id = await a.pages.create({ title: 'Kopi', strokes: [stroke(1)] });
    await a.settle();
    clock.now += DAY;
    await a.pages.patch(id, titled('Teh'));
    await a.pages.patch(id, titled('Kopi'));
    a.asked.length = 0;
    await a.settle();
    expect(a.asked.every(({ method }) => method === 'GET')).toBe(true);
    await expectDates(id, [START, START], there, a);
  });

  it.each([
    ['without strokes', [], false, 1],
    ['with strokes', [2], false, 1],
    ['in the trash', [], true, 0],
  ] as const)(
    "are the server's if it is deleted for good and made again, %s, before that is sent",
    async (_, drawn, trashed, changed) => {
      const { clock, there, a, b } = world();
      // Its deletion deletes no stroke that the base needs for a comparison.
      const id = await a.pages.create({ strokes: [] });
      if (trashed) await a.pages.trash(id);
      await a.settle();
      await b.settle();
      clock.now += DAY;
      await a.pages.purge(id);
      await a.pages.create({ strokes: drawn.map(stroke) }, id);
      if (trashed) await a.pages.trash(id);
      clock.now += DAY;
      await a.settle();
      await b.settle();
      await expectDates(id, [START, START + changed * DAY], there, a, b);
      await expectEqual(there, a, b);
    },
  );

  it("are the server's if this device's clock is ahead, except for past dates", async () => {
    const { clock, there, a, b } = world();
    const id = await a.pages.create({ strokes: [stroke(1)] });
    clock.now += DAY;
    clock.ahead = DAY;
    await a.pages.add(id, stroke(2));
    const young = await a.pages.create({ strokes: [stroke(3)] });
    clock.now += MINUTE;
    await a.settle();
    expect(await a.sync.state()).toEqual({ waiting: [], troubles: [], notices: [] });
    await b.settle();
    await expectDates(id, [START, START + DAY + MINUTE], there, a, b);
    await expectDates(young, [START + DAY + MINUTE, START + DAY + MINUTE], there, a, b);
    // A change as well, once it is there.
    clock.now += DAY;
    await a.pages.add(id, stroke(4));
    await a.settle();
    await b.settle();
    await expectDates(id, [START, START + 2 * DAY + MINUTE], there, a, b);
    await expectEqual(there, a, b);
  });

  it("stay this device's own with a server of the previous version", async () => {
    const clock = { now: START };
    const old = server(memoryStore(), () => clock.now);
    const a = device(old, memoryStore(), () => clock.now);
    const handle = old.handle;
    // A server that ignores the dates of a create.
    const ignorant: Peer = {
      ...old,
      handle: async (request) => {
        if (request.method !== 'PUT' || request.headers.get('If-None-Match') === null) return handle(request);
        const { createdAt: _made, updatedAt: _changed, ...body } = JSON.parse(await request.text());
        const { method, headers, url } = request;
        return handle(new Request(url, { method, headers, body: JSON.stringify(body) }));
      },
    };
    const b = device(ignorant, memoryStore(), () => clock.now);
    fromBefore(b);
    const id = await b.pages.create({ strokes: [stroke(1)] });
    clock.now += DAY;
    await b.settle();
    await expectDates(id, [START, START], b);
    await expectDates(id, [START + DAY, START + DAY], old);
    clock.now += DAY;
    await b.pages.add(id, stroke(2));
    await b.settle();
    expect(await b.sync.state()).toEqual({ waiting: [], troubles: [], notices: [] });
    await a.settle();
    await expectEqual(old, a, b);
  });

  it('work with a base of an older build, which has no date', async () => {
    const { clock, there, a, b } = world();
    const id = await a.pages.create({ strokes: [stroke(1)] });
    await a.settle();
    await b.settle();
    await a.store.write(async (tx) => {
      const { updatedAt: _, ...base } = JSON.parse((await tx.value(`sync/${id}`)) ?? '');
      await tx.putValue(`sync/${id}`, JSON.stringify(base));
    });
    clock.now += DAY;
    await a.pages.add(id, stroke(2));
    clock.now += DAY;
    await a.settle();
    await b.settle();
    await expectDates(id, [START, START + DAY], there, a, b);
  });

  it('are sent again to a server that lost them', async () => {
    const clock = { now: START };
    const slot = exchangeable();
    const there = server(slot.store, () => clock.now);
    const a = device(there, memoryStore(), () => clock.now);
    const empty = await backup(slot.now);
    const lost = await a.pages.create({ strokes: [stroke(1)] });
    await a.settle();
    clock.now += DAY;
    await a.pages.add(lost, stroke(2));
    await a.settle();
    slot.now = empty;
    clock.now += DAY;
    await a.settle();
    await expectDates(lost, [START, START + DAY], there, a);
  });

  it('stay with a kept copy as they were on this device', async () => {
    const { clock, there, a, b } = world();
    const many = (from: number) => Array.from({ length: 10_010 }, (_, n) => stroke(from + n));
    const id = await a.pages.create({ strokes: [stroke(0)] });
    await a.settle();
    await b.settle();
    await a.pages.add(id, ...many(1));
    clock.now += DAY;
    await b.pages.add(id, ...many(20_000));
    clock.now += DAY;
    await a.settle();
    await b.settle();
    await a.settle();
    const copy = (await there.pages.all()).find((drawing) => drawing.id !== id)?.id ?? '';
    await expectDates(copy, [START, START + DAY], there, a, b);
    await expectDates(id, [START, START + 1], there, a, b);
  });
});
