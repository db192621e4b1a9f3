import type { Edit } from '../rewrite.ts';

/** One safeguard of sync, and how it is removed. */
export interface Mutation {
  readonly name: string;
  /** In words, for the table in docs/sync-simulator.md. */
  readonly removes: string;
  readonly edits: readonly Edit[];
  /** Tried with random acts of so many tabs on each device, instead of with schedules. */
  readonly tabs?: string;
}

export const SYNC = 'src/sync/drawings';
export const API = 'src/api/drawings';
