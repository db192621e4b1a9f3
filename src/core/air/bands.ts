/**
 * The agency's bands, and how a value is shown in them. PSI bands apply to the 24-hour PSI, PM2.5 bands to
 * the 1-hour concentration (since 27 June 2016). Neither is ever derived from the other.
 *
 * Colours keep the agency's order (green, blue, yellow, orange, red) but are this project's own: each has 3:1
 * contrast as a graphic on white and on every surface of both themes.
 */

export type PsiSeverity = 'good' | 'moderate' | 'unhealthy' | 'very-unhealthy' | 'hazardous';
export type Pm25Severity = 'normal' | 'elevated' | 'high' | 'very-high';

export interface Band<Severity extends string> {
  readonly id: Severity;
  readonly label: string;
  /** Upper bound, inclusive; Infinity in the last band. */
  readonly upTo: number;
  /** `#rrggbb`. */
  readonly color: string;
}

/** How a value is shown; `{}` for null. */
export interface Presentation<Severity extends string> {
  readonly severity?: Severity;
  readonly label?: string;
  readonly color?: string;
}

const GREEN = '#2f8f4e';
const BLUE = '#3480c4';
const YELLOW = '#a67c00';
const ORANGE = '#d2620f';
const RED = '#e2403f';

/** Bands of the 24-hour PSI, an index without a unit. */
export const PSI_BANDS: readonly Band<PsiSeverity>[] = [
  { id: 'good', label: 'Good', upTo: 50, color: GREEN },
  { id: 'moderate', label: 'Moderate', upTo: 100, color: BLUE },
  { id: 'unhealthy', label: 'Unhealthy', upTo: 200, color: YELLOW },
  { id: 'very-unhealthy', label: 'Very unhealthy', upTo: 300, color: ORANGE },
  { id: 'hazardous', label: 'Hazardous', upTo: Number.POSITIVE_INFINITY, color: RED },
];

/** Bands of the 1-hour PM2.5 concentration, µg/m³. */
export const PM25_BANDS: readonly Band<Pm25Severity>[] = [
  { id: 'normal', label: 'Normal', upTo: 55, color: GREEN },
  { id: 'elevated', label: 'Elevated', upTo: 150, color: YELLOW },
  { id: 'high', label: 'High', upTo: 250, color: ORANGE },
  { id: 'very-high', label: 'Very high', upTo: Number.POSITIVE_INFINITY, color: RED },
];

function present<S extends string>(bands: readonly Band<S>[], value: number | null): Presentation<S> {
  if (value === null || !Number.isFinite(value) || value < 0) return {};
  const band = bands.find(({ upTo }) => value <= upTo);
  return band === undefined ? {} : { severity: band.id, label: band.label, color: band.color };
}

/** Presentation of a measured 24-hour PSI. */
export function psiPresentation(psi: number | null): Presentation<PsiSeverity> {
  return present(PSI_BANDS, psi);
}

/** Presentation of a measured 1-hour PM2.5, µg/m³. */
export function pm25Presentation(pm25: number | null): Presentation<Pm25Severity> {
  return present(PM25_BANDS, pm25);
}
