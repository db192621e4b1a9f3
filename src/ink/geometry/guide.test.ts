import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { COORDINATE_MAX } from '../../core/drawing/limits.ts';
import type { Position } from './bounds.ts';
import { type Guide, horizonOf, RAY_GAP, raysIn, snapEnd } from './guide.ts';

/** Quarters, because doubles by chance are nearly all tiny. */
const quarters = (most: number) => fc.integer({ min: -4 * most, max: 4 * most }).map((four) => four / 4);
const place = fc.record({ x: quarters(2000), y: quarters(2000) });

const number = fc.oneof(
  quarters(3000),
  fc.double({ min: -COORDINATE_MAX, max: COORDINATE_MAX, noNaN: true }),
);
const guides = fc.array(fc.tuple(number, number), { minLength: 1, maxLength: 3 });

const at = (x: number, y: number): Position => ({ x, y });
const close = (x: number, y: number) => ({ x: expect.closeTo(x, 6), y: expect.closeTo(y, 6) });
const sine = (a: Position, b: Position) =>
  Math.abs(a.x * b.y - a.y * b.x) / (Math.hypot(a.x, a.y) * Math.hypot(b.x, b.y));
const minus = (a: Position, b: Position) => at(a.x - b.x, a.y - b.y);

describe('ink: the directions of a perspective', () => {
  test('with one point: towards it, level and upright', () => {
    const guide: Guide = [[0, 0]];
    expect(snapEnd(at(100, 100), at(12, 8), guide)).toEqual(close(10, 10));
    // Away from it, too.
    expect(snapEnd(at(100, 100), at(210, 190), guide)).toEqual(close(200, 200));
    expect(snapEnd(at(100, 100), at(300, 110), guide)).toEqual(close(300, 100));
    expect(snapEnd(at(100, 100), at(90, -300), guide)).toEqual(close(100, -300));
  });

  test('with two: towards either, and upright; upright is square to the horizon', () => {
    const guide: Guide = [
      [-500, 0],
      [500, 0],
    ];
    expect(sine(minus(snapEnd(at(0, 100), at(200, 50), guide), at(0, 100)), at(500, -100))).toBeLessThan(
      1e-9,
    );
    expect(sine(minus(snapEnd(at(0, 100), at(-200, 50), guide), at(0, 100)), at(-500, -100))).toBeLessThan(
      1e-9,
    );
    expect(snapEnd(at(0, 100), at(20, 300), guide)).toEqual(close(0, 300));
    const tilted: Guide = [
      [-500, -500],
      [500, 500],
    ];
    expect(sine(minus(snapEnd(at(0, 100), at(60, 20), tilted), at(0, 100)), at(1, -1))).toBeLessThan(1e-9);
  });

  test('with three: towards one of them, and nothing else', () => {
    const guide: Guide = [
      [-500, 0],
      [500, 0],
      [0, 2000],
    ];
    const end = snapEnd(at(250, 0), at(250, 500), guide);
    expect(sine(minus(end, at(250, 0)), at(-250, 2000))).toBeLessThan(1e-9);
  });

  test('two points in one place are one', () => {
    const twice: Guide = [
      [7, 9],
      [7, 9],
    ];
    expect(horizonOf(twice)).toEqual({ at: { x: 7, y: 9 }, along: { x: 1, y: 0 } });
    expect(snapEnd(at(100, 100), at(300, 110), twice)).toEqual(close(300, 100));
  });

  test('the horizon goes through the two points that lie most level', () => {
    const { at: from, along } = horizonOf([
      [0, 3000],
      [-400, 20],
      [600, -10],
    ]);
    expect(sine(along, at(1000, -30))).toBeLessThan(1e-9);
    expect(sine(minus(at(600, -10), from), along)).toBeLessThan(1e-9);
  });

  test('a line from a vanishing point goes wherever it likes', () => {
    expect(snapEnd(at(0, 0), at(3, 17), [[0, 0]])).toEqual(at(3, 17));
    expect(snapEnd(at(8, 0), at(3, 17), [[0, 0]], 12)).toEqual(at(3, 17));
    expect(snapEnd(at(13, 0), at(3, 17), [[0, 0]], 12)).not.toEqual(at(3, 17));
  });

  test('a snapped line is one of the guide, never longer, and stays where it is when snapped again', () => {
    fc.assert(
      fc.property(guides, place, place, (guide, from, to) => {
        const end = snapEnd(from, to, guide);
        expect([end.x, end.y].every(Number.isFinite)).toBe(true);
        const [drawn, asked] = [minus(end, from), minus(to, from)];
        const [length, full] = [Math.hypot(drawn.x, drawn.y), Math.hypot(asked.x, asked.y)];
        expect(length).toBeLessThanOrEqual(full + 1e-6);
        const again = snapEnd(from, end, guide);
        expect(Math.hypot(again.x - end.x, again.y - end.y)).toBeLessThan(1e-6 * (1 + full));
        // At a right angle onto the nearest direction: no direction of a vanishing point is nearer to the line.
        for (const [x, y] of guide) {
          const towards = minus(at(x, y), from);
          const far = Math.hypot(towards.x, towards.y);
          if (far === 0) continue;
          const along = Math.abs(asked.x * towards.x + asked.y * towards.y) / far;
          expect(along).toBeLessThanOrEqual(length + 1e-6 * (1 + full));
        }
      }),
    );
  });
});

