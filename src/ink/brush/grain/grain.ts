/**
 * The grain of the paper at a scale. It lies still on the paper: a pixel of a scale's grid has the same height wherever
 * one looks, and hills keep their size on the screen by half and double, so that it is crisp at any zoom.
 */
import { addStretched, equalised, heightsOf, SIDE } from './heights.ts';

/** Strength of the octaves, from hills of two px on. */
const KINDS = {
  /** Tooth of drawing paper: what graphite catches on. */
  fine: { octaves: [1, 0.6], seed: 1 },
  /** Rough paper: what chalk and a dry brush catch on. */
  coarse: { octaves: [1, 1, 0.6], seed: 5 },
  /** Where water runs: soft and large. */
  cloud: { octaves: [0, 0.3, 0.8, 1], seed: 9 },
} as const;

export type GrainKind = keyof typeof KINDS;

export interface Grain {
  /** Rows of `period` heights, 0..255, each as often as any other. They repeat in both directions. */
  readonly heights: Uint8Array;
  /** px. */
  readonly period: number;
}

/** Grains that are kept: those of two or three scales. A view shows one scale, and tiles of others stand in. */
const KEPT_MAX = 8;

const base = new Map<GrainKind, Grain>();
const kept = new Map<string, Grain>();

/** The grain at its own size, in which a texel is a px. */
export function plainGrain(kind: GrainKind): Grain {
  const known = base.get(kind);
  if (known) return known;
  const { octaves, seed } = KINDS[kind];
  const grain = { heights: heightsOf(octaves, seed), period: SIDE };
  base.set(kind, grain);
  return grain;
}

/** @param scale device px per drawing unit */
export function grainAt(kind: GrainKind, scale: number): Grain {
  const period = periodAt(scale);
  if (period === SIDE) return plainGrain(kind);
  const name = `${kind} ${period}`;
  const known = kept.get(name);
  if (known) {
    kept.delete(name);
    kept.set(name, known);
    return known;
  }
  const sums = new Float64Array(period * period);
  addStretched(sums, period, plainGrain(kind).heights, SIDE, period / SIDE, 1);
  const grain = { heights: equalised(sums), period };
  for (const oldest of kept.keys()) {
    if (kept.size < KEPT_MAX) break;
    kept.delete(oldest);
  }
  kept.set(name, grain);
  return grain;
}

/** How many px the grain repeats after: 256 at 1, 2, 4 and so on, more or less between them. */
export function periodAt(scale: number): number {
  let size = scale;
  while (size >= Math.SQRT2) size /= 2;
  while (size < Math.SQRT1_2) size *= 2;
  return Math.round(SIDE * size);
}

/** A whole number as a place from 0 to `period`, which it does not reach. */
export function placeIn(period: number, at: number): number {
  const rest = at % period;
  return rest < 0 ? rest + period : rest;
}
