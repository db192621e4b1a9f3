import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { tiltOf } from './tilt.ts';

const degrees = (angle: number) => (angle * Math.PI) / 180;

describe('ink: the lean of a pen', () => {
  test('is 0 upright and 1 flat, from the altitude where the browser knows it', () => {
    const tilts = [90, 45, 9, 0.9].map((angle) =>
      tiltOf({ altitudeAngle: degrees(angle), tiltX: 0, tiltY: 0 }),
    );
    expect(tilts).toEqual([0, 0.5, 0.9, 0.99].map((one) => expect.closeTo(one, 9)));
    expect(tiltOf({ altitudeAngle: 0, tiltX: 90, tiltY: 0 })).toBe(1);
    expect(tiltOf({ altitudeAngle: Math.PI, tiltX: 0, tiltY: 0 })).toBe(0);
  });

  test('comes from the two tilts where the browser knows no altitude', () => {
    expect(tiltOf({ tiltX: 0, tiltY: 0 })).toBe(0);
    expect(tiltOf({ tiltX: 45, tiltY: 0 })).toBeCloseTo(0.5, 9);
    expect(tiltOf({ tiltX: 0, tiltY: -30 })).toBeCloseTo(1 / 3, 9);
    expect(tiltOf({ tiltX: 45, tiltY: 45 })).toBeCloseTo(0.6082, 4);
    expect([tiltOf({ tiltX: 90, tiltY: 0 }), tiltOf({ tiltX: 20, tiltY: -90 })]).toEqual([1, 1]);
  });

  test('a browser that reports 0 for everything has no pen lying flat', () => {
    expect(tiltOf({ altitudeAngle: 0, tiltX: 0, tiltY: 0 })).toBe(0);
  });

  test('both ways agree, whatever the direction in which the pen leans', () => {
    const angle = fc.double({ min: 1, max: 89, noNaN: true });
    const direction = fc.double({ min: 0, max: 360, noNaN: true });
    fc.assert(
      fc.property(angle, direction, (altitude, azimuth) => {
        const flat = 1 / Math.tan(degrees(altitude));
        const tiltX = (Math.atan(flat * Math.cos(degrees(azimuth))) * 180) / Math.PI;
        const tiltY = (Math.atan(flat * Math.sin(degrees(azimuth))) * 180) / Math.PI;
        const told = tiltOf({ altitudeAngle: degrees(altitude), tiltX, tiltY });
        return Math.abs(told - tiltOf({ tiltX, tiltY })) < 1e-9;
      }),
    );
  });
});
