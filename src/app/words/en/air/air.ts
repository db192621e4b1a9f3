import type { Pm25Severity, PsiSeverity } from '../../../../core/air/bands.ts';
import type { Metric } from '../../../../core/air/types.ts';
import { defineWords } from '../../catalogue.ts';
import { duration, number, plural } from '../../format.ts';

const METRICS = { psi: '24-hour PSI', pm25: '1-hour PM2.5' } as const;
const SHORT_METRICS = { psi: 'PSI', pm25: 'PM2.5' } as const;

/** Id of a band of the 24-hour PSI or the 1-hour PM2.5. */
export type BandId = PsiSeverity | Pm25Severity;

/** Names of the bands within a sentence. */
const IS: Readonly<Record<BandId, string>> = {
  good: 'good',
  moderate: 'moderate',
  unhealthy: 'unhealthy',
  'very-unhealthy': 'very unhealthy',
  hazardous: 'hazardous',
  normal: 'normal',
  elevated: 'elevated',
  high: 'high',
  'very-high': 'very high',
};

/**
 * The air: its page, the chart, the map, and the chip beside the canvas. Parameters: an hour is a text such as `4 pm`, a
 * region is its name, a value a whole number.
 */
export const air = defineWords('air', {
  note: 'Air, rain, lightning, heat and sun in Singapore',
  refresh: 'Refresh',
  updating: 'Updating…',
  bandsLink: 'What the bands mean',

  region: 'Region',
  regions: { north: 'North', south: 'South', east: 'East', west: 'West', central: 'Central' },
  regionsList: 'Regions',
  allRegions: 'All five regions',
  chosen: 'chosen',

  metrics: METRICS,
  shortMetrics: SHORT_METRICS,
  bands: {
    good: 'Good',
    moderate: 'Moderate',
    unhealthy: 'Unhealthy',
    'very-unhealthy': 'Very unhealthy',
    hazardous: 'Hazardous',
    normal: 'Normal',
    elevated: 'Elevated',
    high: 'High',
    'very-high': 'Very high',
  },
  /** A value with its unit. */
  values: { psi: (value: number) => number(value), pm25: (value: number) => `${number(value)} µg/m³` },
  /** The hour of a figure. */
  at: (hour: string) => `${hour} SGT`,
  delayed: 'Delayed',
  /** For screen readers. */
  delayedOf: (hour: string) => `Delayed: from ${hour} SGT`,
  /** Of an hour that is yet to come. */
  doubtful: (hour: string) => `In doubt: ${hour} SGT is yet to come`,

  /** The chosen region now, in its heading and in sentences. */
  here: {
    now: (region: string) => `${region} now`,
    both: (pm25: BandId, psi: BandId) =>
      `The ${METRICS.pm25} is ${IS[pm25]} and the ${METRICS.psi} is ${IS[psi]}.`,
    one: (metric: Metric, band: BandId) => `The ${METRICS[metric]} is ${IS[band]}.`,
    late: (metric: Metric) => `The ${METRICS[metric]} is delayed.`,
    /** Of an hour that is yet to come. */
    doubtful: (metric: Metric) => `The ${METRICS[metric]} is in doubt.`,
    allDoubtful: (region: string) => `The figures for ${region} are in doubt.`,
    none: (metric: Metric) => `There is no ${METRICS[metric]} right now.`,
    allLate: (region: string) => `The figures for ${region} are delayed.`,
    noFigures: (region: string) => `There are no figures for ${region} right now.`,
    news: (region: string, metric: Metric, band: BandId) =>
      `${region}: ${METRICS[metric]} is now ${IS[band]}.`,
  },
  noFigure: 'No figure right now',
  notMeasuredAt: (hour: string) => `Not measured at ${hour}`,
  notMeasuredIn: (metric: Metric, region: string, hour: string) =>
    `No ${METRICS[metric]} was measured in ${region} at ${hour}.`,

  /** The guide's advice for the next hour, by the band of the 1-hour PM2.5. */
  nextHour: {
    normal: 'For the next hour, going by the 1-hour PM2.5: carry on outdoors as usual.',
    elevated:
      'For the next hour, going by the 1-hour PM2.5: reduce strenuous activity outdoors. Vulnerable persons should avoid it.',
    high: 'For the next hour, going by the 1-hour PM2.5: avoid strenuous activity outdoors. Vulnerable persons should avoid all activity outdoors.',
    'very-high':
      'For the next hour, going by the 1-hour PM2.5: minimise activity outdoors. Vulnerable persons should avoid it altogether.',
  },
  /** The same of normal air, while lightning or a storm keeps people in. */
  warningFirst:
    'The 1-hour PM2.5 alone would keep nobody in for the next hour, but the warning above comes first.',
  /** For a figure that is old, or that could not be refreshed. */
  maybeOutdated: (hour: string) =>
    `The 1-hour PM2.5 from ${hour} may not be the newest, so there is no advice for the next hour.`,
  /** @param hour that is yet to come */
  doubtfulHour: (hour: string) =>
    `The 1-hour PM2.5 claims to be from ${hour}, so there is no advice for the next hour.`,
  noAdvice: 'There is no advice for the next hour without a 1-hour PM2.5.',

  /** How fresh the figures are. Ages are in ms, undefined for an hour in the future. */
  freshness: {
    offline: 'Offline.',
    notAll: 'Some figures are missing.',
    noFigures: 'There are no figures right now.',
    nothingKept: 'Offline. This device has no figures yet.',
    comesLater: 'They load when you are back online. This device then keeps a copy.',
    late: (hour: string, age: number | undefined) => `Delayed: figures from ${when(hour, age)}.`,
    lateEach: (figures: readonly Dated[]) => `Delayed: ${each(figures)}.`,
    /** Of hours that are yet to come. */
    ahead: (hour: string) => `In doubt: the hour of the figures, ${hour}, is yet to come.`,
    aheadEach: (figures: readonly Dated[]) => `In doubt: ${each(figures)}, which is yet to come.`,
    kept: (hour: string, age: number | undefined) => `Showing figures from ${when(hour, age)}.`,
    keptEach: (figures: readonly Dated[]) => `Showing ${each(figures)}.`,
    notUpdated: 'The air could not be updated.',
    nextTry: (minutes: number) =>
      plural(minutes, {
        one: 'Next try in about a minute.',
        other: `Next try in about ${number(minutes)} minutes.`,
      }),
    whenOnline: 'It updates when you are back online.',
  },

  chart: {
    title: (region: string) => `The last 24 hours in ${region}`,
    slider: (region: string) => `Hour in ${region}`,
    hour: (hour: string, psi: string, pm25: string) => `${hour} SGT: ${psi}; ${pm25}`,
    figure: (metric: Metric, value: string, band: string) => `${METRICS[metric]} ${value}, ${band}`,
    noFigure: (metric: Metric) => `${METRICS[metric]} not measured`,
    notMeasured: 'not measured',
    legend: 'Singapore time (SGT). Gaps are missing hours.',
    showTable: 'Show table',
    hideTable: 'Hide table',
    /** To a file and to an Atom feed, for other programs. */
    csv: (metric: Metric, days: number) => `${SHORT_METRICS[metric]}, ${number(days)} days (CSV)`,
    feed: (region: string) => `Band changes in ${region} (feed)`,
    table: (region: string) => `${region} hour by hour, latest first, in Singapore time`,
    hourColumn: 'Hour',
    noMetric: (metric: Metric, region: string) => `There is no ${METRICS[metric]} for ${region} yet.`,
    noHours: (region: string) => `There are no hours for ${region} right now.`,
    oneHour: (region: string) => `Only the latest hour for ${region} is here so far.`,
    failed: 'The last 24 hours did not load.',
  },

  map: {
    legend: 'Figure on the map',
    caption: 'Approximate outline. The regions are labels, not borders.',
    missing: (metric: string) => `– no ${metric} right now`,
    unit: (unit: string) => `in ${unit}`,
  },

  chip: {
    noFigure: 'no figure',
    delayed: 'Delayed',
    delayedBy: (age: number) => `Delayed ${duration(age)}`,
    doubtful: 'In doubt',
    from: (hour: string) => `from ${hour}`,
  },

  sources: {
    attribution:
      'Contains information from the PSI and PM2.5 datasets of the National Environment Agency from data.gov.sg, made available under the terms of the Singapore Open Data Licence version 1.0.',
    /** @param date of the last fetch */
    attributionOn: (date: string) =>
      `Contains information from the PSI and PM2.5 datasets of the National Environment Agency accessed on ${date} from data.gov.sg, made available under the terms of the Singapore Open Data Licence version 1.0.`,
    licence: 'Singapore Open Data Licence',
    psi: 'PSI at data.gov.sg',
    pm25: 'PM2.5 at data.gov.sg',
    supplies: 'Masks and purifiers',
  },
});

interface Dated {
  readonly metric: Metric;
  readonly hour: string;
  readonly age: number | undefined;
}

/** `4 pm, 3 hr ago` */
function when(hour: string, age: number | undefined): string {
  return age === undefined ? hour : `${hour}, ${duration(age)} ago`;
}

/** `24-hour PSI from 4 pm, 3 hr ago; 1-hour PM2.5 from 6 pm, 1 hr ago` */
function each(figures: readonly Dated[]): string {
  return figures.map(({ metric, hour, age }) => `${METRICS[metric]} from ${when(hour, age)}`).join('; ');
}
