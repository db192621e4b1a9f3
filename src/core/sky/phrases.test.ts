import { describe, expect, it } from 'vitest';
import { type Kind, kindOf } from './phrases.ts';

describe('sky: phrases', () => {
  /** The agency's 23 phrases, as its data set pages list them. */
  const OFFICIAL: Readonly<Record<string, Kind>> = {
    Fair: 'fair',
    'Fair (Day)': 'fair',
    'Fair (Night)': 'fair',
    'Fair & Warm': 'fair',
    'Partly Cloudy': 'cloudy',
    'Partly Cloudy (Day)': 'cloudy',
    'Partly Cloudy (Night)': 'cloudy',
    Cloudy: 'cloudy',
    Hazy: 'hazy',
    'Slightly Hazy': 'hazy',
    Windy: 'windy',
    Mist: 'mist',
    Fog: 'mist',
    'Light Rain': 'wet',
    'Moderate Rain': 'wet',
    'Heavy Rain': 'heavy',
    'Passing Showers': 'wet',
    'Light Showers': 'wet',
    Showers: 'wet',
    'Heavy Showers': 'heavy',
    'Thundery Showers': 'storm',
    'Heavy Thundery Showers': 'storm',
    'Heavy Thundery Showers with Gusty Winds': 'storm',
  };
  /** Those that it had before. */
  const OLDER: Readonly<Record<string, Kind>> = {
    Drizzle: 'wet',
    Overcast: 'cloudy',
    Sunny: 'fair',
    Snow: 'wet',
    'Snow Showers': 'wet',
    'Strong Winds': 'windy',
    'Strong Winds, Rain': 'wet',
    'Strong Winds, Showers': 'wet',
    'Windy, Cloudy': 'windy',
    'Windy, Fair': 'windy',
    'Windy, Rain': 'wet',
    'Windy, Showers': 'wet',
  };

  it('knows the 23 phrases of the agency and the 12 before them', () => {
    expect([Object.keys(OFFICIAL).length, Object.keys(OLDER).length]).toEqual([23, 12]);
    for (const [phrase, kind] of Object.entries({ ...OFFICIAL, ...OLDER })) {
      expect([phrase, kindOf(phrase)]).toEqual([phrase, kind]);
    }
  });

  it('knows a new phrase by its words, in any case, and calls one without a known word unknown', () => {
    expect(kindOf('THUNDERSTORMS LATER')).toBe('storm');
    expect(kindOf('Heavy Downpour')).toBe('heavy');
    expect(kindOf('Intermittent Rain')).toBe('wet');
    expect(kindOf('Fair and Warm')).toBe('fair');
    // Words inside other words are none.
    for (const phrase of ['Unfair', 'Volcanic Ash', 'Heavy', 'Optimistic', '晴', '']) {
      expect([phrase, kindOf(phrase)]).toEqual([phrase, 'unknown']);
    }
  });
});
