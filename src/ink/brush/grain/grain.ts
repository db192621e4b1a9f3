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
  /** How long the period is on the paper, px: at most half a px from `period`, which is whole. */
  readonly size: number;
}

/** Grains that are kept: those of two or three scales. A view shows one scale, and tiles of others stand in. */
const KEPT_MAX = 8;

const base = new Map<GrainKind, Grain>();
const kept = new Map<string, Uint8Array>();

/** The grain at its own size, in which a texel is a px. */
export function plainGrain(kind: GrainKind): Grain {
  const known = base.get(kind);
  if (known) return known;
  const { octaves, seed } = KINDS[kind];
  const grain = { heights: heightsOf(octaves, seed), period: SIDE, size: SIDE };
  base.set(kind, grain);
  return grain;
}

/** @param scale device px per drawing unit */
export function grainAt(kind: GrainKind, scale: number): Grain {
  const size = sizeAt(scale);
  const period = Math.round(size);
  return period === SIDE ? { ...plainGrain(kind), size } : { heights: heightsAt(kind, period), period, size };
}

function heightsAt(kind: GrainKind, period: number): Uint8Array {
  const name = `${kind} ${period}`;
  const known = kept.get(name);
  if (known) {
    kept.delete(name);
    kept.set(name, known);
    return known;
  }
  const sums = new Float64Array(period * period);
  addStretched(sums, period, plainGrain(kind).heights, SIDE, period / SIDE, 1);
  const heights = equalised(sums);
  for (const oldest of kept.keys()) {
    if (kept.size < KEPT_MAX) break;
    kept.delete(oldest);
  }
  kept.set(name, heights);
  return heights;
}

/** How many px the grain repeats after: 256 at 1, 2, 4 and so on, more or less between them. */
function sizeAt(scale: number): number {
  let size = scale;
  while (size >= Math.SQRT2) size /= 2;
  while (size < Math.SQRT1_2) size *= 2;
  return SIDE * size;
}

/**
 * Where the period begins in which a px lies, in px. Each begins in the px that is nearest to its place on the paper, so it is
 * a px longer or shorter than the heights now and then: a px too long repeats the first height, one too short lacks the last.
 * If each began where the heights of the last one end, what is lost would add up, and grain far from the origin would move
 * by hundreds of px for a small step of zoom.
 */
export function periodBefore({ size }: Pick<Grain, 'size'>, at: number): number {
  let n = Math.floor(at / size);
  while (Math.round((n + 1) * size) <= at) n++;
  while (Math.round(n * size) > at) n--;
  return Math.round(n * size);
}

/** Where the next period begins. @param begin of a period */
export function periodAfter({ size }: Pick<Grain, 'size'>, begin: number): number {
  return Math.round((Math.round(begin / size) + 1) * size);
}
