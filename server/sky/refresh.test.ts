import { describe, expect, it } from 'vitest';
import { HOUR, MINUTE, toSgt } from '../../src/core/air/time/time.ts';
import { fineData, SKY_NOW } from '../../tests/support/sky/sky-state.ts';
import { type HeldFeed, heldAfter, NEVER_REFRESHED } from './refresh.ts';

type Held = HeldFeed<'forecast2h'>;

/** @param updated minutes after now at which the forecast says that it was published */
function told(before: Held, text: string, updated: number): Held {
  const fine = fineData(SKY_NOW).forecast2h;
  const areas = fine.areas.map((area) => ({ ...area, text }));
  const data = { ...fine, updatedTimestamp: toSgt(SKY_NOW + updated * MINUTE), areas };
  return heldAfter('forecast2h', before, { data, version: 'v2', troubles: [] }, SKY_NOW, 0, 0);
}
const textOf = ({ newest }: Held) => newest?.areas[0]?.text;

describe('sky: an amended forecast', () => {
  it('replaces the one before it, and an earlier one from a cache undoes nothing', () => {
    const amended = told(told(NEVER_REFRESHED, 'Fair (Day)', -6), 'Thundery Showers', -1);
    expect(textOf(amended)).toBe('Thundery Showers');
    expect(textOf(told(amended, 'Fair (Day)', -6))).toBe('Thundery Showers');
  });

  it('replaces one that says it was published ahead of the clock', () => {
    const ahead = told(NEVER_REFRESHED, 'Fair (Day)', (24 * 365 * HOUR) / MINUTE);
    expect(textOf(told(ahead, 'Thundery Showers', -1))).toBe('Thundery Showers');
  });
});
