import { describe, expect, it } from 'vitest';
import { parseInstant } from '../air/time/time.ts';
import { isQuiet, timeOfDay } from './preferences.ts';

const at = (time: string) => parseInstant(`2026-09-21T${time}:00+08:00`) ?? Number.NaN;

describe('alerts: quiet hours', () => {
  it('are in Singapore time, from the first up to the second, also over midnight', () => {
    const night = { from: '22:00', to: '07:00' };
    const quiet = ['21:59', '22:00', '00:00', '06:59', '07:00'].map((time) => isQuiet(night, at(time)));
    expect(quiet).toEqual([false, true, true, true, false]);
    const noon = { from: '12:00', to: '13:30' };
    expect(['11:59', '12:00', '13:29', '13:30'].map((time) => isQuiet(noon, at(time)))).toEqual([
      false,
      true,
      true,
      false,
    ]);
    expect(isQuiet({ from: '08:00', to: '08:00' }, at('03:00'))).toBe(true);
    expect(isQuiet(null, at('03:00'))).toBe(false);
  });

  it('are times of day and nothing else', () => {
    expect(['00:00', '23:59', '24:00', '7:00', '07:60', '07:00:00', ''].map(timeOfDay)).toEqual([
      0,
      86_340_000,
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });
});
