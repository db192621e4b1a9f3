import { defineWords } from '../catalogue.ts';
import { isolate, number, plural } from '../format.ts';

/** Drawings, in more than one view. */
export const drawings = defineWords('drawings', {
  untitled: 'Untitled',
  count: (drawings: number) => plural(drawings, { one: '1 drawing', other: `${number(drawings)} drawings` }),
  strokes: (strokes: number) => plural(strokes, { one: '1 stroke', other: `${number(strokes)} strokes` }),
});

/** A title within a sentence. */
export function quoted(title: string): string {
  return `“${isolate(title)}”`;
}