const box = fc.record({
  width: fc.integer({ min: 200, max: 2600 }),
  height: fc.integer({ min: 200, max: 1600 }),
});
/** Where a vanishing point may be on the screen at the highest zoom: near, or as far as the paper goes. */
const vanishing = fc.oneof(
  place,
  fc.record({ x: quarters(20_000), y: quarters(20_000) }),
  fc.record({ x: quarters(4e7), y: quarters(4e7) }),
);

function pieces(rays: readonly number[]) {
  return Array.from({ length: rays.length / 4 }, (_, i) => {
    const [x1, y1, x2, y2] = rays.slice(4 * i, 4 * i + 4) as [number, number, number, number];
    return { from: at(x1, y1), to: at(x2, y2) };
  });
}

function distance(p: Position, { from, to }: { readonly from: Position; readonly to: Position }): number {
  const [by, off] = [minus(to, from), minus(p, from)];
  const long = by.x ** 2 + by.y ** 2;
  const part = long > 0 ? Math.min(1, Math.max(0, (off.x * by.x + off.y * by.y) / long)) : 0;
  return Math.hypot(off.x - part * by.x, off.y - part * by.y);
}

describe('ink: the rays of a vanishing point', () => {
  test('go through it, and lie in the box', () => {
    fc.assert(
      fc.property(vanishing, box, ({ x, y }, view) => {
        for (const { from, to } of pieces(raysIn(x, y, view))) {
          for (const end of [from, to]) {
            expect(end.x).toBeGreaterThan(-1e-6);
            expect(end.y).toBeGreaterThan(-1e-6);
            expect(end.x).toBeLessThan(view.width + 1e-6);
            expect(end.y).toBeLessThan(view.height + 1e-6);
          }
          const way = minus(to, from);
          const off = Math.abs(way.x * (y - from.y) - way.y * (x - from.x)) / Math.hypot(way.x, way.y);
          if (Math.hypot(way.x, way.y) > 1) expect(off).toBeLessThan(1e-6 * (1 + Math.hypot(x, y)));
        }
      }),
    );
  });

  test('cover the box evenly: one is near everywhere, and there are not many', () => {
    const part = fc.integer({ min: 0, max: 1000 }).map((many) => many / 1000);
    fc.assert(
      fc.property(vanishing, box, part, part, ({ x, y }, view, across, down) => {
        const rays = pieces(raysIn(x, y, view));
        const p = at(across * view.width, down * view.height);
        // Nearer to the point than this, all rays would run into each other.
        const isNear = Math.hypot(p.x - x, p.y - y) < 2 * RAY_GAP;
        // A ray may pass outside of the box, along its edge.
        const edge = Math.min(p.x, p.y, view.width - p.x, view.height - p.y);
        if (!isNear && edge > RAY_GAP) {
          expect(Math.min(...rays.map((ray) => distance(p, ray)))).toBeLessThan(RAY_GAP + 1);
        }
        expect(rays.length).toBeLessThan((4 * (view.width + view.height)) / RAY_GAP + 16);
      }),
    );
  });

  test('stay where they are on the paper while the view moves: none moves, comes or goes', () => {
    const by = fc.integer({ min: -300, max: 300 });
    fc.assert(
      fc.property(vanishing, box, by, by, ({ x, y }, view, dx, dy) => {
        const moved = pieces(raysIn(x + dx, y + dy, view));
        for (const { from, to } of pieces(raysIn(x, y, view))) {
          const middle = at((from.x + to.x) / 2 + dx, (from.y + to.y) / 2 + dy);
          const isSeen =
            middle.x > 1 && middle.y > 1 && middle.x < view.width - 1 && middle.y < view.height - 1;
          if (!isSeen) continue;
          const off = Math.min(...moved.map((ray) => distance(middle, ray)));
          expect(off).toBeLessThan(1e-6 * (1 + Math.hypot(x, y)));
        }
      }),
    );
  });

  test('are the same in a larger view, and more', () => {
    const view = { width: 1000, height: 700 };
    const angle = (one: { readonly to: Position }, x: number, y: number) =>
      Math.round((Math.atan2(one.to.y - y, one.to.x - x) / Math.PI) * 2 ** 20);
    const far = pieces(raysIn(500, 350, view)).map((one) => angle(one, 500, 350));
    const near = pieces(raysIn(500, 350, { ...view, width: 2000 })).map((one) => angle(one, 500, 350));
    expect(far.filter((one) => !near.includes(one))).toEqual([]);
    expect(far.length).toBeGreaterThan(30);
  });
});
