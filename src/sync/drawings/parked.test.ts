/** A drawing that the server fails to deliver: it is parked, reported and tried again, and the others go on. */
import { describe, expect, it } from 'vitest';
import { stroke } from '../../../tests/support/drawing/any-stroke.ts';
import { type Device, device, refusal, respondInstead, server } from '../../../tests/support/sync/sync.ts';
import { drawn, expectEqual } from '../../../tests/support/sync/sync-expect.ts';

const troubles = async (it: Device) => (await it.sync.state()).troubles;
const isDrawing = (path: string, id: string) => path === `/api/v1/drawings/${id}`;

describe('sync: parked drawings', () => {
  it.each([
    ['no drawing', { strokes: [{ tool: 'pen' }] }],
    ['a time that is none', { updatedAt: 'yesterday' }],
    ['a title that is too long', { title: 'T'.repeat(201) }],
    ['a member that nobody knows', { surprise: 1 }],
  ])('parks %s, goes on with the others, and tries again', async (_, wrong) => {
    const there = server();
    const [a, b] = [device(there), device(there)];
    const ids = [await a.pages.create({ title: 'one' }), await a.pages.create({ title: 'two' })];
    await a.settle();
    const [bad = '', good = ''] = ids;
    const whole = await there.pages.read(bad);
    respondInstead(
      b,
      (path) => isDrawing(path, bad),
      () => Response.json({ ...whole, ...wrong }),
    );
    expect(await b.sync.run()).toBe('done');
    expect(await b.pages.read(good)).toBeDefined();
    expect(await b.pages.read(bad)).toBeUndefined();
    expect(await troubles(b)).toEqual([{ drawing: bad, kind: 'parked', reason: 'invalid' }]);
    b.asked.length = 0;
    expect(await b.sync.run()).toBe('done');
    // The feed went on: only the drawing itself is requested again.
    expect(b.asked[0]?.path).toContain('since=');
    expect(b.asked.filter(({ path }) => isDrawing(path, bad))).toHaveLength(1);
    b.network = (_asked, next) => next();
    await b.settle();
    expect(await troubles(b)).toEqual([]);
    await expectEqual(there, b);
  });

  it('parks a drawing that is older than announced, as from a cache', async () => {
    const there = server();
    const [a, b] = [device(there), device(there)];
    const id = await a.pages.create({ strokes: [stroke(1)] });
    await a.settle();
    const old = await there.pages.read(id);
    await a.pages.patch(id, { op: 'replace', path: '/strokes/0', value: stroke(2) });
    await a.settle();
    respondInstead(
      b,
      (path) => isDrawing(path, id),
      () => Response.json(old),
    );
    expect(await b.sync.run()).toBe('done');
    expect(await b.pages.read(id)).toBeUndefined();
    expect(await troubles(b)).toEqual([{ drawing: id, kind: 'parked', reason: 'server_error' }]);
    b.network = (_asked, next) => next();
    await b.settle();
    expect(await drawn(b, id)).toEqual([2]);
    expect(await troubles(b)).toEqual([]);
  });

  it('parks a drawing that the server lists but does not have, and an endless one', async () => {
    const there = server();
    const a = device(there);
    const [lost, large] = [await there.pages.create({}), await there.pages.create({})];
    a.network = async ({ path }, next) => {
      if (isDrawing(path, lost)) return refusal(404, 'not_found');
      if (!isDrawing(path, large)) return next();
      return new Response('{}', { headers: { 'Content-Length': String(1e9) } });
    };
    expect(await a.sync.run()).toBe('done');
    expect(await troubles(a)).toEqual([
      { drawing: lost, kind: 'parked', reason: 'missing' },
      { drawing: large, kind: 'parked', reason: 'too_large' },
    ]);
  });

  it('retries many parked drawings within two runs', async () => {
    const there = server();
    const a = device(there);
    const ids: string[] = [];
    for (let i = 0; i < 60; i++) ids.push(await there.pages.create({ title: `drawing ${i}` }));
    respondInstead(
      a,
      (path) => ids.some((id) => isDrawing(path, id)),
      () => Response.json({}),
    );
    expect(await a.sync.run()).toBe('done');
    expect(await troubles(a)).toHaveLength(60);
    a.asked.length = 0;
    for (let run = 0; run < 2; run++) expect(await a.sync.run()).toBe('done');
    expect(ids.filter((id) => !a.asked.some(({ path }) => isDrawing(path, id)))).toEqual([]);
    // Not all in one run, however many there are.
    expect(a.asked.filter(({ path }) => ids.some((id) => isDrawing(path, id)))).toHaveLength(100);
    a.network = (_asked, next) => next();
    for (let run = 0; run < 2; run++) expect(await a.sync.run()).toBe('done');
    expect(await troubles(a)).toEqual([]);
    await expectEqual(there, a);
  });

  it('sends nothing of a parked drawing until it can be read', async () => {
    const there = server();
    const a = device(there);
    const id = await a.pages.create({ strokes: [stroke(1)] });
    await a.settle();
    // Another rev of the same strokes.
    await there.pages.patch(id, { op: 'replace', path: '/thumb', value: '' });
    await a.pages.add(id, stroke(2));
    respondInstead(
      a,
      (path, method) => method === 'GET' && isDrawing(path, id),
      () => Response.json({}),
    );
    a.asked.length = 0;
    expect(await a.sync.run()).toBe('done');
    expect(a.asked.every(({ method }) => method === 'GET')).toBe(true);
    expect((await a.sync.state()).waiting).toEqual([[id, 1]]);
    a.network = (_asked, next) => next();
    await a.settle();
    expect(await drawn(there, id)).toEqual([1, 2]);
  });

  it('does not take a parked drawing newer than the page for a restored server', async () => {
    const there = server();
    const b = device(there);
    const id = await there.pages.create({ strokes: [stroke(1)] });
    const isRead = (path: string) => isDrawing(path, id);
    respondInstead(b, isRead, () => Response.json({}));
    expect(await b.sync.run()).toBe('done');
    await there.pages.add(id, stroke(2));
    b.network = async ({ path }, next) => {
      // Changed between the page of the feed and this request.
      if (isRead(path)) await there.pages.add(id, stroke(3));
      return next();
    };
    b.asked.length = 0;
    expect(await b.sync.run()).toBe('done');
    expect(b.asked.filter(({ path }) => path.includes('limit') && !path.includes('since'))).toEqual([]);
    expect(await drawn(b, id)).toEqual([1, 2, 3]);
  });
});
