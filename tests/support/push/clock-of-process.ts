/**
 * Loaded into a process before its program: its time is that of a clock that a test sets, and what it does now and then
 * it does at once, because a test that lets an hour pass waits for no ten seconds.
 */
import { readFileSync } from 'node:fs';

const FILE = process.env.TEST_CLOCK ?? '';
/** ms. */
const [NOW_AND_THEN, READ_AGAIN] = [250, 20];

const { now: realNow } = Date;
const RealDate = Date;
const realInterval = setInterval;
let ahead = 0;
let readAt = Number.NEGATIVE_INFINITY;

function now(): number {
  if (performance.now() - readAt >= READ_AGAIN) {
    readAt = performance.now();
    // Empty for the moment in which it is written.
    ahead = Number(readFileSync(FILE, 'utf8')) || ahead;
  }
  return realNow() + ahead;
}

if (FILE !== '') {
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, given) => Reflect.construct(target, given.length === 0 ? [now()] : given),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  });
  globalThis.setInterval = ((run: () => void, ms = 0) =>
    realInterval(run, Math.min(ms, NOW_AND_THEN))) as typeof setInterval;
}
