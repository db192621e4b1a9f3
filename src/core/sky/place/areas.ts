/**
 * The 47 areas of the two-hour forecast. Names and label points are those of area_metadata of data.gov.sg, the same in
 * 2019 and 2026. Regions are ours: the planning areas of URA, grouped by the agency's lists of towns, as in the map of
 * the air (src/app/air/map). Water catchments and islands on no list have the region around or nearest to them.
 */
import { FALLBACK_CENTRES } from '../../air/regions.ts';
import type { Region } from '../../air/types.ts';
import type { Place } from '../types.ts';

const TABLE = [
  ['Ang Mo Kio', 'central', 1.375, 103.839],
  ['Bedok', 'east', 1.321, 103.924],
  ['Bishan', 'central', 1.350772, 103.839],
  ['Boon Lay', 'west', 1.304, 103.701],
  ['Bukit Batok', 'west', 1.353, 103.754],
  ['Bukit Merah', 'south', 1.277, 103.819],
  ['Bukit Panjang', 'west', 1.362, 103.77195],
  ['Bukit Timah', 'south', 1.325, 103.791],
  ['Central Water Catchment', 'central', 1.38, 103.805],
  ['Changi', 'east', 1.357, 103.987],
  ['Choa Chu Kang', 'west', 1.377, 103.745],
  ['City', 'south', 1.292, 103.844],
  ['Clementi', 'west', 1.315, 103.76],
  ['Geylang', 'east', 1.318, 103.884],
  ['Hougang', 'east', 1.361218, 103.886],
  ['Jalan Bahar', 'west', 1.347, 103.67],
  ['Jurong East', 'west', 1.326, 103.737],
  ['Jurong Island', 'west', 1.266, 103.699],
  ['Jurong West', 'west', 1.34039, 103.705],
  ['Kallang', 'east', 1.312, 103.862],
  ['Lim Chu Kang', 'west', 1.423, 103.717332],
  ['Mandai', 'north', 1.419, 103.812],
  ['Marine Parade', 'east', 1.297, 103.891],
  ['Novena', 'central', 1.327, 103.826],
  ['Pasir Ris', 'east', 1.37, 103.948],
  ['Paya Lebar', 'east', 1.358, 103.914],
  ['Pioneer', 'west', 1.315, 103.675],
  ['Pulau Tekong', 'east', 1.403, 104.053],
  ['Pulau Ubin', 'east', 1.404, 103.96],
  ['Punggol', 'east', 1.401, 103.904],
  ['Queenstown', 'south', 1.291, 103.78576],
  ['Seletar', 'north', 1.404, 103.869],
  ['Sembawang', 'north', 1.445, 103.818495],
  ['Sengkang', 'north', 1.384, 103.891443],
  ['Sentosa', 'south', 1.243, 103.832],
  ['Serangoon', 'east', 1.357, 103.865],
  ['Southern Islands', 'south', 1.208, 103.842],
  ['Sungei Kadut', 'north', 1.413, 103.756],
  ['Tampines', 'east', 1.345, 103.944],
  ['Tanglin', 'south', 1.308, 103.813],
  ['Tengah', 'west', 1.374, 103.715],
  ['Toa Payoh', 'central', 1.334304, 103.856327],
  ['Tuas', 'west', 1.294947, 103.635],
  ['Western Islands', 'west', 1.205926, 103.746],
  ['Western Water Catchment', 'west', 1.405, 103.689],
  ['Woodlands', 'north', 1.432, 103.786528],
  ['Yishun', 'north', 1.418, 103.839],
] as const satisfies readonly (readonly [string, Region, number, number])[];

type Slug<Name extends string> = Name extends `${infer First} ${infer Rest}`
  ? `${Lowercase<First>}-${Slug<Rest>}`
  : Lowercase<Name>;

/** The name in lower case, with hyphens: `toa-payoh`. */
export type AreaId = Slug<(typeof TABLE)[number][0]>;

export interface Area extends Place {
  readonly id: AreaId;
  readonly name: string;
  /** The region whose air and day's forecast hold here. */
  readonly region: Region;
}

/** In the order of their names. */
export const AREAS: readonly Area[] = TABLE.map(([name, region, latitude, longitude]) => ({
  id: slugOf(name) as AreaId,
  name,
  region,
  latitude,
  longitude,
}));

export const AREA_IDS: readonly AreaId[] = AREAS.map(({ id }) => id);

/** A point amid the island, for what holds for all of it: the label point of the Central region. */
export const ISLAND: Place = FALLBACK_CENTRES.central;

const BY_ID: ReadonlyMap<string, Area> = new Map(AREAS.map((area) => [area.id, area]));

/** The area with this id; undefined if there is none. Case counts. */
export function areaOf(id: AreaId): Area;
export function areaOf(id: string): Area | undefined;
export function areaOf(id: string): Area | undefined {
  return BY_ID.get(id);
}

/** The id for a name as the upstream writes it, also of a name that is none of the 47. */
export function slugOf(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-');
}
