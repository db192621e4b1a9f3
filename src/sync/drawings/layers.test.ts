/** Sync of the layers of drawings. */
import { describe, expect, it } from 'vitest';
import { stroke } from '../../../tests/support/drawing/any-stroke.ts';
import { badBody, type Device, device, type Network, server } from '../../../tests/support/sync/sync.ts';
import { expectEqual } from '../../../tests/support/sync/sync-expect.ts';
import { BASE } from '../../core/drawing/members/layers.ts';
import type { Layer } from '../../core/drawing/types.ts';

const SKY: Layer = { ...BASE, id: 'sky', name: 'Sky', blend: 'multiply' };
const TREES: Layer = { ...BASE, id: 'trees', name: 'Trees' };
const NIGHT = { color: '#25211c' };
const replace = (value: readonly Layer[]) => ({ op: 'replace', path: '/layers', value });
const inSky = (n: number) => ({ ...stroke(n), layer: 'sky' });

async function layersOf({ pages }: Pick<Device, 'pages'>, id: string) {
  return (await pages.read(id))?.layers;
}

/** A drawing of three devices that all have it: on the base and in the sky. */
async function layered(): Promise<{ there: ReturnType<typeof server>; a: Device; b: Device; id: string }> {
  const there = server();
  const [a, b] = [device(there), device(there)];
  const id = await a.pages.create({ strokes: [stroke(1), inSky(2)], layers: [BASE, SKY] });
  await a.settle();
  await b.settle();
  return { there, a, b, id };
}

