/** `npm run sim`: runs schedules of several devices on threads. Failures are shrunk and explained. */
import { InvalidArgumentError } from 'commander';
import { examples, positiveInteger } from '../../server/cli/options.ts';
import { createCommand, run } from '../../server/cli/run-command.ts';
import { type Report, work } from './pool.ts';
import { BY_HAND } from './schedule/by-hand.ts';
import type { Seed } from './schedule/schedule.ts';

interface SimOptions {
  readonly seeds: number;
  readonly from: number;
  readonly seed?: Seed;
  readonly threads: number;
  readonly trace?: boolean;
  readonly tabs?: string;
}

/** Stops after this many failures. */
const FAILURES_MAX = 10;
/** How many failures are explained in full; the others get one line. */
const EXPLAINED = 3;

async function simulate({ seeds, from, seed, threads, trace = false, tabs }: SimOptions): Promise<void> {
  const started = performance.now();
  let [runs, failures, requests, acknowledged, steps, shown] = [0, 0, 0, 0, 0, 0];

  function onReport({ seed: of, run: told, explained }: Report): 'go on' | 'stop' {
    runs++;
    requests += told.requests;
    acknowledged += told.acknowledged;
    steps += told.steps;
    if (trace) console.log(told.trace.join('\n'));
    if (told.failure === undefined) return 'go on';
    failures++;
    console.log(
      explained !== undefined && shown++ < EXPLAINED ? `\n${explained}\n` : `seed ${of}: ${told.failure}`,
    );
    return failures < FAILURES_MAX ? 'go on' : 'stop';
  }

  const last = from + seeds - 1;
  const lanes = Math.min(threads, seeds);
  const task = { last, stride: lanes, edits: [], explain: true, trace, tabs };
  if (seed !== undefined) await work({ ...task, seeds: [seed], first: from, last: 0 }, onReport);
  else {
    const shares = Array.from({ length: lanes }, (_, index) => from + index);
    await Promise.all(shares.map((first) => work({ ...task, first }, onReport)));
  }
  const seconds = (performance.now() - started) / 1000;
  const what = tabs === undefined ? 'schedules' : `plans of ${tabs} tabs`;
  console.log(
    `${runs} ${what} (${seed === undefined ? `seeds ${from} to ${last}` : `seed ${seed}`}) of ${steps} steps: ${requests} requests, ${acknowledged} strokes acknowledged, ${failures} failed; ${seconds.toFixed(1)} s, ${(runs / seconds).toFixed(0)} a second`,
  );
  process.exitCode = failures > 0 ? 1 : 0;
}

function oneSeed(text: string): Seed {
  return BY_HAND.has(text) ? text : positiveInteger(text);
}

function tabsOfDevices(text: string): string {
  if (!/^[1-9](\+[1-9])*$/.test(text)) throw new InvalidArgumentError('Such as 2+1.');
  return text;
}

await run(
  createCommand('npm run sim --')
    .description('Runs schedules of several devices and a server in which everything goes wrong.')
    .option('--seeds <number>', 'how many schedules', positiveInteger, 1_000)
    .option('--from <seed>', 'seed of the first one', positiveInteger, 1)
    .option('--seed <seed>', 'run this one alone; the name of a schedule by hand is one, too', oneSeed)
    .option('--threads <number>', 'threads to run on', positiveInteger, 2)
    .option('--tabs <counts>', 'random acts of so many tabs on each device, such as 2+1', tabsOfDevices)
    .option('--trace', 'tell each step')
    .addHelpText('after', examples('npm run sim -- --seeds 10000', 'npm run sim -- --seed 7 --trace'))
    .action(simulate),
  process.argv.slice(2),
);
