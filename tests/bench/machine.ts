/** The machine: figures mean nothing without it. */
import { arch, availableParallelism, cpus, loadavg, platform, release, totalmem } from 'node:os';

export interface Machine {
  readonly cpu: string;
  readonly cores: number;
  /** GiB. */
  readonly memory: number;
  readonly system: string;
  readonly node: string;
  readonly sqlite: string;
}

export function machine(): Machine {
  return {
    cpu: cpus()[0]?.model.trim() ?? 'unknown',
    cores: availableParallelism(),
    memory: Math.round((totalmem() / 2 ** 30) * 10) / 10,
    system: `${platform()} ${release()} ${arch()}`,
    node: process.version,
    sqlite: process.versions.sqlite ?? 'unknown',
  };
}

/**
 * Processes that wanted to run, averaged over the last minute. If they are more than the cores, the figures are
 * doubtful.
 */
export function load(): number {
  return Math.round((loadavg()[0] ?? 0) * 100) / 100;
}
