/** Units, bands and band names of the two metrics. */
import {
  type Band,
  PM25_BANDS,
  PSI_BANDS,
  pm25Presentation,
  psiPresentation,
} from '../../../core/air/bands.ts';
import type { Metric } from '../../../core/air/types.ts';
import { type BandId, air as words } from '../../words/en/air/air.ts';
import type { Figure } from './figures.ts';

/** Unit of a value, shown apart from the number. */
export const UNITS: Readonly<Record<Metric, string>> = { psi: '', pm25: 'µg/m³' };

/** The bands of each metric, lowest first. */
export const BANDS: Readonly<Record<Metric, readonly Band<string>[]>> = { psi: PSI_BANDS, pm25: PM25_BANDS };

/** Band, label and colour of a measured value; `{}` for null. */
export function presentationOf(metric: Metric, value: number | null) {
  return metric === 'psi' ? psiPresentation(value) : pm25Presentation(value);
}

/** True for a band that the page has words for. */
export function isBandId(id: string | undefined): id is BandId {
  return id !== undefined && Object.hasOwn(words.bands, id);
}

/** The name of a band: the page's, or else the API's. */
export function bandName({ severity, band }: Pick<Figure, 'severity' | 'band'>): string | undefined {
  return isBandId(severity) ? words.bands[severity] : band;
}
