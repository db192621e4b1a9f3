/** The parts of a file that could not be imported, counted by kind. */

/** All kinds of parts that are left out, in the order in which they are reported. */
export const KINDS = [
  'text',
  'image',
  /** A filled shape. */
  'fill',
  'arrowhead',
  'dash',
  'gradient',
  /** A mask or an effect. */
  'effect',
  'frame',
  /** An embedded page. */
  'embed',
  /** A repeated shape. */
  'reuse',
  /** A film or a sound. */
  'media',
  'animation',
  'eraser',
  /** A layer that a drawing cannot have: its strokes are on the lowest. */
  'layer',
  /** A stroke that the file does not show. */
  'hidden',
  'pressure',
  /** The strokes that an SVG carries, of which one is damaged: what it shows is read instead. */
  'carried',
  'date',
  'other',
] as const;

export type Kind = (typeof KINDS)[number];

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
