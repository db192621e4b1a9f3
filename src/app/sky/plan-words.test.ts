import { expect, it, test } from 'vitest';
import { parseInstant } from '../../core/air/time/time.ts';
import type { Plan } from '../../core/sky/plan.ts';
import { planWords, toneOf } from './plan-words.ts';

const NOW = parseInstant('2026-09-21T14:36:00+08:00') ?? Number.NaN;
const AT = '2026-09-21T14:33:00+08:00';
const UNTIL = '2026-09-21T16:30:00+08:00';
const golden = { from: '2026-09-21T18:34:00+08:00', to: '2026-09-21T19:01:00+08:00' };

const words = (plan: Plan, delayedSince: string | null = null) =>
  // The narrow spaces of Intl.
  planWords({ plan, delayedSince }, { town: 'Bishan', now: NOW }).replace(
    /[\u00a0\u202f\u2068\u2069]/g,
    (space) => (space > '\u2060' ? '' : ' '),
  );

const TABLE: readonly (readonly [Plan, string, ReturnType<typeof toneOf>])[] = [
  [{ what: 'shelter', km: 5.2, at: AT }, 'Take shelter: lightning 5.2 km away, 3 min ago.', 'danger'],
  [
    { what: 'shelter', km: 5, at: null },
    'Take shelter: lightning 5 km away in the last half hour.',
    'danger',
  ],
  [
    { what: 'air', band: 'very-high' },
    'Keep activity outdoors to a minimum: the 1-hour PM2.5 is very high.',
    'danger',
  ],
  [
    { what: 'forecast', kind: 'storm', text: 'Thundery Showers', until: UNTIL },
    'Thunderstorms likely in Bishan until 4:30 pm.',
    'danger',
  ],
  [
    { what: 'forecast', kind: 'wet', text: 'Showers', until: UNTIL },
    'Rain likely in Bishan until 4:30 pm.',
    'wet',
  ],
  [
    { what: 'forecast', kind: 'unknown', text: 'Iridescent', until: UNTIL },
    'The forecast for Bishan until 4:30 pm says “Iridescent”.',
    'care',
  ],
  [{ what: 'falling', band: 'heavy' }, 'Heavy rain in Bishan.', 'wet'],
  [{ what: 'heat', band: 'high' }, 'Very hot: stay in the shade, rest and drink.', 'care'],
  [{ what: 'lightning', km: 12, at: AT }, 'Lightning 12 km away, 3 min ago: be ready to leave.', 'care'],
  [{ what: 'uv', band: 'extreme', index: 12 }, 'Strong sun: UV index 12. Draw in the shade.', 'care'],
  [
    { what: 'unsure', missing: ['lightning', 'rain'] },
    'Not known right now: lightning and rain. Look at the sky before you unpack.',
    'unknown',
  ],
  [
    { what: 'clear', until: UNTIL, golden: null },
    'Dry in Bishan until 4:30 pm, and no lightning around.',
    'calm',
  ],
  [
    { what: 'clear', until: UNTIL, golden },
    'Dry in Bishan until 4:30 pm, and no lightning around. Golden hour from 6:34 pm.',
    'calm',
  ],
  [
    { what: 'clear', until: UNTIL, golden, airUnknown: true },
    'Dry in Bishan until 4:30 pm, and no lightning around. The air is not known right now.',
    'unknown',
  ],
];

test.each(TABLE)('plan words: each plan is a sentence with its own look', (plan, sentence, tone) => {
  expect([words(plan), toneOf(plan)]).toEqual([sentence, tone]);
});

it('plan words: what is delayed says of when it is, and how old', () => {
  expect(words({ what: 'falling', band: 'rain' }, '2026-09-21T14:15:00+08:00')).toBe(
    'Rain in Bishan. Delayed: from 2:15 pm, 21 min ago.',
  );
});

it('plan words: delayed lightning says from when on nothing is known, beside the age of the strike', () => {
  for (const plan of [
    { what: 'shelter', km: 5, at: AT },
    { what: 'lightning', km: 12, at: null },
  ] as const) {
    expect(words(plan, '2026-09-21T14:24:00+08:00')).toMatch(/[.] Lightning after 2:24 pm is not known[.]$/);
    expect(words(plan, '2026-09-21T15:35:00+08:00')).toMatch(
      /[.] In doubt: its time, 3:35 pm, is yet to come[.]$/,
    );
  }
});

it('plan words: what claims to be of a time to come is in doubt, and has no age', () => {
  expect(words({ what: 'falling', band: 'rain' }, '2026-09-21T15:35:00+08:00')).toBe(
    'Rain in Bishan. In doubt: its time, 3:35 pm, is yet to come.',
  );
});
