/** A clock that a test sets, of a server in a process of its own and of whatever else takes `now`. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fastFolder } from '../fast-folder.ts';

export interface SetClock extends Disposable {
  /** ms since the epoch. */
  readonly now: () => number;
  /** Environment of a process that is to keep this time. */
  readonly env: Readonly<Record<string, string>>;
  /** @param ms that have passed */
  advance(ms: number): void;
}

/** @param ahead how far it is ahead of this machine's clock, ms */
export function startClock(ahead: number): SetClock {
  const dir = mkdtempSync(join(fastFolder(), 'pleinair-clock-'));
  const file = join(dir, 'ahead');
  let ms = 0;
  const clock: SetClock = {
    now: () => Date.now() + ms,
    env: {
      TEST_CLOCK: file,
      NODE_OPTIONS: `--import=${join(import.meta.dirname, 'clock-of-process.ts')}`,
    },
    advance(more) {
      ms += more;
      writeFileSync(file, String(ms));
    },
    [Symbol.dispose]: () => rmSync(dir, { recursive: true, force: true }),
  };
  clock.advance(ahead);
  return clock;
}
