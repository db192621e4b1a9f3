import type { DrawingRow, KeyEntry } from '../../src/api/ports.ts';
import type { HourFigure, Metric } from '../../src/core/air/types.ts';

/** A complete row for the store suite; `n` makes rows differ. */
export function row(n: number, changes: Partial<DrawingRow> = {}): DrawingRow {
  return {
    id: uuid(n),
    rev: 1,
    seq: n,
    title: `Drawing ${n}`,
    strokeCount: 0,
    chunks: [],
    trashed: false,
    createdAt: instant(n),
    updatedAt: instant(n),
    keyCount: 0,
    ...changes,
  };
}

export function entry(key: string, changes: Partial<KeyEntry> = {}): KeyEntry {
  const answer = { rev: 2, title: 'A title', strokeCount: 3, updatedAt: instant(1) };
  return { key, hash: 'ab'.repeat(32), ...answer, ...changes };
}

/** The figures of an hour of 28 September 2026 in Singapore. */
export function figure(metric: Metric, hour: number, north: number | null = hour): HourFigure {
  return {
    metric,
    hour: `2026-09-28T${String(hour).padStart(2, '0')}:00:00+08:00`,
    values: { north, south: 2, east: 3.5, west: 0, central: null },
    updatedTimestamp: null,
  };
}

export function uuid(n: number): string {
  return `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
}

/** The n-th second of a day. */
export function instant(n: number): string {
  return new Date(Date.UTC(2026, 10, 21) + n * 1000).toISOString();
}
