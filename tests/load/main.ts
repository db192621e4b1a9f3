/**
 * `npm run load`: people draw, listen and read while the parts behind the server fail. Exits with 1 if anything
 * acknowledged was lost or doubled, if anybody got a 5xx other than 503, or if the memory grew.
 */
import { InvalidArgumentError } from 'commander';
import { examples } from '../../server/cli/options.ts';
import { createCommand, run } from '../../server/cli/run-command.ts';
import { failInTurn, QUIET_FROM } from './faults.ts';
import { haze } from './haze.ts';
import { listen } from './listeners.ts';
import { growth, residentMb, type Sample } from './memory.ts';
import { createPainter } from './painter.ts';
import { read } from './readers.ts';
import { startServers } from './servers.ts';
import { createTally } from './tally.ts';

const PROCESSES = 2;
const PAINTERS = 16;
const READERS = 8;
const STREAMS = 200;
/** The memory may grow by a fifth from the middle to the end. */
const GROWTH_MAX = 1.2;
const SAMPLE_MS = 2_000;

/** Readers behind nginx come afterwards, for this part of the time. */
const HAZE_PART = 0.3;

async function load({ minutes }: { readonly minutes: number }): Promise<void> {
  const ms = minutes * 60_000;
  const isWell = (await failing(ms)) && (await haze(ms * HAZE_PART));
  console.log(isWell ? 'Nothing was lost.' : 'This run failed.');
  process.exitCode = isWell ? 0 : 1;
}

/**
 * People draw, listen and read for `ms` while parts fail. Prints what came of it.
 * @returns true if nothing was lost or doubled, nobody got an error that must not be, and the memory stayed
 */
async function failing(ms: number): Promise<boolean> {
  await using servers = await startServers(PROCESSES);
  const { urls, processes, redis } = servers;
  if (redis === undefined) console.error('There is no Redis here: each process counts for itself.');
  const tally = createTally();
  const people = await servers.addPeople(PAINTERS);
  const painters = await Promise.all(people.map((person, i) => createPainter(person, i, urls, tally)));

  const began = performance.now();
  const passed = () => (performance.now() - began) / ms;
  const say = (line: string) =>
    console.error(`${((passed() * ms) / 1000).toFixed(0).padStart(4)} s  ${line}`);
  const stop = new AbortController();
  const { signal } = stop;
  const listeners = listen(people, STREAMS, urls, tally, signal);
  const samples: Sample[] = [];
  const sampling = setInterval(() => {
    const alive = processes.flatMap(({ pid }) => pid ?? []);
    const mb = alive.map((pid) => sampleOf(pid)).reduce((sum, one) => sum + one, 0);
    samples.push({ at: passed(), mb });
  }, SAMPLE_MS);
  const work = [
    ...painters.map((painter) => painter.paint(signal)),
    ...people.slice(0, READERS).map((person, number) => {
      const drawing = painters[number]?.path ?? '';
      return read({ person, drawing, number }, urls, tally, signal);
    }),
    listeners.done,
    failInTurn(servers, ms, say, signal),
  ];
  const end = setTimeout(() => stop.abort(), ms);
  try {
    await Promise.all(work);
  } finally {
    clearTimeout(end);
    clearInterval(sampling);
    stop.abort();
  }

  const painted = await Promise.all(painters.map((painter) => painter.compare()));
  const sum = (of: (one: (typeof painted)[number]) => number) =>
    painted.reduce((all, one) => all + of(one), 0);
  const [acknowledged, lost, strange] = [
    sum((one) => one.acknowledged),
    sum((one) => one.lost),
    sum((one) => one.strange),
  ];
  const memory = growth(samples, QUIET_FROM);
  console.log(
    `${(ms / 60_000).toFixed(1)} minutes, ${PROCESSES} processes, ${PAINTERS} people drawing, ${READERS} readers, ${STREAMS} streams`,
  );
  console.log('request and status          number    median      p99');
  for (const line of tally.lines()) console.log(line);
  console.log(`streams: ${listeners.events} events, ${listeners.ends} ended`);
  console.log(`strokes: ${acknowledged} acknowledged, ${lost} lost, ${strange} doubled or strange`);
  console.log(
    `memory of all processes: ${memory.from.toFixed(0)} MB at half time, ${memory.to.toFixed(0)} MB at the end, ${memory.ratio.toFixed(2)}x (at most ${GROWTH_MAX}x)`,
  );
  console.log(`answers that must never be (5xx but 503): ${tally.failures}`);
  return lost === 0 && strange === 0 && tally.failures === 0 && memory.ratio <= GROWTH_MAX;
}

/** 0 for a process that ends at this moment. */
function sampleOf(pid: number): number {
  try {
    return residentMb(pid);
  } catch {
    return 0;
  }
}

function minutesOf(text: string): number {
  const minutes = Number(text);
  if (!(minutes >= 1 && minutes <= 60)) throw new InvalidArgumentError('give 1 to 60 minutes');
  return minutes;
}

await run(
  createCommand('npm run load --')
    .description('Puts two processes over PostgreSQL and Redis under load, while the parts behind them fail.')
    .option('--minutes <n>', 'how long', minutesOf, 10)
    .addHelpText('after', examples('npm run load', 'npm run load -- --minutes 2'))
    .action(load),
  process.argv.slice(2),
);
