import { defineWords } from '../../catalogue.ts';

/** The page of the guide. Its advice, definitions and caveats are the API's own texts. */
export const guide = defineWords('guide', {
  /** @param date `June 2026` */
  note: (date: string) => `Guidance of ${date}; not a forecast`,
  band: 'Band',
  /** Bounds of a band, as values. */
  from: (low: number) => `${low} and above`,
  range: (low: number, high: number) => `${low}–${high}`,
  /** `<figure></figure>` stands for the current figure of the region with its unit. */
  today: (region: string) => `${region} now <figure></figure>`,
  /** Below the head of a table, for a figure that is old or that could not be refreshed. */
  notMarked: {
    pm25: (hour: string) => `The 1-hour PM2.5 from ${hour} may not be the newest, so no band is marked.`,
    psi: (hour: string) => `The 24-hour PSI from ${hour} may not be the newest, so no band is marked.`,
  },

  now: 'Now: 1-hour PM2.5',
  nowText: 'For the next hour. In µg/m³.',
  nowTable: 'Bands of the 1-hour PM2.5',
  everyone: 'Everyone',
  vulnerable: 'Vulnerable persons',

  next: 'Tomorrow: 24-hour PSI forecast',
  nextText:
    'The agency’s advice goes with its forecast for the next day. Pleinair shows measured figures only. The marked band is a measurement, not a forecast.',
  nextTable: 'Bands of the 24-hour PSI',
  healthy: 'Healthy',
  sensitive: 'Older, pregnant, children',
  chronic: 'Chronic lung or heart disease',

  definitions: 'Definitions',
  caveats: 'Before you rely on it',
  source: (publisher: string, date: string) =>
    `Based on the ${publisher}’s poster <poster></poster> (${date}), in Pleinair’s own words.`,
  back: 'Back to the readings',
});
