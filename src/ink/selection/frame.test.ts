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

test('ink: the handle that turns is below a message or a notice under the header, whatever the frame', () => {
  const phone = { width: 390, height: 844 };
  const head = 230;
  const handleOf = (top: number, bottom: number) => {
    const { y, side } = turnHandleOf({ left: 20, top, right: 370, bottom }, phone, head);
    return [y, side];
  };
  // Above the frame it would be under it.
  expect(handleOf(200, 400)).toEqual([434, 'below']);
  expect(handleOf(200, 700)).toEqual([head, 'inside']);
  // All of the frame is under it.
  expect(handleOf(140, 180)).toEqual([head, 'inside']);
  expect(handleOf(300, 700)).toEqual([266, 'above']);
  // What is out of sight has no handle in it.
  expect(handleOf(-300, -100)[0]).toBe(-66);
  // Higher than half the window, it leaves the handle above the dock.
  expect(
    turnHandleOf({ left: 20, top: 20, right: 370, bottom: 540 }, { width: 390, height: 568 }, 500).y,
  ).toBe(378);
});
