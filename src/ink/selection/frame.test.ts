import { expect, test } from 'vitest';
import { turnHandleOf } from './frame.ts';

test('ink: the handle that turns is under no bar of the page, whatever the frame', () => {
  // A drawing that was zoomed to fit: between the header, which has two rows on a phone, and the dock.
  const phone = { width: 390, height: 844 };
  expect(turnHandleOf({ left: 20, top: 136, right: 370, bottom: 700 }, phone)).toEqual({
    x: 195,
    y: 136,
    side: 'inside',
  });
  const desktop = { width: 1440, height: 900 };
  expect(turnHandleOf({ left: 300, top: 86, right: 1200, bottom: 880 }, desktop)).toEqual({
    x: 750,
    y: 86,
    side: 'inside',
  });
  // Zoomed in, the frame goes beyond the view.
  expect(turnHandleOf({ left: -900, top: -500, right: 1200, bottom: 2000 }, phone).y).toBe(132);
  // With room above, or below.
  expect(turnHandleOf({ left: 20, top: 200, right: 370, bottom: 700 }, phone).side).toBe('above');
  expect(turnHandleOf({ left: 20, top: 136, right: 370, bottom: 400 }, phone).side).toBe('below');
});
