import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { stroke } from '../../../tests/support/drawing/any-stroke.ts';
import { AT_MAX } from '../../core/drawing/limits.ts';
import type { Stroke } from '../../core/drawing/types.ts';
import { coatsOf, dryAfter, runBelow, WET } from '../brush/wet-wash.ts';
import { DrawingTime, landed, landingTime, onTopOf } from './drawing-time.ts';

describe('ink: drawing time', () => {
  test('counts what passes, and of a pause five seconds', () => {
    const time = new DrawingTime();
    expect([1_000, 1_250.7, 1_251.4, 9_000_000, 9_000_010].map((now) => time.at(now))).toEqual([
      0, 250, 251, 5_251, 5_261,
    ]);
  });

  test('goes on after the latest stroke of a drawing, and never before its own', () => {
    const time = new DrawingTime();
    time.goOnAfter([stroke(1)]);
    expect(time.at(0)).toBe(0);
    time.goOnAfter([{ ...stroke(1), at: 90_000 }, { ...stroke(2), at: 70_000 }, stroke(3)]);
    expect(time.at(100)).toBe(95_100);
    time.goOnAfter([{ ...stroke(1), at: 400 }]);
    expect(time.at(200)).toBe(95_200);
  });

  test('what was drawn while a drawing opened has the times that it would have got if that had been there', () => {
    const at = (at: number, tool = 'pen'): Stroke => ({ ...stroke(1), tool, at });
    for (const own of [[], [stroke(1)], [at(90_000), at(400)], [at(20_000), at(19_000, 'wash')]]) {
      const [early, open] = [new DrawingTime(), new DrawingTime()];
      open.goOnAfter(own);
      const asked: (number | undefined)[] = [];
      const wanted: (number | undefined)[] = [];
      let drawn: readonly Stroke[] = [];
      let all: readonly Stroke[] = own;
      for (const now of [1_000, 1_400, 3_000, 20_000, 20_500]) {
        asked.push(early.atBegin(now, dryAfter(drawn)));
        wanted.push(open.atBegin(now, dryAfter(all)));
        drawn = [...drawn, at(asked.at(-1)!, 'wash')];
        all = [...all, at(wanted.at(-1)!, 'wash')];
        for (const time of [early, open]) time.ended(now + 100);
      }
      expect(onTopOf(own, drawn).map((one) => one.at)).toEqual(wanted);
      // And goes on so.
      early.later(landingTime(own));
      expect(early.at(21_000)).toBe(open.at(21_000));
    }
  });

  test('what was drawn while a drawing opened has no time beyond the largest, and none if it had none', () => {
    expect(landed({ ...stroke(1), at: 5 }, AT_MAX)).toEqual(stroke(1));
    expect(landed(stroke(1), 7)).toEqual(stroke(1));
  });

  test('a wash is dry after a real pause, and only then, however long it is', () => {
    const pause = fc.oneof(fc.integer({ min: 0, max: 3 * WET }), fc.constantFrom(WET - 1, WET));
    const length = fc.double({ min: 0, max: 9_000, noNaN: true });
    fc.assert(
      fc.property(length, pause, fc.integer({ min: 1, max: 4_000 }), (length, pause, took) => {
        const time = new DrawingTime();
        time.ended(0);
        const wash = (at: number | undefined): Stroke => ({
          ...stroke(1),
          tool: 'wash',
          points: [
            [0, 0],
            [length, 0],
          ],
          ...(at !== undefined && { at }),
        });
        const first = wash(time.atBegin(0, dryAfter([])));
        time.at(took);
        time.ended(took);
        const { points: _, ...style } = wash(time.atBegin(took + pause, dryAfter([first])));
        // The one being drawn and the finished one agree.
        const isDry = coatsOf([first, { ...style, points: first.points }]).length === 2;
        expect(runBelow([first], style).length).toBe(isDry ? 0 : 1);
        const counted = took + Math.min(5_000, pause);
        expect(isDry).toBe(pause >= WET || counted - 10 * length > WET);
      }),
    );
  });

  test('a wash of a drawing that is opened again is dry, and what else lies on top takes no time', () => {
    const time = new DrawingTime();
    const wash = { ...stroke(1), tool: 'wash', at: 90_000 };
    time.goOnAfter([wash]);
    expect(time.atBegin(0, dryAfter([wash]))).toBe(98_001);
    expect([dryAfter([wash, stroke(2)]), dryAfter([])]).toEqual([undefined, undefined]);
    expect(time.atBegin(9_000_000, undefined)).toBe(103_001);
  });

  test('copies are new ink: drawn now, with the same time between them', () => {
    const time = new DrawingTime();
    time.goOnAfter([{ ...stroke(1), at: 90_000 }]);
    const copies = [
      { ...stroke(2), at: 7_000 },
      { ...stroke(3), at: 500 },
      stroke(4),
      { ...stroke(5), tool: 'dry', at: 100 },
      { ...stroke(6), tool: 'brush-of-tomorrow', at: 900_000 },
    ];
    expect(time.renewed(copies, [], 50).map(({ at }) => at)).toEqual([
      101_500,
      95_000,
      undefined,
      100,
      900_000,
    ]);
    expect(time.at(50)).toBe(101_500);
    expect(time.renewed([stroke(7)], [], 60)).toEqual([stroke(7)]);
    expect(time.at(60)).toBe(101_510);
    expect(
      time.renewed(
        [
          { ...stroke(8), at: 2 },
          { ...stroke(9), at: AT_MAX },
        ],
        [],
        60,
      ),
    ).toEqual([{ ...stroke(8), at: 101_510 }, stroke(9)]);
    expect(time.at(70)).toBeUndefined();
  });

  test('copies run into nothing that lies below them, whatever goes later, and nothing drawn later into them', () => {
    const drawn = fc.record({
      tool: fc.constantFrom('wash', 'wash', 'wash', 'pen'),
      gap: fc.nat(12_000),
      length: fc.oneof(fc.nat(60), fc.nat(4_000)),
      goes: fc.boolean(),
    });
    fc.assert(
      fc.property(
        fc.array(drawn, { minLength: 1, maxLength: 8 }),
        fc.nat(7_000),
        fc.nat(),
        (all, pause, from) => {
          const time = new DrawingTime();
          let now = 0;
          time.ended(0);
          const below = all.map(({ tool, gap, length }): Stroke => {
            now += gap;
            const points = [0, length].map((x) => [x, 0] as const);
            return { ...stroke(0), tool, points, at: time.at(now)! };
          });
          const picked = below.slice(from % below.length);
          const copies = time.renewed(picked, below, now + pause);
          // They are to each other what they were.
          const apart = (strokes: readonly Stroke[]) => coatsOf(strokes).map(({ length }) => length);
          expect(apart(copies)).toEqual(apart(picked));
          const left = below.filter((_, i) => !all[i]!.goes);
          expect(apart([...left, ...copies])).toEqual([...apart(left), ...apart(copies)]);
          const next = { ...picked.at(-1)!, at: time.at(now + pause)! };
          expect(apart([...copies, next])).toEqual([...apart(copies), 1]);
        },
      ),
    );
  });

  test('copies of other brushes do not wait for washes', () => {
    const time = new DrawingTime();
    const wash = { ...stroke(1), tool: 'wash', at: 0 };
    expect(time.renewed([{ ...stroke(2), at: 700 }], [wash], 50)).toEqual([{ ...stroke(2), at: 0 }]);
  });

  test('a stroke that would begin after the largest time has none, and so have all that follow', () => {
    const time = new DrawingTime();
    time.goOnAfter([{ ...stroke(1), at: AT_MAX - 6_000 }]);
    expect(time.at(0)).toBe(AT_MAX - 1_000);
    expect(time.at(1_000)).toBe(AT_MAX);
    expect(time.at(1_001)).toBeUndefined();
    time.goOnAfter([{ ...stroke(1), at: 5 }]);
    expect(time.at(2_000)).toBeUndefined();
    const full = new DrawingTime();
    full.goOnAfter([{ ...stroke(1), at: AT_MAX }]);
    expect(full.at(0)).toBeUndefined();
    const wash = (at: number | undefined) => ({
      ...stroke(2),
      tool: 'wash',
      ...(at !== undefined && { at }),
    });
    const washes = [full.at(10), full.at(20)].map(wash);
    expect(coatsOf(washes).length).toBe(2);
    expect(coatsOf(full.renewed([wash(3), wash(4)], [], 30)).length).toBe(2);
  });

  test('is a valid time of a stroke whatever happens, and never goes back', () => {
    const at = fc.option(fc.nat({ max: AT_MAX }), { nil: undefined });
    const step = fc.record({ by: fc.double({ min: -10, max: 1e7, noNaN: true }), at });
    fc.assert(
      fc.property(fc.array(step), (steps) => {
        const time = new DrawingTime();
        let [now, last]: [number, number | undefined] = [0, 0];
        for (const { by, at: known } of steps) {
          if (known !== undefined) time.goOnAfter([{ ...stroke(1), at: known }]);
          now += by;
          const next = time.at(now);
          if (next === undefined) last = undefined;
          expect(next === last || (Number.isInteger(next) && next! >= last! && next! <= AT_MAX)).toBe(true);
          last = next;
        }
      }),
    );
  });
});
