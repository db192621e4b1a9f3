/** Avatars: a small landscape of sky, sun, hills and trees. The same seed always gives the same landscape. */
export interface Hill {
  /** SVG path in a field of 64 by 64 units. */
  readonly path: string;
  readonly pigment: Pigment;
}

/** Name of a colour in tokens.css: `--pigment-sky`. */
export type Pigment = 'sky' | 'dawn' | 'rain' | 'sun' | 'clay' | 'leaf' | 'sea' | 'night';

export interface Landscape {
  readonly sky: Pigment;
  readonly sun: { readonly x: number; readonly y: number; readonly r: number; readonly pigment: Pigment };
  /** Farthest first. */
  readonly hills: readonly Hill[];
  /** Trees on the nearest hill: foot of the trunk, and height. */
  readonly trees: readonly { readonly x: number; readonly y: number; readonly height: number }[];
}

const FIELD = 64;
const SKIES: readonly [Pigment, ...Pigment[]] = ['sky', 'dawn', 'rain', 'sky', 'night'];
const LANDS: readonly [readonly Pigment[], ...(readonly Pigment[])[]] = [
  ['sea', 'leaf'],
  ['clay', 'leaf'],
  ['night', 'sea'],
  ['leaf', 'night'],
  ['sea', 'clay'],
];

/** A 32-bit hash of a text: FNV-1a over UTF-16 units. */
function hash(text: string): number {
  let bits = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    bits = Math.imul(bits ^ text.charCodeAt(index), 0x01000193);
  }
  return bits >>> 0;
}

/** A generator of numbers in [0, 1), seeded by a text: mulberry32. */
function numbers(seed: string): () => number {
  let state = hash(seed);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), state | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
}

const round = (value: number) => Math.round(value * 10) / 10;

function pick<T>(items: readonly [T, ...T[]], next: () => number): T {
  return items[Math.floor(next() * items.length)] ?? items[0];
}

/** A hill over the whole width with a ridge near `height`, as a closed path down to the lower edge. */
function ridge(height: number, next: () => number): { path: string; top: number } {
  const left = height + (next() - 0.5) * 12;
  const middle = height + (next() - 0.5) * 14;
  const right = height + (next() - 0.5) * 12;
  const path = `M0 ${round(left)}C12 ${round(left - 8)} 20 ${round(middle - 3)} 32 ${round(middle)}S52 ${round(right - 6)} ${FIELD} ${round(right)}V${FIELD}H0Z`;
  return { path, top: middle };
}

/** The landscape of a seed. Any text is a seed, the empty one too. */
export function landscapeOf(seed: string): Landscape {
  const next = numbers(seed);
  const sky = pick(SKIES, next);
  const land = pick(LANDS, next);
  const sun = {
    x: round(14 + next() * 36),
    y: round(12 + next() * 16),
    r: round(5 + next() * 5),
    pigment: sky === 'night' ? ('dawn' as const) : ('sun' as const),
  };
  const far = ridge(34 + next() * 6, next);
  const near = ridge(47 + next() * 5, next);
  const trees = Array.from({ length: Math.floor(next() * 4) }, () => ({
    x: round(10 + next() * 44),
    y: round(near.top + 3 + next() * 4),
    height: round(9 + next() * 7),
  }));
  const [farPigment = 'sea', nearPigment = 'leaf'] = land;
  return {
    sky,
    sun,
    hills: [
      { path: far.path, pigment: farPigment },
      { path: near.path, pigment: nearPigment },
    ],
    trees,
  };
}
