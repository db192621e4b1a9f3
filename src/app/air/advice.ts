/**
 * What the agency's guidance asks for in each band, in this project's own words. The words reduce,
 * minimise and avoid are the agency's and keep its meanings. Source: its poster "How to plan your
 * outdoor activities during haze" (June 2026).
 */
import type { Pm25Severity, PsiSeverity } from '../../core/air/bands.ts';
import { hourWords } from '../time-words.ts';
import type { Figure } from './figures.ts';

export const GUIDE_POSTER =
  'https://www.haze.gov.sg/docs/default-source/posters/haze-pm-psi-guide-a4-english.pdf';

export interface Pm25Advice {
  readonly everyone: string;
  readonly vulnerable: string;
}

/** For the next hour, by PM2.5 band. */
export const PM25_ADVICE: Readonly<Record<Pm25Severity, Pm25Advice>> = {
  normal: { everyone: 'Carry on as usual.', vulnerable: 'Carry on as usual.' },
  elevated: {
    everyone: 'Reduce what is strenuous outdoors.',
    vulnerable: 'Avoid what is strenuous outdoors.',
  },
  high: { everyone: 'Avoid what is strenuous outdoors.', vulnerable: 'Avoid being active outdoors.' },
  'very-high': { everyone: 'Minimise being active outdoors.', vulnerable: 'Avoid being active outdoors.' },
};

export interface PsiAdvice {
  readonly healthy: string;
  readonly sensitive: string;
  readonly chronic: string;
}

const AS_USUAL: PsiAdvice = { healthy: 'As usual.', sensitive: 'As usual.', chronic: 'As usual.' };

/** For the next day, by the band of the 24-hour PSI that is forecast. */
export const PSI_ADVICE: Readonly<Record<PsiSeverity, PsiAdvice>> = {
  good: AS_USUAL,
  moderate: AS_USUAL,
  unhealthy: {
    healthy: 'Reduce prolonged or strenuous exertion outdoors.',
    sensitive: 'Minimise prolonged or strenuous exertion outdoors.',
    chronic: 'Avoid prolonged or strenuous exertion outdoors.',
  },
  'very-unhealthy': {
    healthy: 'Avoid prolonged or strenuous exertion outdoors.',
    sensitive: 'Minimise being active outdoors.',
    chronic: 'Avoid being active outdoors.',
  },
  hazardous: {
    healthy: 'Minimise being active outdoors.',
    sensitive: 'Avoid being active outdoors.',
    chronic: 'Avoid being active outdoors.',
  },
};

export const DEFINITIONS: readonly (readonly [word: string, meaning: string])[] = [
  ['Reduce', 'do less of it'],
  ['Minimise', 'do as little of it as you can'],
  ['Avoid', 'do not do it'],
  ['Prolonged', 'for several hours on end'],
  ['Strenuous', 'takes a lot of energy or effort'],
];

export const VULNERABLE =
  'Vulnerable persons are older people, pregnant women, children, and people with a chronic disease of the lungs or heart.';

const NEXT_HOUR: Readonly<Record<string, string>> = {
  normal: 'Going by the 1-hour PM2.5, carry on outdoors as usual for the next hour.',
  elevated:
    'Going by the 1-hour PM2.5, reduce what is strenuous outdoors for the next hour; vulnerable persons should avoid it.',
  high: 'Going by the 1-hour PM2.5, avoid what is strenuous outdoors for the next hour; vulnerable persons should avoid being active outdoors at all.',
  'very-high':
    'Going by the 1-hour PM2.5, minimise being active outdoors for the next hour; vulnerable persons should avoid it altogether.',
};

/** What a region's 1-hour PM2.5 means for the next hour, in one sentence; without a current figure, that it cannot be said. */
export function nextHourWords(pm25: Figure, now: number): string {
  if (pm25.status === 'ok' && pm25.severity !== undefined) return NEXT_HOUR[pm25.severity] ?? '';
  if (pm25.status === 'stale' && pm25.hour !== null) {
    return `The 1-hour PM2.5 is from ${hourWords(pm25.hour, now)}: too old to say what the next hour asks of you.`;
  }
  return 'Without a 1-hour PM2.5 nothing can be said about the next hour.';
}
