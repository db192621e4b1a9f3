/** Distributes seeds among threads. */
import { Worker } from 'node:worker_threads';
import type { Edit } from './rewrite.ts';
import type { Seed } from './schedule/schedule.ts';
import type { Run } from './simulate.ts';

/** The seeds `first`, `first + stride`, … up to `last`. */
export interface Task {
  /** Seeds to run before those. */
  readonly seeds?: readonly Seed[];
  readonly first: number;
  readonly last: number;
  readonly stride: number;
  readonly edits: readonly Edit[];
  /** Ends at the first failure. */
  readonly untilFailure?: boolean;
  /** Shrinks failures and explains them in words. */
  readonly explain?: boolean;
  readonly trace?: boolean;
  /** Uses the platform's requests and responses instead of the light ones. */
  readonly ownFetch?: boolean;
  /** Runs random acts of so many tabs on each device, such as `2+1`, instead of schedules. */
  readonly tabs?: string | undefined;
  /** Address of a PostgreSQL database for the servers. */
  readonly postgres?: string;
}

export interface Report {
  readonly seed: Seed;
  readonly run: Run;
  readonly explained: string | undefined;
}

/**
 * Runs a task in a thread of its own. `onReport` may end it.
 * @param timeoutMs ms after which the thread is ended
 */
export function work(
  task: Task,
  onReport: (report: Report) => 'go on' | 'stop',
  timeoutMs?: number,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData: task });
    let stopped = false;
    const timer =
      timeoutMs === undefined
        ? undefined
        : setTimeout(() => {
            stopped = true;
            void worker.terminate();
          }, timeoutMs);
    worker.on('message', (report: Report) => {
      if (stopped || onReport(report) === 'go on') return;
      stopped = true;
      // The thread ends after the current run, and cleans up.
      worker.postMessage('stop');
    });
    worker.on('error', reject);
    worker.on('exit', (code) => {
      clearTimeout(timer);
      if (code === 0 || stopped) resolve();
      else reject(new Error(`a thread of the simulator ended with ${code}`));
    });
  });
}
