import { describe, expect, it } from 'vitest';
import { parseInstant } from '../../../core/air/time/time.ts';
import { ISLAND } from '../../../core/sky/place/areas.ts';
import { sunAt } from '../../../core/sky/sun.ts';
import { ARC, arcPath, arcPoint, DIRECTIONS, dayShare, directionOf, HORIZON, periodPath } from './sun-arc.ts';

const sun = sunAt(ISLAND, parseInstant('2026-09-21T14:36:00+08:00') ?? Number.NaN);
const at = (time: string) => parseInstant(`2026-09-21T${time}+08:00`) ?? Number.NaN;

/** First and last point of a path. */
function endsOf(path: string) {
  const points = path.slice(1).split('L');
  return [points[0], points.at(-1)].map((point) => point?.split(' ').map(Number));
}

describe('sky: the arc of the sun', () => {
  it('begins and ends on the horizon, and is highest in the middle of the day', () => {
    expect(arcPoint(0)).toEqual({ x: ARC.edge, y: HORIZON });
    expect(arcPoint(1)).toEqual({ x: ARC.width - ARC.edge, y: HORIZON });
    expect(arcPoint(0.5)).toEqual({ x: ARC.width / 2, y: ARC.edge });
    expect(endsOf(arcPath())).toEqual([
      [ARC.edge, HORIZON],
      [ARC.width - ARC.edge, HORIZON],
    ]);
  });

  it('has the sun on it from sunrise to sunset only', () => {
    expect(dayShare(sun, parseInstant(sun.sunrise) ?? Number.NaN)).toBe(0);
    expect(dayShare(sun, parseInstant(sun.sunset) ?? Number.NaN)).toBe(1);
    expect(dayShare(sun, at('12:57:00'))).toBeCloseTo(0.5, 2);
    expect([dayShare(sun, at('06:30:00')) < 0, dayShare(sun, at('19:30:00')) > 1]).toEqual([true, true]);
  });

  it('is golden at both ends', () => {
    const [[rise], [end]] = [
      endsOf(periodPath(sun, sun.goldenMorning)),
      endsOf(periodPath(sun, sun.goldenEvening)),
    ];
    expect(rise).toEqual([ARC.edge, HORIZON]);
    expect(endsOf(periodPath(sun, sun.goldenEvening))[1]).toEqual([ARC.width - ARC.edge, HORIZON]);
    // Half an hour of twelve.
    expect(end?.[0]).toBeGreaterThan(ARC.width * 0.9);
    expect(end?.[1]).toBeLessThan(HORIZON);
  });

  it('names the nearest of eight directions', () => {
    expect(DIRECTIONS.map((_, index) => directionOf(index * 45 + 22))).toEqual([...DIRECTIONS]);
    expect([directionOf(0), directionOf(359.9), directionOf(90.8), directionOf(270)]).toEqual([
      'n',
      'n',
      'e',
      'w',
    ]);
  });
});
