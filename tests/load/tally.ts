/** Counts of what the processes answered. */

export interface Tally {
  /** One answer, or `lost` if the connection ended without one. */
  answered(kind: string, status: number | 'lost', ms: number): void;
  /** Answers that no caller may ever get: 5xx other than 503. */
  readonly failures: number;
  /** A table in lines: kind, status, how many, median and 99th percentile in ms. */
  lines(): string[];
}

export function createTally(): Tally {
  const times = new Map<string, number[]>();
  let failures = 0;
  return {
    answered(kind, status, ms) {
      if (typeof status === 'number' && status >= 500 && status !== 503) failures += 1;
      const key = `${kind} ${status}`;
      const all = times.get(key) ?? [];
      all.push(ms);
      times.set(key, all);
    },
    get failures() {
      return failures;
    },
    lines() {
      return [...times]
        .sort(([a], [b]) => a.localeCompare(b))
        .map(([key, all]) => {
          const sorted = Float64Array.from(all).sort();
          const at = (part: number) => (sorted[Math.floor((sorted.length - 1) * part)] ?? 0).toFixed(0);
          return `${key.padEnd(24)} ${String(all.length).padStart(8)}   ${at(0.5).padStart(5)} ms   ${at(0.99).padStart(6)} ms`;
        });
    },
  };
}
