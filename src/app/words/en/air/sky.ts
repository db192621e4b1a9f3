import type { Pm25Severity } from '../../../../core/air/bands.ts';
import type { HeatBand, RainBand, UvBand } from '../../../../core/sky/bands.ts';
import type { Needed } from '../../../../core/sky/plan.ts';
import { defineWords } from '../../catalogue.ts';
import { isolate, list, number } from '../../format.ts';

const NEEDED: Readonly<Record<Needed, string>> = {
  lightning: 'lightning',
  rain: 'rain',
  forecast2h: 'the forecast',
};

/** The sky at a town: on the page Outdoors, in the gallery and in the studio. */
export const sky = defineWords('sky', {
  title: 'Now and the next two hours',
  town: 'Where do you draw?',
  chooseTown: 'Choose a town',
  invitation:
    'Rain, lightning, heat and sun there, now and for the next two hours. The choice stays on this device.',
  loading: 'Looking at the sky…',
  failed: 'The sky could not be loaded. Look at the sky before you unpack.',
  failedOffline:
    'Offline, and nothing newer of the sky is on this device. Look at the sky before you unpack.',
  masks: 'Masks',
  /** In place of the empty gallery's invitation. */
  invitationIndoors: 'Stay in, look around and\ndraw what is in front of you.',

  /** The one sentence that matters most. Ages and times are in words. */
  plan: {
    shelter: (km: number, age: string) => `Take shelter: lightning ${number(km)} km away, ${age}.`,
    shelterUndated: (km: number) => `Take shelter: lightning ${number(km)} km away in the last half hour.`,
    air: {
      elevated: 'Reduce strenuous activity outdoors: the 1-hour PM2.5 is elevated.',
      high: 'Avoid strenuous activity outdoors: the 1-hour PM2.5 is high.',
      'very-high': 'Keep activity outdoors to a minimum: the 1-hour PM2.5 is very high.',
    } satisfies Readonly<Record<Exclude<Pm25Severity, 'normal'>, string>>,
    forecast: {
      storm: (town: string, until: string) => `Thunderstorms likely in ${town} until ${until}.`,
      heavy: (town: string, until: string) => `Heavy rain likely in ${town} until ${until}.`,
      wet: (town: string, until: string) => `Rain likely in ${town} until ${until}.`,
      hazy: (town: string, until: string) => `Haze in ${town} until ${until}.`,
      windy: (town: string, until: string) => `Windy in ${town} until ${until}: hold on to your paper.`,
      mist: (town: string, until: string) => `Mist in ${town} until ${until}.`,
    },
    /** @param text the forecast's own, in English */
    phrase: (text: string, town: string, until: string) =>
      `The forecast for ${town} until ${until} says “${isolate(text)}”.`,
    falling: {
      light: (town: string) => `Light rain in ${town}.`,
      rain: (town: string) => `Rain in ${town}.`,
      heavy: (town: string) => `Heavy rain in ${town}.`,
    },
    heat: {
      moderate: 'Hot: rest in the shade now and then, and drink.',
      high: 'Very hot: stay in the shade, rest and drink.',
    },
    lightning: (km: number, age: string) => `Lightning ${number(km)} km away, ${age}: be ready to leave.`,
    lightningUndated: (km: number) =>
      `Lightning ${number(km)} km away in the last half hour: be ready to leave.`,
    uv: (index: number) => `Strong sun: UV index ${number(index)}. Draw in the shade.`,
    unsure: (missing: readonly Needed[]) =>
      `Not known right now: ${list(missing.map((feed) => NEEDED[feed]))}. Look at the sky before you unpack.`,
    /** Instead of that in the first seconds. */
    coming: (missing: readonly Needed[]) =>
      `Asking for ${list(missing.map((feed) => NEEDED[feed]))}… Until then, look at the sky.`,
    clear: (town: string, until: string) => `Dry in ${town} until ${until}, and no lightning around.`,
    clearWithoutAir: (town: string, until: string) =>
      `Dry in ${town} until ${until}, and no lightning around. The air is not known right now.`,
    clearAndGolden: (town: string, until: string, golden: string) =>
      `Dry in ${town} until ${until}, and no lightning around. Golden hour from ${golden}.`,
  },
  delayed: (time: string, age: string) => `Delayed: from ${time}, ${age}.`,
  /** The same of lightning: a strike has an age already. */
  noneAfter: (time: string) => `Lightning after ${time} is not known.`,
  /** @param time to come, though it was said to be measured or issued then */
  ahead: (time: string) => `In doubt: its time, ${time}, is yet to come.`,
  thunder: 'When you hear thunder, go: it outranks all of this.',

  /** The figures under the sentence. */
  over: (town: string) => `The sky over ${town}`,
  names: {
    forecast2h: 'Next two hours',
    rain: 'Rain',
    lightning: 'Lightning',
    heat: 'Heat',
    uv: 'UV index',
    wind: 'Wind',
    sun: 'Sun',
  },
  unknown: 'Not known',
  /** Instead of that in the first seconds. */
  asking: 'Asking…',
  until: (text: string, until: string) => `${isolate(text)}, until ${until}`,
  /** Bands of this project's own. */
  rainBands: {
    none: 'None',
    light: 'Light',
    rain: 'Rain',
    heavy: 'Heavy',
  } satisfies Readonly<Record<RainBand, string>>,
  rain: (band: string, mm: number) => `${band}: ${number(mm)} mm in 5 minutes`,
  lightningStates: {
    none: 'None within 20 km in the last half hour',
    unknown: 'Not known: not an all-clear',
  },
  strike: (km: number, age: string) => `Nearest ${number(km)} km away, last strike ${age}`,
  strikeUndated: (km: number) => `Nearest ${number(km)} km away`,
  heatBands: {
    low: 'low stress',
    moderate: 'moderate stress',
    high: 'high stress',
  } satisfies Readonly<Record<HeatBand, string>>,
  heat: (wbgt: number, band: string) => `WBGT ${number(wbgt)} °C, ${band}`,
  uvBands: {
    low: 'low',
    moderate: 'moderate',
    high: 'high',
    'very-high': 'very high',
    extreme: 'extreme',
  } satisfies Readonly<Record<UvBand, string>>,
  uv: (index: number, band: string) => `${number(index)}, ${band}`,
  noUv: 'None at night',
  wind: (kmh: number) => `${number(kmh)} km/h`,
  sunPicture: 'The sun’s way over the day',
  sunrise: (time: string) => `Sunrise ${time}`,
  sunset: (time: string) => `Sunset ${time}`,
  /** @param degrees above the horizon */
  sunUp: (degrees: number, direction: string) => `${number(degrees)}° high in the ${direction}`,
  sunDown: 'Below the horizon',
  directions: {
    n: 'north',
    ne: 'north-east',
    e: 'east',
    se: 'south-east',
    s: 'south',
    sw: 'south-west',
    w: 'west',
    nw: 'north-west',
  },
  golden: (until: string, from: string) => `Golden hour until ${until} and from ${from}`,
  sunReckoned: 'Worked out on this device, also offline.',
  later: (region: string) => `Later in ${region}`,
  period: (from: string, to: string) => `${from} to ${to}`,
  issued: (time: string, age: string) => `Issued ${time}, ${age}`,
  /** Which station, how far away, and of when. */
  station: (name: string, km: number) => `${isolate(name)}, ${number(km)} km away`,
  of: (time: string, age: string) => `${time}, ${age}`,
  own: 'The bands of rain and the rule for lightning (8 and 20 km, half an hour) are Pleinair’s own.',
  attribution:
    'Weather from the National Environment Agency and its Meteorological Service, by data.gov.sg under the Singapore Open Data Licence version 1.0.',
});
