/** What was measured of each product, as a table. */
import type { Machine } from '../machine.ts';
import { median } from '../trial.ts';
import type { Visit } from './peer-visit.ts';

/** One product: medians over the runs. */
export interface Peer extends Visit {
  /** With its version. */
  readonly name: string;
}

/** The content of bench-peers.json, written by `npm run bench -- peers`, and of docs/peer-figures.json. */
export interface PeerFacts {
  /** The day. */
  readonly at: string;
  readonly machine: Machine;
  /** With its version. */
  readonly browser: string;
  readonly drawing: string;
  /** The machine's load before and after. */
  readonly load: readonly number[];
  readonly peers: readonly Peer[];
}

export const PEER_HEAD = ['product', 'open', 'pan, p95', 'zoom, p95', 'draw, p95', 'memory'] as const;

export function mediansOf(name: string, visits: readonly Visit[]): Peer {
  const of = (what: (one: Visit) => number) => median(visits.map(what));
  const sizes = visits.flatMap(({ memory }) => (memory === undefined ? [] : [memory]));
  return {
    name,
    open: of(({ open }) => open),
    pan: of(({ pan }) => pan),
    zoom: of(({ zoom }) => zoom),
    draw: of(({ draw }) => draw),
    ...(sizes.length === visits.length && { memory: median(sizes) }),
  };
}

/** One row, with units. */
export function cellsOf({ name, open, pan, zoom, draw, memory }: Peer): readonly string[] {
  const ms = (value: number) => `${Math.round(value)} ms`;
  const size = memory === undefined ? 'unknown' : `${Math.round(memory)} MB`;
  return [name, `${(open / 1000).toFixed(1)} s`, ms(pan), ms(zoom), ms(draw), size];
}
