/**
 * `npm run sim -- --seeds N`: runs the schedules of the seeds 1 to N (`--from` begins later) on two threads (`--threads`).
 * `npm run sim -- --seed N`: runs one, and tells it step by step with `--trace`. A failure is shrunk and told.
 */
import { parseArgs } from 'node:util';
import { type Report, work } from './pool.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    seeds: { type: 'string' },
    from: { type: 'string', default: '1' },
    threads: { type: 'string', default: '2' },
    trace: { type: 'boolean', default: false },
  },
});

/** Failures after which the rest is not worth the wait. */
const FAILURES_MAX = 10;
/** Failures that are told in full; the others in a line. */
const EXPLAINED = 3;

const started = performance.now();
let [runs, failures, requests, acknowledged, steps, told] = [0, 0, 0, 0, 0, 0];

function onReport({ seed, run, explained }: Report): 'go on' | 'stop' {
  runs++;
  requests += run.requests;
  acknowledged += run.acknowledged;
  steps += run.steps;
  if (values.trace) console.log(run.trace.join('\n'));
  if (run.failure === undefined) return 'go on';
  failures++;
  console.log(
    explained !== undefined && told++ < EXPLAINED ? `\n${explained}\n` : `seed ${seed}: ${run.failure}`,
  );
  return failures < FAILURES_MAX ? 'go on' : 'stop';
}

const first = Number(values.seed ?? values.from);
const last = values.seed === undefined ? first + Number(values.seeds ?? 1_000) - 1 : first;
const threads = Math.min(Number(values.threads), last - first + 1);
const shares = Array.from({ length: threads }, (_, index) => first + index);
await Promise.all(
  shares.map((share) =>
    work({ first: share, last, stride: threads, edits: [], explain: true, trace: values.trace }, onReport),
  ),
);
const seconds = (performance.now() - started) / 1000;
console.log(
  `${runs} schedules (seeds ${first} to ${last}) of ${steps} steps: ${requests} requests, ${acknowledged} strokes acknowledged, ${failures} failed; ${seconds.toFixed(1)} s, ${(runs / seconds).toFixed(0)} a second`,
);
process.exitCode = failures > 0 ? 1 : 0;
