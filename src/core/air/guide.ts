/**
 * The agency's guidance for outdoor activities in haze, in this project's own words. The bands, their bounds
 * and the words reduce, minimise and avoid are the agency's and keep its meanings. Source: its poster "How to
 * plan your outdoor activities during haze" (June 2026). Its caveats give the period that each measure
 * applies to and the symptoms of the general population. This is a dated reference, never a forecast.
 */
import { type Band, PM25_BANDS, type Pm25Severity, PSI_BANDS, type PsiSeverity } from './bands.ts';

const GUIDE_SOURCE = {
  publisher: 'National Environment Agency (NEA)',
  title: 'How to plan your outdoor activities during haze',
  date: 'June 2026',
  referenceUrl: 'https://www.haze.gov.sg/docs/default-source/posters/haze-pm-psi-guide-a4-english.pdf',
} as const;

export interface Pm25Advice {
  readonly everyone: string;
  readonly vulnerable: string;
}

/** Advice for the next hour, by the band of the 1-hour PM2.5. */
const PM25_ADVICE: Readonly<Record<Pm25Severity, Pm25Advice>> = {
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
  /** Older people, pregnant women, children. */
  readonly sensitive: string;
  /** People with a chronic disease of the lungs or heart. */
  readonly chronic: string;
}

const AS_USUAL: PsiAdvice = { healthy: 'As usual.', sensitive: 'As usual.', chronic: 'As usual.' };

/** Advice for the next day, by the band of the 24-hour PSI forecast. */
const PSI_ADVICE: Readonly<Record<PsiSeverity, PsiAdvice>> = {
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

export const DEFINITIONS = {
  reduce: 'do less of it',
  minimise: 'do as little of it as you can',
  avoid: 'do not do it',
  prolonged: 'for several hours on end',
  strenuous: 'takes a lot of energy or effort',
} as const;

const VULNERABLE =
  'Vulnerable persons are older people, pregnant women, children, and people with a chronic disease of the lungs or heart.';

/** Limits of the guidance, and how its two measures differ. */
const CAVEATS = [
  'The guidance prescribes nothing. In most people an irritated throat or eyes settle once they are out of the haze; whoever feels unwell should see a doctor.',
  'Go by the 1-hour PM2.5 for what you do in the next hour, and by the agency’s forecast of the 24-hour PSI for the next day.',
  'A PM2.5 concentration is never turned into a PSI, nor a PSI into a concentration: they are different measures.',
  'This is a reference of June 2026, not a forecast and no measurement; the agency’s own pages hold when they say otherwise.',
] as const;

interface Bounds {
  readonly id: string;
  readonly label: string;
  /** Inclusive bounds in whole numbers, because the measures are published as such. */
  readonly min: number;
  /** Null in the last band, which is open. */
  readonly max: number | null;
}

export interface Guide {
  readonly source: typeof GUIDE_SOURCE;
  readonly isLiveForecast: false;
  /** Bands of the 1-hour PM2.5, µg/m³. */
  readonly pm25Bands: readonly (Bounds & Pm25Advice)[];
  /** Bands of the 24-hour PSI forecast. */
  readonly psiForecast: { readonly bands: readonly (Bounds & PsiAdvice)[] };
  /** Meanings, keyed by the lower-case word. */
  readonly definitions: Readonly<Record<keyof typeof DEFINITIONS, string>>;
  readonly vulnerablePersons: string;
  readonly caveats: readonly string[];
}

/** The guide's own part of the response of `GET /api/v1/guide`. */
export function guide(): Guide {
  return {
    source: GUIDE_SOURCE,
    isLiveForecast: false,
    pm25Bands: bounded(PM25_BANDS, (id) => forTheNextHour(PM25_ADVICE[id])),
    psiForecast: { bands: bounded(PSI_BANDS, (id) => PSI_ADVICE[id]) },
    definitions: DEFINITIONS,
    vulnerablePersons: VULNERABLE,
    caveats: CAVEATS,
  };
}

/** The guide as JSON. It is constant, so the build writes it to a file and no script carries it. */
export function guideJson(): string {
  return JSON.stringify(guide());
}

function bounded<S extends string, A>(bands: readonly Band<S>[], advice: (id: S) => A): (Bounds & A)[] {
  return bands.map(({ id, label, upTo }, index) => ({
    id,
    label,
    min: index === 0 ? 0 : (bands[index - 1]?.upTo ?? 0) + 1,
    max: Number.isFinite(upTo) ? upTo : null,
    ...advice(id),
  }));
}

/** Adds the period to each sentence, because each may be read by itself. */
function forTheNextHour({ everyone, vulnerable }: Pm25Advice): Pm25Advice {
  const said = (words: string) => words.replace(/\.$/, ' for the next hour.');
  return { everyone: said(everyone), vulnerable: said(vulnerable) };
}
