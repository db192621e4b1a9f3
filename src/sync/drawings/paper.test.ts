/** Sync of the paper of drawings. */
import { describe, expect, it } from 'vitest';
import { stroke } from '../../../tests/support/drawing/any-stroke.ts';
import { badBody, type Device, device, type Network, server } from '../../../tests/support/sync/sync.ts';
import { expectEqual } from '../../../tests/support/sync/sync-expect.ts';

const [WHITE, TONED, NIGHT] = [{ color: '#fffdf8' }, { color: '#d9c2a0' }, { color: '#25211c' }];
const replace = (value: object) => ({ op: 'replace', path: '/paper', value });

async function paperOf({ pages }: Pick<Device, 'pages'>, id: string) {
  return (await pages.read(id))?.paper;
}

describe('sync: paper', () => {
  it('brings the paper of a new drawing, and every change of it, to the other devices', async () => {
    const there = server();
    const [a, b] = [device(there), device(there)];
    const id = await a.pages.create({ strokes: [stroke(1)] });
    await a.pages.patch(id, replace(NIGHT));
    for (const wanted of [NIGHT, TONED, WHITE]) {
      await a.pages.patch(id, replace(wanted));
      await a.settle();
      await b.settle();
      expect(await paperOf(b, id)).toEqual(wanted);
      await expectEqual(there, a, b);
    }
    a.asked.length = 0;
    await a.settle();
    expect(a.asked.filter(({ method }) => method !== 'GET')).toEqual([]);
  });

  it('keeps the paper of one device and the strokes of the other', async () => {
    const there = server();
    const [a, b] = [device(there), device(there)];
    const id = await a.pages.create({ strokes: [stroke(1)] });
    await a.settle();
    await b.settle();
    await a.pages.patch(id, replace(NIGHT));
    await b.pages.add(id, stroke(2));
    for (const one of [b, a, b]) await one.settle();
    expect(await paperOf(there, id)).toEqual(NIGHT);
    expect((await there.pages.read(id))?.strokes).toEqual([stroke(1), stroke(2)]);
    await expectEqual(there, a, b);
  });

  it("keeps the server's paper where both changed it, on both devices", async () => {
    const there = server();
    const [a, b] = [device(there), device(there)];
    const id = await a.pages.create({ strokes: [stroke(1)] });
    await a.settle();
    await b.settle();
    await a.pages.patch(id, replace(NIGHT));
    await b.pages.patch(id, replace(TONED));
    for (const one of [b, a, b]) await one.settle();
    expect(await paperOf(a, id)).toEqual(TONED);
    await expectEqual(there, a, b);
    expect((await a.sync.state()).notices).toEqual([]);
  });

  it('sends nothing for white where none is named, and takes white for it', async () => {
    const there = server();
    const a = device(there);
    const id = await a.pages.create({ strokes: [stroke(1)] });
    await a.pages.patch(id, replace(WHITE));
    await a.settle();
    expect(a.asked.some(({ body }) => body?.includes('paper'))).toBe(false);
    await expectEqual(there, a);
  });

  /** What the version before answers: a body with an unknown member, and a patch of an unknown place. */
  const older: Network = async ({ path, method, body = '' }, next) => {
    if (path === '/api/v1/app') return next();
    if (method === 'PUT' && body.includes('"paper":')) return badBody(['/paper']);
    if (method === 'PATCH') {
      const paths = JSON.parse(body).flatMap(({ path: at }: { path: string }, i: number) =>
        at === '/paper' ? [`/${i}/path`] : [],
      );
      if (paths.length > 0) return badBody(paths);
    }
    return next();
  };

  it('keeps a drawing here whose paper an older server does not know, whole, and sends it once that does', async () => {
    const there = server();
    const a = device(there);
    a.network = older;
    const changed = await a.pages.create({ title: 'Changed', strokes: [stroke(1)] });
    await a.settle();
    const made = await a.pages.create({ strokes: [stroke(2)] });
    await a.pages.patch(made, replace(NIGHT));
    await a.pages.patch(changed, replace(TONED), { op: 'replace', path: '/title', value: 'Toned' });
    a.asked.length = 0;
    expect(await a.sync.run()).toBe('done');
    const { troubles } = await a.sync.state();
    expect(troubles.toSorted((p) => (p.drawing === made ? -1 : 1))).toEqual([
      { drawing: made, kind: 'failed', reason: 'server_older' },
      { drawing: changed, kind: 'failed', reason: 'server_older' },
    ]);
    const sent = a.asked.filter(({ method }) => method !== 'GET');
    expect(sent).toHaveLength(2);
    expect(sent.every(({ body }) => body?.includes('"paper"') || body?.includes('/paper'))).toBe(true);
    expect(await there.pages.read(made)).toBeUndefined();
    expect((await there.pages.read(changed))?.title).toBe('Changed');
    expect([await paperOf(a, made), await paperOf(a, changed)]).toEqual([NIGHT, TONED]);
    a.network = (_, next) => next();
    await a.settle();
    expect((await a.sync.state()).troubles).toEqual([]);
    await expectEqual(there, a);
  });

  /** What a server answers that knows paper, but no pattern of it. */
  const plain: Network = async ({ path, method, body = '' }, next) => {
    if (path === '/api/v1/app' || !body.includes('"pattern":')) return next();
    if (method === 'PUT') return badBody(['/paper/pattern']);
    const at = JSON.parse(body).findIndex(({ value }: { value?: object }) => value && 'pattern' in value);
    return badBody([`/${at}/value/pattern`]);
  };

  it('keeps a drawing here whose pattern an older server does not know, and sends it once that does', async () => {
    const there = server();
    const a = device(there);
    a.network = plain;
    const changed = await a.pages.create({ title: 'Changed', strokes: [stroke(1)] });
    await a.settle();
    const dots = { ...TONED, pattern: 'dots', step: 16, guide: [[0, -40]] } as const;
    const made = await a.pages.create({ strokes: [stroke(2)] });
    await a.pages.patch(made, replace(dots));
    await a.pages.patch(changed, replace(dots), { op: 'replace', path: '/title', value: 'Dots' });
    await a.sync.run();
    const { troubles } = await a.sync.state();
    expect(new Map(troubles.map(({ drawing, reason }) => [drawing, reason]))).toEqual(
      new Map([made, changed].map((drawing) => [drawing, 'server_older'])),
    );
    expect(await paperOf(there, changed)).toBeUndefined();
    a.network = (_, next) => next();
    await a.settle();
    expect([await paperOf(there, made), await paperOf(there, changed)]).toEqual([dots, dots]);
    await expectEqual(there, a);
  });

  it('lets no paper that was set elsewhere be overwritten by a server from before', async () => {
    const there = server();
    const a = device(there);
    const id = await a.pages.create({ strokes: [stroke(1)] });
    await a.settle();
    await a.pages.patch(id, replace(NIGHT));
    // The server got another paper at the revision that the device has, as after a backup.
    a.network = async ({ method, path }, next) => {
      if (method !== 'PATCH') return next();
      a.network = (_, on) => on();
      await there.store.write(async (tx) => {
        const row = await tx.drawing(path.split('/').at(-1) ?? '');
        if (row !== undefined) await tx.putDrawing({ ...row, paper: TONED });
      });
      return next();
    };
    await a.settle();
    expect(await paperOf(there, id)).toEqual(TONED);
    await expectEqual(there, a);
  });
});
