/** JSON Schemas of the sky. Build time only. */
import { REGIONS } from '../../core/air/types.ts';
import { HEAT_BAND_IDS, RAIN_BAND_IDS, REACH_KM, UV_BAND_IDS } from '../../core/sky/bands.ts';
import { ABOUT_KM, LIGHTNING_STATES, NEAR_KM } from '../../core/sky/lightning.ts';
import { KINDS } from '../../core/sky/phrases.ts';
import { AREA_IDS } from '../../core/sky/place/areas.ts';
import { perFeed } from '../../core/sky/types.ts';
import { dateTime, object, orNull, ref, type Schema, text, uri } from './schemas.ts';

function described(schema: Schema, description: string): Schema {
  return { ...schema, description };
}

const notNegative: Schema = { type: 'number', minimum: 0 };
const degrees: Schema = { type: 'number', minimum: 0, maximum: 360 };

/** Which station a value is of. */
const station = {
  station: described(text, 'Its name.'),
  distanceKm: described(notNegative, 'From the label point of the area, along the great circle.'),
};

/** The nearest station that reports, if it is near enough. */
function near(what: string, km: number): Schema {
  return {
    ...orNull(ref(what)),
    description: `Of the nearest station that reports, at most ${km} km away. Null without one, for all areas, and after the limit.`,
  };
}

const period = object({ from: dateTime, to: dateTime });

export const skySchemas: Record<string, Schema> = {
  SkySource: object({
    url: described(uri, 'The address that answered, or was asked.'),
    timestamp: described(
      orNull(dateTime),
      'What the data are of: the reading, or the issue of the forecast; never the time of the fetch. Kept when they are too old to be shown.',
    ),
    updatedTimestamp: described(orNull(dateTime), 'When the source last published them.'),
    fetchedAt: described(orNull(dateTime), 'When it was last fetched successfully.'),
    status: {
      type: 'string',
      enum: ['ok', 'stale', 'unavailable'],
      description:
        '`ok`: the last refresh succeeded, and the data are not late and at most 5 min ahead. `stale`: there are data, but one of these conditions is not met; show them as delayed, with their time. `unavailable`: there are none, or they are too old to be shown. Late, and too old, after: two-hour forecast 45 min, end of its period; rain 15, 30 min; lightning 8, 15 min; heat 40, 60 min; UV 80 min, 2 h; wind 20, 40 min; 24-hour forecast 8 h, end of its period.',
    },
  }),
  SkyRain: object({
    mmPer5min: described(notNegative, 'What fell in five minutes, mm.'),
    band: {
      type: 'string',
      enum: RAIN_BAND_IDS,
      description: 'This project’s own, not the agency’s: none at 0, below 0.5, below 2 mm, and more.',
    },
    ...station,
  }),
  SkyLightning: object({
    state: {
      type: 'string',
      enum: LIGHTNING_STATES,
      description: `Of the half hour up to \`sources.lightning.timestamp\`, to the ground and between clouds alike. \`near\`: a strike within ${NEAR_KM} km; \`about\`: within ${ABOUT_KM} km; \`none\`: neither, with every minute known and the source ok; otherwise \`unknown\`, which is no all-clear. The rule is this project’s own. When you hear thunder, go, whatever this says.`,
    },
    nearestKm: described(
      orNull(notNegative),
      'How near the nearest of the strikes was that make the state `near` or `about`.',
    ),
    lastStrikeAt: described(orNull(dateTime), 'When the last of them was.'),
  }),
  SkyHeat: object({
    wbgt: { type: 'number', description: 'Wet-bulb globe temperature, °C.' },
    band: {
      type: 'string',
      enum: HEAT_BAND_IDS,
      description:
        'The source’s own word for the heat stress. If it said none that is known, that of the agency’s limits, 31 and 33 °C.',
    },
    ...station,
  }),
  SkyUv: object({
    index: described(notNegative, 'UV index: the mean of the hour before, one for the island.'),
    band: { type: 'string', enum: UV_BAND_IDS, description: 'The agency’s.' },
  }),
  SkyWind: object({
    speedKmh: described(notNegative, 'Mean of a minute, 10 m above the ground, km/h.'),
    from: described(
      orNull(degrees),
      'Degrees clockwise from north that it blows from; null if the station did not say.',
    ),
    ...station,
  }),
  SkyPhrase: object({
    text: described(text, 'The phrase as it was sent.'),
    kind: {
      type: 'string',
      enum: KINDS,
      description:
        'What its words mean outdoors: `storm` has thunder, `heavy` is heavy rain, `wet` any other. `unknown`: show the text.',
    },
    from: dateTime,
    to: dateTime,
  }),
  SkyNow: object({
    rain: near('SkyRain', REACH_KM.rain),
    lightning: ref('SkyLightning'),
    heat: near('SkyHeat', REACH_KM.heat),
    uv: described(
      orNull(ref('SkyUv')),
      'Null from 20 to 7 h, when nothing is measured, and after the limit.',
    ),
    wind: near('SkyWind', REACH_KM.wind),
  }),
  SkyNext: object({
    forecast: described(
      orNull(ref('SkyPhrase')),
      'The next two hours at the area; null if nothing is known.',
    ),
    periods: {
      type: 'array',
      items: ref('SkyPhrase'),
      description: 'The periods of the 24-hour forecast for the region of the area that have not ended.',
    },
  }),
  SkySun: described(
    object({
      sunrise: dateTime,
      sunset: dateTime,
      goldenMorning: period,
      goldenEvening: described(period, 'While the sun stands no higher than 6 degrees.'),
      azimuth: described(degrees, 'Where it stands in this minute, degrees clockwise from north.'),
      altitude: {
        type: 'number',
        minimum: -90,
        maximum: 90,
        description: 'Degrees above the horizon; negative below it.',
      },
    }),
    'Reckoned, not fetched, for the day in Singapore.',
  ),
  SkyArea: object({
    id: { type: 'string', enum: AREA_IDS },
    name: text,
    region: { type: 'string', enum: REGIONS, description: 'Whose air and 24-hour forecast hold there.' },
    latitude: { type: 'number', description: 'Of the label point, not of a visitor.' },
    longitude: { type: 'number' },
    now: ref('SkyNow'),
    next: ref('SkyNext'),
  }),
  Sky: object(
    {
      apiVersion: { const: '1' },
      provenance: ref('Provenance'),
      area: { type: 'string', enum: ['all', ...AREA_IDS], description: 'As requested.' },
      region: { enum: [...REGIONS, null], description: 'The region of the area; null for all.' },
      fetchedAt: described(
        orNull(dateTime),
        'The latest successful fetch of any source; null when there was none.',
      ),
      sources: object(perFeed(() => ref('SkySource'))),
      warning: described(
        orNull(text),
        'The faults of what is shown, in one sentence with source and time; null if there are none.',
      ),
      now: described(ref('SkyNow'), 'At the area. For all, only the UV index: the rest is in `areas`.'),
      next: ref('SkyNext'),
      sun: ref('SkySun'),
      areas: {
        type: 'array',
        maxItems: AREA_IDS.length,
        items: ref('SkyArea'),
        description: 'Only for all: every area.',
      },
    },
    ['areas'],
  ),
};
