/** What of a file could not be carried over: counted by kind. */

/** Singular and plural of everything that is ever left out. */
const WORDS = {
  text: ['text', 'texts'],
  image: ['image', 'images'],
  fill: ['filled shape', 'filled shapes'],
  arrowhead: ['arrowhead', 'arrowheads'],
  dash: ['dash pattern', 'dash patterns'],
  gradient: ['gradient', 'gradients'],
  effect: ['mask or effect', 'masks and effects'],
  frame: ['frame', 'frames'],
  embed: ['embedded page', 'embedded pages'],
  reuse: ['repeated shape', 'repeated shapes'],
  media: ['film or sound', 'films and sounds'],
  animation: ['animation', 'animations'],
  eraser: ['eraser stroke', 'eraser strokes'],
  pressure: ['stroke’s pressure', 'strokes’ pressure'],
  date: ['date', 'dates'],
  other: ['other thing', 'other things'],
} as const;

export type Kind = keyof typeof WORDS;

export type LeftOut = Readonly<Partial<Record<Kind, number>>>;

export class Tally {
  readonly #counts: Partial<Record<Kind, number>> = {};

  add(kind: Kind, by = 1): void {
    if (by > 0) this.#counts[kind] = (this.#counts[kind] ?? 0) + by;
  }

  get counts(): LeftOut {
    return this.#counts;
  }
}

/** How many things were left out. */
export function countOf(leftOut: LeftOut): number {
  return Object.values(leftOut).reduce((sum, count) => sum + count, 0);
}

/** `2 texts, 1 image and 3 filled shapes were left out.`; `""` when everything was carried. */
export function leftOutWords(leftOut: LeftOut): string {
  const parts: string[] = [];
  for (const kind of Object.keys(WORDS)) {
    const count = isKind(kind) ? leftOut[kind] : undefined;
    if (count && isKind(kind))
      parts.push(`${count.toLocaleString('en-SG')} ${WORDS[kind][count === 1 ? 0 : 1]}`);
  }
  const last = parts.pop();
  if (last === undefined) return '';
  const all = parts.length > 0 ? `${parts.join(', ')} and ${last}` : last;
  return `${all} ${countOf(leftOut) === 1 ? 'was' : 'were'} left out.`;
}

function isKind(name: string): name is Kind {
  return name in WORDS;
}
