import { expect, test } from 'vitest';
import { type BarPlace, type Box, barPlace, type Choice } from './bar-place.ts';

const box = (left: number, top: number, right: number, bottom: number): Box => ({ left, top, right, bottom });
/** A handle around a place, with room for a finger. */
const handle = (x: number, y: number) => box(x - 13, y - 13, x + 13, y + 13);
const choice = (place: BarPlace, bar: Box, taken: readonly Box[] = []): Choice => ({ place, bar, taken });

/** A phone, where the bar is as wide as the window. */
const PHONE = [choice('below', box(0, 600, 390, 700)), choice('above', box(0, 120, 390, 220))];
/** A phone on its side: its header ends at 80, its dock begins at 328. */
const SIDEWAYS = [
  choice('below', box(200, 266, 640, 320)),
  choice('above', box(200, 88, 640, 142)),
  choice('left', box(8, 88, 106, 290)),
  choice('right', box(738, 88, 836, 290)),
];

/** Corners of a frame, and the handle that turns it. */
const handlesOf = ({ left, top, right, bottom }: Box, turn: Box) => [
  ...[left, right].flatMap((x) => [handle(x, top), handle(x, bottom)]),
  turn,
];

test.each([
  ['in the middle', [300, 500], 265, 'below', 'below'],
  ['over the usual place', [300, 601], 265, 'below', 'above'],
  ['over the upper place', [219, 500], 184, 'below', 'below'],
  ['over the upper place, where the bar is', [219, 500], 184, 'above', 'below'],
  ['in the middle, once the bar is above', [300, 500], 265, 'above', 'above'],
  ['over both', [60, 800], 60, 'above', 'below'],
  ['out of sight', [-900, -100], -935, 'above', 'above'],
] as const)(
  'selection: a bar beside what is selected %s covers none of it where there is room',
  (_, [top, bottom], turn, was, is) => {
    const frame = box(100, top, 290, bottom);
    expect(barPlace(PHONE, frame, handlesOf(frame, handle(195, turn)), was)).toBe(is);
  },
);

test.each([
  ['both other places', box(300, 120, 500, 290), handle(400, 86), 'left'],
  ['both other places and the left side', box(90, 120, 500, 290), handle(295, 86), 'right'],
  [
    'the upper place, and the frame larger than the window',
    box(-100, 40, 900, 400),
    handle(420, 86),
    'below',
  ],
] as const)(
  'selection: on a phone on its side, with handles in %s, the bar goes where it covers none',
  (_, frame, turn, is) => {
    expect(barPlace(SIDEWAYS, frame, handlesOf(frame, turn), 'below')).toBe(is);
  },
);

test('selection: where no place is free, its bar rather covers a part of what is selected than a handle', () => {
  const frame = box(150, 160, 690, 300);
  expect(barPlace(SIDEWAYS.slice(0, 2), frame, handlesOf(frame, handle(420, 126)), 'below')).toBe('below');
});

test('selection: its bar lies over no notice and no map where another place is free', () => {
  const frame = box(300, 120, 500, 290);
  const handles = handlesOf(frame, handle(400, 86));
  const notice = box(0, 80, 150, 140);
  const choices = SIDEWAYS.map((one) => ({ ...one, taken: [notice] }));
  expect(barPlace(choices, frame, handles, 'below')).toBe('right');
});

test('selection: its bar leaves a side that the window has no more', () => {
  const frame = box(150, 300, 250, 400);
  expect(barPlace(PHONE, frame, handlesOf(frame, handle(200, 265)), 'left')).toBe('below');
});
