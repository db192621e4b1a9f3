/** The memory of processes while a run lasts. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Resident memory of a process in MB. */
export function residentMb(pid: number): number {
  try {
    const pages = Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]);
    return (pages * 4096) / 1e6;
  } catch {
    return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1000;
  }
}

export interface Sample {
  /** Part of the run that had passed, from 0 to 1. */
  readonly at: number;
  /** Of all processes together. */
  readonly mb: number;
}

/** How the memory of the last tenth compares with that of the first tenth in which nothing failed any more. */
export function growth(
  samples: readonly Sample[],
  from: number,
): { from: number; to: number; ratio: number } {
  const within = (low: number, high: number) =>
    median(samples.filter(({ at }) => at >= low && at < high).map(({ mb }) => mb));
  const [before, after] = [within(from, from + 0.1), within(0.9, 1.01)];
  return { from: before, to: after, ratio: after / before };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
