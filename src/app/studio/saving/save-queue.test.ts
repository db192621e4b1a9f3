import { describe, expect, test } from 'vitest';
import { numbers, stroke } from '../../../../tests/support/drawing/any-stroke.ts';
import { draw, SaveServer, saver } from '../../../../tests/support/drawing/save-queue.ts';
import { placed } from '../../../../tests/support/underlay/photos.ts';
import { onLayer } from '../../../core/drawing/members/change-layers.ts';
import { BASE } from '../../../core/drawing/members/layers.ts';
import type { Operation } from '../document/content.ts';

describe('studio: saving', () => {
  test('reports a stored thumbnail, but not one without a response', async () => {
    const server = new SaveServer();
    const { queue, pictured, settled } = saver(server);
    queue.push([draw(1)]);
    await settled();
    expect(pictured).toEqual([]);
    server.fates.push('lost');
    queue.push([{ kind: 'thumb', thumb: 'a picture' }]);
    await Promise.resolve();
    expect(pictured).toEqual([]);
    queue.push([draw(2)]);
    await settled();
    expect(server.drawing?.thumb).toBe('a picture');
    expect(pictured).toHaveLength(1);
  });

  test('strokes drawn during a request go into the next one together', async () => {
    const server = new SaveServer();
    const { queue, settled } = saver(server);
    queue.push([draw(1)]);
    queue.push([draw(2)]);
    queue.push([draw(3)]);
    await settled();
    expect(server.sent).toEqual(['create', 'patch key-2']);
    expect(server.numbers).toEqual([1, 2, 3]);
  });

  test('the state is never saved while something waits', async () => {
    const server = new SaveServer();
    const { queue, settled, states } = saver(server);
    queue.push([draw(1)]);
    expect(queue.state.kind).toBe('saving');
    await settled();
    // Also after a thumbnail whose request still runs.
    queue.push([{ kind: 'thumb', thumb: 'a picture' }]);
    expect([server.inFlight, queue.state.kind]).toEqual([1, 'saved']);
    queue.push([draw(2)]);
    expect(queue.state.kind).toBe('saving');
    expect(states.at(-1)?.kind).toBe('saving');
    await settled();
    expect(states.map(({ kind }) => kind).filter((kind, i, all) => kind !== all[i - 1])).toEqual([
      'saving',
      'saved',
      'saving',
      'saved',
    ]);
  });

  test('a drawing is created on its paper, and again after it was deleted for good', async () => {
    const [night, toned] = [{ color: '#1d232f' }, { color: '#c8b698' }];
    const server = new SaveServer();
    const { queue, settled } = saver(server, night);
    queue.push([draw(1)]);
    await settled();
    expect(server.drawing?.paper).toEqual(night);
    queue.push([{ kind: 'paper', paper: toned }]);
    await settled();
    expect(server.drawing?.paper).toEqual(toned);
    server.drawing = undefined;
    queue.push([draw(2)]);
    await settled();
    expect(server.drawing).toMatchObject({ paper: toned });
    expect(server.numbers).toEqual([1, 2]);
  });

  test('a drawing is made again with its layers after it was deleted for good', async () => {
    const layers = [BASE, { ...BASE, id: 'sky' }];
    const server = new SaveServer();
    const { queue, settled } = saver(server);
    queue.push([draw(1)]);
    queue.push([{ kind: 'layers', from: [BASE], to: layers }]);
    await settled();
    expect(server.drawing?.layers).toEqual(layers);
    server.drawing = undefined;
    queue.push([draw(2)]);
    await settled();
    expect(server.drawing).toMatchObject({ layers });
    expect(server.numbers).toEqual([1, 2]);
  });

  test('a drawing without a stroke is created for its underlay, whose place is sent, kept and taken away', async () => {
    const underlay = {
      x: 1,
      y: 2,
      scale: 0.5,
      angle: 0,
      opacity: 0.6,
      visible: true,
      locked: false,
      width: 40,
      height: 30,
      sha256: '0'.repeat(64),
    };
    const server = new SaveServer();
    const { queue, settled } = saver(server);
    queue.push([{ kind: 'title', title: '' }]);
    await settled();
    expect(server.drawing).toMatchObject({ title: '', strokes: [] });
    for (const x of [1, 2, 3]) queue.push([{ kind: 'underlay', underlay: { ...underlay, x } }]);
    server.fates.push('others draw first');
    await settled();
    expect(server.drawing?.underlay).toEqual({ ...underlay, x: 3 });
    expect(server.numbers).toHaveLength(1);
    server.drawing = undefined;
    queue.push([draw(2)]);
    await settled();
    expect(server.drawing).toMatchObject({ underlay: { ...underlay, x: 3 } });
    queue.push([{ kind: 'underlay', underlay: null }]);
    await settled();
    expect(server.drawing).toMatchObject({ underlay: null });
    expect(queue.state).toEqual({ kind: 'saved' });
  });

  test('a photo that another device places meanwhile stays, and the page says so; the same one moved there is where the hand here put it', async () => {
    const photo = (digit: string, x = 0) => placed(digit.repeat(64), { x });
    const [first, mine, theirs] = [photo('0'), photo('a'), photo('b')];
    for (const [before, steps, elsewhere, wanted] of [
      [undefined, [mine], theirs, theirs],
      [first, [mine, photo('a', 5)], theirs, theirs],
      [first, [null], theirs, theirs],
      [first, [mine, null], first, null],
      [first, [mine, photo('c'), null], first, null],
      [first, [mine, null], photo('0', 8), null],
      [first, [photo('0', 5)], photo('0', 8), photo('0', 5)],
      [first, [photo('0', 5)], undefined, photo('0', 5)],
      [first, [mine], mine, mine],
    ] as const) {
      const server = new SaveServer();
      const { queue, settled, notices } = saver(server);
      queue.push([draw(1)]);
      if (before) queue.push([{ kind: 'underlay', from: null, underlay: before }]);
      await settled();
      const { underlay: _, ...bare } = server.drawing!;
      server.drawing = { ...bare, rev: bare.rev + 1, ...(elsewhere && { underlay: elsewhere }) };
      for (const underlay of steps)
        queue.push([{ kind: 'underlay', from: queue.content.underlay ?? null, underlay }]);
      await settled();
      expect([server.drawing.underlay ?? null, queue.content.underlay ?? null]).toEqual([wanted, wanted]);
      expect(notices.filter((notice) => notice === 'photo-elsewhere')).toHaveLength(
        wanted === theirs ? 1 : 0,
      );
      expect(queue.state).toEqual({ kind: 'saved' });
    }
  });

  test('of several papers only the last is sent, and it goes on top of what others drew', async () => {
    const server = new SaveServer();
    const { queue, settled, contents } = saver(server);
    queue.push([draw(1)]);
    await settled();
    server.fates.push('others draw first');
    for (const color of ['#c8b698', '#1d232f', '#c8b698']) queue.push([{ kind: 'paper', paper: { color } }]);
    await settled();
    expect(server.drawing?.paper).toEqual({ color: '#c8b698' });
    expect(contents.at(-1)?.paper).toEqual({ color: '#c8b698' });
    expect(server.numbers).toHaveLength(2);
  });

  test('many operations are sent in a task of their own, and are not saved until then', async () => {
    const server = new SaveServer();
    const { queue, settled } = saver(server);
    queue.push(Array.from({ length: 300 }, (_, i) => draw(i)));
    expect([server.inFlight, queue.state.kind, queue.content.strokes.length]).toEqual([0, 'saving', 300]);
    expect(queue.unsaved).toBe(true);
    await settled();
    expect(server.numbers).toHaveLength(300);
    expect(queue.state.kind).toBe('saved');
  });

  test('many operations are sent at once where the page may be going away, and once alone', async () => {
    const server = new SaveServer();
    const { queue, settled } = saver(server);
    queue.push(Array.from({ length: 40 }, (_, i) => draw(i)));
    expect(server.sent).toEqual([]);
    queue.hurry();
    expect(server.sent).toEqual(['create']);
    await settled();
    expect([server.sent, server.numbers.length]).toEqual([['create'], 40]);
    queue.hurry();
    await settled();
    expect(server.sent).toEqual(['create']);
  });

  test('what strokes are looked up for is not sent in the task of its gesture, and at once where the page may be going away', async () => {
    const server = new SaveServer();
    const { queue, settled } = saver(server);
    queue.push([draw(0), draw(1), draw(2)]);
    await settled();
    const sent = server.sent.length;
    queue.push([{ kind: 'remove', stroke: queue.content.strokes[1]! }]);
    expect([server.sent.length, queue.unsaved, queue.content.strokes.length]).toEqual([sent, true, 2]);
    queue.hurry();
    expect(server.sent).toHaveLength(sent + 1);
    await settled();
    expect(server.numbers).toEqual([0, 2]);
    // A stroke that is drawn before the task takes what waits with it.
    queue.push([{ kind: 'remove', stroke: queue.content.strokes[0]! }]);
    queue.push([draw(3)]);
    expect(server.sent).toHaveLength(sent + 2);
    await settled();
    expect([server.numbers, server.sent.length]).toEqual([[2, 3], sent + 2]);
  });

  test('a drawing larger than one body is sent in pieces below 4 MB', async () => {
    const server = new SaveServer();
    const { queue, settled } = saver(server);
    const points = Array.from({ length: 5_000 }, (_, i) => [i + 0.5, 1000.5] as const);
    const large = Array.from({ length: 120 }, (_, i) => ({
      ...stroke(i),
      points: [[i, 0] as const, ...points],
    }));
    queue.push(large.map((one): Operation => ({ kind: 'insert', stroke: one, place: 'top' })));
    await settled();
    expect(server.numbers).toEqual(large.map((_, i) => i));
    expect(server.sizes.length).toBeGreaterThan(1);
    expect(Math.max(...server.sizes)).toBeLessThan(4_000_000);
  });

  test('a commit announced by another page is loaded and shown, but not its own', async () => {
    const server = new SaveServer();
    const { queue, settled, contents } = saver(server);
    queue.push([draw(1)]);
    await settled();
    queue.onRevision(1);
    expect(server.sent).toEqual(['create']);
    server.othersDraw();
    queue.onRevision(2);
    for (let i = 0; i < 20; i++) await Promise.resolve();
    expect(server.sent).toEqual(['create', 'read']);
    expect(contents.map(({ strokes }) => numbers(strokes))).toEqual([[1000, 1]]);
  });

  test('a stroke that was erased and brought back before either was saved stands once, where another device moved it', async () => {
    const server = new SaveServer();
    const { queue, settled } = saver(server);
    queue.push([draw(1)]);
    await settled();
    const { rev, strokes } = server.drawing!;
    const layers = [BASE, { ...BASE, id: 'sky' }];
    const moved = strokes.map((one) => onLayer(one, 'sky'));
    server.drawing = { ...server.drawing!, rev: rev + 1, layers, strokes: moved };
    const [drawn] = queue.content.strokes;
    queue.push([{ kind: 'remove', stroke: drawn! }]);
    queue.push([{ kind: 'insert', stroke: drawn!, place: 'top' }]);
    await settled();
    expect(server.drawing.strokes).toEqual(moved);
    expect(queue.content.strokes).toEqual(moved);
  });

  test('a drawing whose revisions restarted at 1 is loaded once, and saved from there', async () => {
    const server = new SaveServer();
    const { queue, settled } = saver(server);
    queue.push([draw(1)]);
    await settled();
    queue.onRevision(7);
    // Site data were cleared, and another page has created the drawing again.
    if (server.drawing) server.drawing = { ...server.drawing, rev: 1, strokes: [] };
    queue.push([draw(2)]);
    await settled();
    expect(server.sent.filter((what) => what === 'read').length).toBeLessThan(4);
    expect(server.numbers).toContain(2);
    expect(queue.state.kind).toBe('saved');
  });
});
