/** Where tests put data that they throw away: in memory, where no write waits for a disk. */
import { accessSync, constants, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

/** Linux has it; in some containers it is too small for anybody's drawings. */
const IN_MEMORY = '/dev/shm';
const ROOM_MIN = 512 * 1024 * 1024;

/** The parent of temporary folders. What dies in a test is a process and not the machine: the data is as safe here. */
export function fastFolder(): string {
  try {
    accessSync(IN_MEMORY, constants.W_OK);
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    return bavail * bsize < ROOM_MIN ? tmpdir() : IN_MEMORY;
  } catch {
    return tmpdir();
  }
}
