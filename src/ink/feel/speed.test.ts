import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SpeedPressure, taperEnds } from './speed.ts';

/** A way of a hand: where it is at a time in ms, CSS px. */
type Way = (time: number) => readonly [x: number, y: number];

/** The pressures of a way that is sampled at this rate, by time in ms. */
function pressures(way: Way, rate: number, duration: number): Map<number, number> {
  const speed = new SpeedPressure();
  const all = new Map<number, number>();
  const step = 1000 / rate;
  for (let i = 0; i * step <= duration + 1e-6; i++) {
    const time = i * step;
    all.set(Math.round(time * 1000), speed.at(...way(time), 5_000 + time));
  }
  return all;
}

/** A wave of a hand: a curve whose speed swings. */
const wave = fc
  .record({
    speed: fc.double({ min: 0.05, max: 3, noNaN: true }),
    swing: fc.double({ min: 0, max: 0.9, noNaN: true }),
    period: fc.double({ min: 250, max: 900, noNaN: true }),
    bend: fc.double({ min: 0, max: 60, noNaN: true }),
  })
  .map(({ speed, swing, period, bend }): Way => {
    const turn = (2 * Math.PI) / period;
    return (time) => [
      speed * (time - (swing * Math.sin(turn * time)) / turn),
      bend * Math.sin((turn * time) / 2),
    ];
  });

/** The pressure in the middle of a long way at this speed, CSS px per ms. */
function atSpeed(speed: number): number {
  return [...pressures((time) => [speed * time, 0], 120, 2000).values()].at(-1)!;
}

describe('ink: speed where no pressure is measured', () => {
  test('the quicker the hand, the thinner the line, within bounds', () => {
    const all = [0, 0.1, 0.3, 1, 3, 100].map((speed) => (speed === 0 ? atSpeed(0.02) : atSpeed(speed)));
    expect(all).toEqual(all.toSorted((a, b) => b - a));
    expect(all[0]).toBeGreaterThan(0.65);
    expect(all.at(-1)).toBeLessThan(0.2);
    // Somebody who writes calmly gets about the size that was chosen.
    expect(atSpeed(0.4)).toBeGreaterThan(0.48);
    expect(atSpeed(0.4)).toBeLessThan(0.6);
  });

  test('the same way gives nearly the same pressures at 60, 120 and 240 samples a second', () => {
    fc.assert(
      fc.property(wave, (way) => {
        const [seldom, often, most] = [60, 120, 240].map((rate) => pressures(way, rate, 1200));
        for (const [time, pressure] of seldom!) {
          expect(Math.abs(often!.get(time)! - pressure)).toBeLessThan(0.06);
          expect(Math.abs(most!.get(time)! - pressure)).toBeLessThan(0.06);
        }
      }),
    );
  });

  test('a clock that is rounded to whole ms, and samples of one moment, make no jumps', () => {
    const speed = new SpeedPressure();
    const all = Array.from({ length: 400 }, (_, i) => speed.at(i * 0.6, 0, Math.floor(i / 1.3)));
    for (let i = 1; i < all.length; i++) expect(Math.abs(all[i]! - all[i - 1]!)).toBeLessThan(0.06);
  });

  test('any samples give pressures from 0 to 1, in the line and at its ends', () => {
    const sample = fc.tuple(
      fc.double({ min: -5000, max: 5000, noNaN: true }),
      fc.double({ min: -5000, max: 5000, noNaN: true }),
      fc.integer({ min: -20, max: 400 }),
    );
    fc.assert(
      fc.property(fc.array(sample, { minLength: 1, maxLength: 60 }), (samples) => {
        const speed = new SpeedPressure();
        let time = 0;
        const pressure = samples.map(([x, y, passed]) => {
          time += passed;
          return speed.at(x, y, time);
        });
        const x = samples.map(([one]) => one);
        const y = samples.map(([, one]) => one);
        for (const one of pressure) expect(one > 0 && one < 1).toBe(true);
        taperEnds({ x, y, pressure }, 1, speed.speed);
        for (const one of pressure) expect(one >= 0 && one < 1).toBe(true);
      }),
    );
  });

  test('a line begins and ends with a tip, a quick end with a longer one; a short line has both too', () => {
    const line = (length: number, speed: number, zoom = 1) => {
      const pen = new SpeedPressure();
      const x = Array.from({ length: length / 4 + 1 }, (_, i) => (4 * i) / zoom);
      const pressure = x.map((place) => pen.at(place * zoom, 0, (place * zoom) / speed));
      taperEnds({ x, y: x.map(() => 0), pressure }, zoom, pen.speed);
      return pressure;
    };
    const long = line(400, 0.5);
    expect(long[0]).toBeLessThan(0.15);
    expect(long.at(-1)).toBeLessThan(0.15);
    expect(Math.max(...long)).toBeGreaterThan(0.45);
    const nearEnd = (pressure: readonly number[]) => pressure.at(-9)! / pressure[50]!;
    expect(nearEnd(long)).toBeGreaterThan(0.8);
    expect(nearEnd(line(400, 3))).toBeLessThan(0.65);
    const short = line(20, 0.3);
    expect([short[0]!, short.at(-1)!].every((tip) => tip < 0.2)).toBe(true);
    expect(Math.max(...short)).toBeGreaterThan(0.45);
    // What counts is the screen.
    expect(line(400, 0.5, 8)).toEqual(long.map((pressure) => expect.closeTo(pressure, 9)));
  });

  test('a dot has one width', () => {
    const dot = { x: [5, 5.5], y: [5, 5], pressure: [0.1, 0.12] };
    taperEnds(dot, 1, 0.1);
    expect(dot.pressure).toEqual([0.5, 0.5]);
  });
});
