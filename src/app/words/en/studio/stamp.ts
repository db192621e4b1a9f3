import { defineWords } from '../../catalogue.ts';
import { number, plural } from '../../format.ts';

/** The stamp of the air: its text on the drawing, and messages. Hours are texts such as `4 pm`. */
export const stamp = defineWords('stamp', {
  loading: 'The air is still loading. Try again in a moment.',
  noRoom: (strokes: number) =>
    plural(strokes, {
      one: 'The stamp needs room for 1 stroke. Erase some first.',
      other: `The stamp needs room for ${number(strokes)} strokes. Erase some first.`,
    }),
  edge: 'The paper ends here. Go back to your drawing and try again.',

  added: (region: string) => `Air stamp added for ${region}.`,
  addedLate: (region: string) => `Air stamp added for ${region}. Delayed figures are marked.`,
  addedPartly: (region: string) => `Air stamp added for ${region}. One figure is missing right now.`,
  addedWithout: 'Place and date added. There are no air figures right now.',

  /** In handwriting; in English if the handwriting lacks the letters of the language. */
  written: {
    place: (region: string, date: string) => `${region}, Singapore, ${date}`,
    noFigures: 'No air figures right now',
    noFigure: (metric: string) => `${metric}: no figure`,
    figure: (metric: string, value: string, band: string, hour: string) =>
      `${metric} ${value} ${band}, ${hour}`,
    lateFigure: (metric: string, value: string, band: string) => `${metric} ${value} ${band}`,
    late: (hour: string) => `delayed, from ${hour}`,
    unknownHour: 'an unknown hour',
  },
});
