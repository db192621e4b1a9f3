/** The bands of what is measured: the agency's for UV and heat, this project's own for rain. */

/** Own bands of what fell in five minutes, mm: the agency has none for it. Wherever they are shown, they are called so. */
const RAIN_BANDS = [
  { id: 'light', below: 0.5 },
  { id: 'rain', below: 2 },
  { id: 'heavy', below: Number.POSITIVE_INFINITY },
] as const;

export const RAIN_BAND_IDS = ['none', 'light', 'rain', 'heavy'] as const;
export type RainBand = (typeof RAIN_BAND_IDS)[number];

/** @param mm measured in five minutes, not negative */
export function rainBand(mm: number): RainBand {
  if (mm === 0) return 'none';
  return RAIN_BANDS.find(({ below }) => mm < below)?.id ?? 'heavy';
}

/** The agency's bands of the UV index, the World Health Organization's: upper bounds, inclusive, in whole numbers. */
const UV_BANDS = [
  { id: 'low', upTo: 2 },
  { id: 'moderate', upTo: 5 },
  { id: 'high', upTo: 7 },
  { id: 'very-high', upTo: 10 },
  { id: 'extreme', upTo: Number.POSITIVE_INFINITY },
] as const;

export const UV_BAND_IDS = ['low', 'moderate', 'high', 'very-high', 'extreme'] as const;
export type UvBand = (typeof UV_BAND_IDS)[number];

/** @param index measured; one that is not whole is rounded, as the agency's are published */
export function uvBand(index: number): UvBand {
  return UV_BANDS.find(({ upTo }) => Math.round(index) <= upTo)?.id ?? 'extreme';
}

export const HEAT_BAND_IDS = ['low', 'moderate', 'high'] as const;
export type HeatBand = (typeof HEAT_BAND_IDS)[number];

/** The agency's bands of the WBGT, °C, below which each lies (Heat stress advisory, NEA and MSS, June 2026). */
const HEAT_BANDS = [
  { id: 'low', below: 31 },
  { id: 'moderate', below: 33 },
] as const;

/**
 * The feed has the agency's own word for the heat, which comes from a figure that is not rounded. Without one that is known,
 * the agency's limits say it: otherwise 35 °C would pass for no heat at all.
 * @param word null if the feed has none that is known
 * @param wbgt °C
 */
export function heatBand(word: HeatBand | null, wbgt: number): HeatBand {
  return word ?? HEAT_BANDS.find(({ below }) => wbgt < below)?.id ?? 'high';
}

/**
 * How far in km a station may be from an area and still speak for it: own bounds, a little beyond the farthest that an
 * area has while all stations report (Pulau Tekong). A gauge at the other end of the island says nothing of the rain
 * here.
 */
export const REACH_KM = { rain: 10, heat: 10, wind: 15 } as const;
