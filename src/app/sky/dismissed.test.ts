import { expect, test } from 'vitest';
import { dismiss, heard, isDismissed } from './dismissed.ts';

test('a dismissed sentence stays away while it lasts, and is said again after anything else', () => {
  heard('shelter');
  dismiss('shelter');
  heard('shelter');
  expect(isDismissed('shelter')).toBe(true);
  expect(isDismissed('rain')).toBe(false);
  heard('clear');
  heard('shelter');
  expect(isDismissed('shelter')).toBe(false);
});
