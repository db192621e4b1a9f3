import { expect, test } from 'vitest';
import { belongsAbove } from './bar-place.ts';

const PLACES = { above: { top: 120, bottom: 220 }, below: { top: 600, bottom: 700 } };

test.each([
  ['in the middle', [300, 500], [265, 500], false, false],
  ['over the usual place', [300, 601], [265, 601], false, true],
  ['over the upper place', [219, 500], [184, 500], false, false],
  ['over the upper place, where the bar is', [219, 500], [184, 500], true, false],
  ['in the middle, once the bar is above', [300, 500], [265, 500], true, true],
  ['over both', [100, 800], [65, 800], true, false],
  ['over the usual place, with its handle over the other', [240, 601], [205, 601], false, true],
  ['out of sight', [-900, -100], [-935, -100], true, true],
] as const)(
  'selection: a bar beside what is selected %s covers none of it where there is room',
  (_, [top, bottom], [handle, end], was, is) => {
    expect(belongsAbove({ top, bottom }, { top: handle, bottom: end }, PLACES, was)).toBe(is);
  },
);
