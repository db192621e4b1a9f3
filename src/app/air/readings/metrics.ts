/** The two metrics as the page names and presents them. */
import {
  type Band,
  PM25_BANDS,
  PSI_BANDS,
  pm25Presentation,
  psiPresentation,
} from '../../../core/air/bands.ts';
import type { Metric } from '../../../core/air/types.ts';

export const UNITS: Readonly<Record<Metric, string>> = { psi: '', pm25: 'µg/m³' };

/** Where the whole name stands beside it. */
export const SHORT_NAMES: Readonly<Record<Metric, string>> = { psi: 'PSI', pm25: 'PM2.5' };

/** Lowest first. */
export const BANDS: Readonly<Record<Metric, readonly Band<string>[]>> = { psi: PSI_BANDS, pm25: PM25_BANDS };

/** Label and colour of a measured value; `{}` for null. */
export function presentationOf(metric: Metric, value: number | null) {
  return metric === 'psi' ? psiPresentation(value) : pm25Presentation(value);
}
