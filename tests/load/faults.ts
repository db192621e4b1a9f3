/** What fails during a run, one after the other, and when. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Servers } from './servers.ts';

/** Part of the run after which nothing fails any more. */
export const QUIET_FROM = 0.5;

interface Fault {
  /** Part of the run that has passed. */
  readonly at: number;
  readonly what: string;
  happen(servers: Servers): Promise<void>;
}

const FAULTS: readonly Fault[] = [
  { at: 0.08, what: 'PostgreSQL is restarted', happen: ({ postgres }) => postgres.restart() },
  { at: 0.15, what: 'PostgreSQL crashes and comes back', happen: ({ postgres }) => postgres.crash() },
  {
    at: 0.22,
    what: 'Redis is killed, and is back after 3 s',
    async happen({ redis }) {
      await redis?.kill();
      await pause(3_000);
      await redis?.start();
    },
  },
  {
    at: 0.29,
    what: 'Redis hangs for 5 s',
    async happen({ redis }) {
      redis?.hang();
      await pause(5_000);
      redis?.resume();
    },
  },
  {
    at: 0.36,
    what: 'the first process is killed, and is back after 2 s',
    async happen({ processes: [first] }) {
      await first?.kill();
      await pause(2_000);
      await first?.start();
    },
  },
  {
    at: 0.43,
    what: 'the second process is drained, ended and started again',
    async happen({ processes: [, second] }) {
      const code = await second?.stop();
      if (code !== 0) throw new Error(`the drained process ended with ${code}`);
      await second?.start();
    },
  },
];

/** Lets them happen over `ms`. Stops early if `stop` is aborted. */
export async function failInTurn(
  servers: Servers,
  ms: number,
  say: (line: string) => void,
  stop: AbortSignal,
): Promise<void> {
  const began = performance.now();
  for (const { at, what, happen } of FAULTS) {
    const wait = ms * at - (performance.now() - began);
    if (wait > 0) await pause(wait, undefined, { signal: stop });
    say(what);
    await happen(servers);
  }
}