describe('sync: layers', () => {
  it('brings the layers of a new drawing, and every change of them, to the other devices', async () => {
    const { there, a, b, id } = await layered();
    expect(await layersOf(b, id)).toEqual([BASE, SKY]);
    for (const wanted of [[SKY, BASE], [SKY], [{ ...BASE, opacity: 0.5 }, TREES]]) {
      await a.pages.patch(id, replace(wanted));
      await a.settle();
      await b.settle();
      expect(await layersOf(b, id)).toEqual(wanted);
      await expectEqual(there, a, b);
    }
    a.asked.length = 0;
    await a.settle();
    expect(a.asked.filter(({ method }) => method !== 'GET')).toEqual([]);
  });

  it('puts together what two devices did to different layers', async () => {
    const { there, a, b, id } = await layered();
    await a.pages.patch(id, replace([BASE, SKY, TREES]));
    await b.pages.patch(id, replace([{ ...BASE, name: 'Ink' }, SKY]));
    for (const one of [b, a, b]) await one.settle();
    expect(await layersOf(there, id)).toEqual([{ ...BASE, name: 'Ink' }, SKY, TREES]);
    await expectEqual(there, a, b);
  });

  it('keeps a layer that one device deletes, with its strokes, while the other draws on it', async () => {
    for (const deletesFirst of [true, false]) {
      const { there, a, b, id } = await layered();
      await a.pages.patch(id, { op: 'remove', path: '/strokes/1' }, replace([BASE]));
      await b.pages.add(id, inSky(3));
      for (const one of deletesFirst ? [a, b, a] : [b, a, b]) await one.settle();
      expect(await layersOf(there, id)).toEqual([BASE, SKY]);
      expect((await there.pages.read(id))?.strokes).toEqual([stroke(1), inSky(3)]);
      await expectEqual(there, a, b);
    }
  });

  it('keeps a copy where together there are more layers than a drawing has, with every stroke where it was drawn', async () => {
    const layersOn = (name: string) =>
      Array.from({ length: 4 }, (_, n): Layer => ({ ...BASE, id: `${name}${n}`, name: `${name} ${n}` }));
    const drawnOn = (name: string, from: number) =>
      layersOn(name).map(({ id }, n) => ({ ...stroke(from + n), layer: id }));
    const { there, a, b, id } = await layered();
    const add = (name: string, from: number) =>
      drawnOn(name, from).map((value) => ({ op: 'add', path: '/strokes/-', value }));
    await a.pages.patch(id, replace([BASE, SKY, ...layersOn('a')]), ...add('a', 10));
    await b.pages.patch(id, replace([BASE, ...layersOn('b'), SKY]), ...add('b', 20));
    for (const one of [a, b, a]) await one.settle();
    await expectEqual(there, a, b);
    const all = await there.pages.all();
    expect(all).toHaveLength(2);
    const { layers, strokes } = all.find((drawing) => drawing.id === id) ?? {};
    expect([layers, strokes]).toEqual([
      [BASE, SKY, ...layersOn('a')],
      [stroke(1), inSky(2), ...drawnOn('a', 10)],
    ]);
    const copy = all.find((drawing) => drawing.id !== id);
    expect([copy?.layers, copy?.strokes]).toEqual([
      [BASE, ...layersOn('b'), SKY],
      [stroke(1), inSky(2), ...drawnOn('b', 20)],
    ]);
    const told = [{ kind: 'kept_copy', drawing: id, copy: copy?.id, title: 'Untitled (kept copy)' }];
    expect([(await a.sync.state()).notices, (await b.sync.state()).notices]).toEqual([[], told]);
  });

  it('has the layers of both where nobody knows what they had in common', async () => {
    const there = server();
    const a = device(there);
    const id = await a.pages.create({ strokes: [inSky(1)], layers: [SKY] });
    await there.pages.create({ layers: [BASE, TREES] }, id);
    await a.settle();
    expect((await layersOf(there, id))?.map((layer) => layer.id).toSorted()).toEqual([
      'base',
      'sky',
      'trees',
    ]);
    await expectEqual(there, a);
  });

  it('sends nothing for the base alone where none are named, and takes it for them', async () => {
    const there = server();
    const a = device(there);
    const id = await a.pages.create({ strokes: [stroke(1)] });
    await a.pages.patch(id, replace([BASE]));
    await a.settle();
    expect(a.asked.some(({ body }) => body?.includes('layers'))).toBe(false);
    await expectEqual(there, a);
  });

  /** What a server from before layers answers, which knows paper. */
  const older: Network = async ({ path, method, body = '' }, next) => {
    if (path === '/api/v1/app') return next();
    if (method === 'PUT' && body.includes('"layers":')) return badBody(['/layers']);
    if (method === 'PATCH') {
      const paths = JSON.parse(body).flatMap(({ path: at }: { path: string }, i: number) =>
        at === '/layers' ? [`/${i}/path`] : [],
      );
      if (paths.length > 0) return badBody(paths);
    }
    return next();
  };

  it('keeps a drawing here whose layers an older server does not know, whole, and sends it once that does', async () => {
    const there = server();
    const a = device(there);
    a.network = older;
    const changed = await a.pages.create({ title: 'Changed', strokes: [stroke(1)] });
    await a.settle();
    const made = await a.pages.create({ strokes: [inSky(2)], layers: [BASE, SKY] });
    await a.pages.patch(changed, replace([BASE, SKY]), { op: 'replace', path: '/paper', value: NIGHT });
    await a.pages.add(changed, inSky(3));
    expect(await a.sync.run()).toBe('done');
    const { troubles } = await a.sync.state();
    expect(troubles.toSorted((p) => (p.drawing === made ? -1 : 1))).toEqual([
      { drawing: made, kind: 'failed', reason: 'server_older' },
      { drawing: changed, kind: 'failed', reason: 'server_older' },
    ]);
    expect(await there.pages.read(made)).toBeUndefined();
    expect((await there.pages.read(changed))?.strokes).toEqual([stroke(1)]);
    expect([await layersOf(a, made), await layersOf(a, changed)]).toEqual([
      [BASE, SKY],
      [BASE, SKY],
    ]);
    a.network = (_, next) => next();
    await a.settle();
    expect((await a.sync.state()).troubles).toEqual([]);
    await expectEqual(there, a);
  });

  it('leaves the layers to a client from before them that writes the whole drawing', async () => {
    const { there, a, b, id } = await layered();
    const before = await there.pages.read(id);
    const body = JSON.stringify({
      title: 'Old',
      strokes: [...(before?.strokes ?? []), stroke(4)],
      thumb: '',
    });
    const headers = { 'Content-Type': 'application/json', 'If-Match': `"${before?.rev}"` };
    const init = { method: 'PUT', headers, body };
    const put = await there.handle(new Request(`http://server/api/v1/drawings/${id}`, init));
    expect(put.status).toBe(200);
    for (const one of [a, b]) await one.settle();
    expect(await layersOf(a, id)).toEqual([BASE, SKY]);
    expect((await a.pages.read(id))?.strokes).toEqual([stroke(1), inSky(2), stroke(4)]);
    await expectEqual(there, a, b);
  });
});
