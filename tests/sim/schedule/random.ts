/** Random numbers from a seed. */

export interface Random {
  /** 0 <= x < 1. */
  next(): number;
  /** An integer from `min` to `max`, both included. */
  int(min: number, max: number): number;
  chance(probability: number): boolean;
  /** One of the items; undefined if there are none. */
  pick<T>(items: readonly T[]): T | undefined;
  /** One of the names, by weight. */
  weighted<T extends string>(weights: Readonly<Partial<Record<T, number>>>): T;
}

/** The same parts give the same numbers, whatever else was drawn before. */
export function seededRandom(...parts: readonly (number | string)[]): Random {
  const next = sfc32(hash(parts.join('/')));
  const int = (min: number, max: number) => min + Math.floor(next() * (max - min + 1));
  return {
    next,
    int,
    chance: (probability) => next() < probability,
    pick: (items) => items[Math.floor(next() * items.length)],
    weighted<T extends string>(weights: Readonly<Partial<Record<T, number>>>): T {
      const entries = Object.entries<number | undefined>(weights);
      let left = next() * entries.reduce((sum, [, weight = 0]) => sum + weight, 0);
      for (const [name, weight = 0] of entries) {
        left -= weight;
        if (left < 0) return name as T;
      }
      throw new Error('nothing to choose from');
    },
  };
}

/** Four 32-bit numbers from a text: FNV-1a with a different start for each. */
function hash(text: string): [number, number, number, number] {
  const one = (start: number) => {
    let h = start;
    for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
    return h ^ (h >>> 15);
  };
  return [one(0x811c9dc5), one(0x9e3779b9), one(0x85ebca6b), one(0xc2b2ae35)];
}

/** Chris Doty-Humphrey's small fast counting generator, 32 bits (PractRand). */
function sfc32(state: [number, number, number, number]): () => number {
  let [a, b, c, d] = state;
  const next = () => {
    const t = (((a + b) | 0) + d) | 0;
    d = (d + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + t;
    return (t >>> 0) / 4_294_967_296;
  };
  // The first numbers still resemble the seed.
  for (let i = 0; i < 12; i++) next();
  return next;
}
