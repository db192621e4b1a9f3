import { defineWords } from '../../catalogue.ts';
import { number, plural } from '../../format.ts';

/** The stamps of air and weather: their texts on the drawing, and messages. Hours are texts such as `4 pm`, times `4:30 pm`. */
export const stamp = defineWords('stamp', {
  loading: 'The air is still loading. Try again in a moment.',
  weatherLoading: 'The weather is still loading. Try again in a moment.',
  notLoaded: 'The stamp did not load. Reload and try again.',
  /** With a button that leads to the choice of the town. */
  noTown: 'The weather stamp needs a town.',
  noRoom: (strokes: number) =>
    plural(strokes, {
      one: 'The stamp needs room for 1 stroke. Erase some first.',
      other: `The stamp needs room for ${number(strokes)} strokes. Erase some first.`,
    }),
  edge: 'The paper ends here. Go back to your drawing and try again.',

  added: (region: string) => `Air stamp added for ${region}.`,
  addedLate: (region: string) => `Air stamp added for ${region}. Delayed figures are marked.`,
  addedDoubtful: (region: string) => `Air stamp added for ${region}. What is in doubt is marked.`,
  addedPartly: (region: string) => `Air stamp added for ${region}. One figure is missing right now.`,
  addedWithout: 'Place and date added. There are no air figures right now.',
  addedWeather: (town: string) => `Weather stamp added for ${town}.`,
  addedWeatherLate: (town: string) => `Weather stamp added for ${town}. What is delayed is marked.`,
  addedWeatherDoubtful: (town: string) => `Weather stamp added for ${town}. What is in doubt is marked.`,
  addedWeatherPartly: (town: string) => `Weather stamp added for ${town}. Some of it is not known right now.`,
  addedWithoutWeather: 'Place and date added. The weather is not known right now.',

  /** In handwriting; in English if the handwriting lacks the letters of the language. */
  written: {
    /** @param place a region or a town */
    place: (place: string, date: string) => `${place}, Singapore, ${date}`,
    noFigures: 'No air figures right now',
    noFigure: (metric: string) => `${metric}: no figure`,
    figure: (metric: string, value: string, band: string, hour: string) =>
      `${metric} ${value} ${band}, ${hour}`,
    lateFigure: (metric: string, value: string, band: string) => `${metric} ${value} ${band}`,
    late: (hour: string) => `delayed, from ${hour}`,
    /** @param time to come, though it was said to be measured or issued then */
    ahead: (time: string) => `in doubt: ${time} is yet to come`,
    unknownHour: 'an unknown hour',

    noWeather: 'Weather not known right now',
    notKnown: (name: string) => `${name}: not known`,
    /** @param phrase the forecast's own, in English */
    forecast: (phrase: string, until: string) => `Forecast until ${until}: ${phrase}`,
    /** The same in two lines, of a long phrase. */
    forecastBelow: (phrase: string, until: string) => `Forecast until ${until}:\n${phrase}`,
    rain: (mm: number) => `Rain ${number(mm)} mm in 5 minutes`,
    noLightning: 'No lightning within 20 km',
    lightning: (km: number, time: string) => `Lightning ${number(km)} km away, last at ${time}`,
    lightningUndated: (km: number) => `Lightning ${number(km)} km away`,
    uv: (index: number, band: string) => `UV index ${number(index)}, ${band}`,
    wind: (kmh: number) => `Wind ${number(kmh)} km/h`,
    windFrom: (kmh: number, direction: string) => `Wind ${number(kmh)} km/h from the ${direction}`,
    /** What is current, and of when it is. */
    dated: (what: string, time: string) => `${what}, ${time}`,
  },
});
