/** A folder for temporary data of tests: in memory, where no write waits for a disk. */
import { accessSync, constants, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

/** Linux has it. In some containers it is too small for a drawing. */
const IN_MEMORY = '/dev/shm';
const ROOM_MIN = 512 * 1024 * 1024;

/** The parent of temporary folders. Tests kill processes, not the machine, so the data is as safe here. */
export function fastFolder(): string {
  try {
    accessSync(IN_MEMORY, constants.W_OK);
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    return bavail * bsize < ROOM_MIN ? tmpdir() : IN_MEMORY;
  } catch {
    return tmpdir();
  }
}
