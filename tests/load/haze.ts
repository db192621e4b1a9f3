/** A haze day: many readers of the air behind nginx with the file of server/deploy. */
import { setTimeout as pause } from 'node:timers/promises';
import { startStandin } from '../../server/standin/standin.ts';
import { startNginx, withoutNginx } from '../server/operations/nginx.ts';
import { startAppServer } from '../support/app-server.ts';
import { ask } from './balanced.ts';
import { createTally } from './tally.ts';

const READERS_A_SECOND = 500;
/** Requests that begin together. */
const AT_ONCE = 10;
/** Most requests that may reach Pleinair in each life of an answer. */
const LIFE_MAX = 2;
const READINGS = '/api/v1/readings';

/**
 * Reads for `ms`, and prints what came of it.
 * @returns false if too many requests reached Pleinair, or one was not answered well
 */
export async function haze(ms: number): Promise<boolean> {
  if (withoutNginx) {
    console.log('There is no nginx here, so no readers behind one: apt-get install nginx-light.');
    return true;
  }
  await using stack = new AsyncDisposableStack();
  const standin = await startStandin();
  stack.defer(() => standin.close());
  const env = { DATA_GOV_SG_V2_URL: standin.v2Url, TRUST_PROXY: '127.0.0.1' };
  const server = stack.use(await startAppServer({ env }));
  const nginx = stack.use(await startNginx(server.url));
  const tally = createTally();
  const never = new AbortController().signal;
  let wrong = 0;
  let seen = 0;
  /** When each life of an answer ends, ms, and how many requests reached Pleinair in it. */
  const lives: { end: number; reached: number }[] = [];
  const began = performance.now();
  const reading: Promise<void>[] = [];
  for (let sent = 0; performance.now() - began < ms; sent += AT_ONCE) {
    for (let i = 0; i < AT_ONCE; i++) reading.push(readOnce());
    if (reading.length > READERS_A_SECOND) await Promise.all(reading.splice(0, READERS_A_SECOND / 2));
    const ahead = ((sent + AT_ONCE) / READERS_A_SECOND) * 1000 - (performance.now() - began);
    if (ahead > 0) await pause(ahead);
  }
  await Promise.all(reading);
  const seconds = (performance.now() - began) / 1000;

  async function readOnce(): Promise<void> {
    const request = { kind: 'behind nginx', path: READINGS, address: '10.0.0.1' };
    const { status, headers } = await ask(request, [nginx.url], tally, never);
    if (status !== 200) wrong += 1;
    noteLives(headers.get('Cache-Control') ?? '');
  }
  function noteLives(cacheControl: string): void {
    const reached = server.output().split(`"${READINGS}"`).length - 1;
    if (reached === seen) return;
    const at = performance.now();
    const life = [...cacheControl.matchAll(/(?:max-age|stale-while-revalidate)=(\d+)/g)];
    const left = life.reduce((sum, [, text]) => sum + Number(text), 0) * 1000;
    const current = lives.at(-1);
    if (current && at < current.end - 30_000) current.reached += reached - seen;
    else lives.push({ end: at + left, reached: reached - seen });
    seen = reached;
  }

  const most = Math.max(...lives.map(({ reached }) => reached));
  console.log(`${READERS_A_SECOND} readers a second behind nginx, ${seconds.toFixed(0)} seconds`);
  for (const line of tally.lines()) console.log(line);
  console.log(
    `reached Pleinair: ${seen} in ${lives.length} lives of an answer, at most ${most} in one (at most ${LIFE_MAX})`,
  );
  return wrong === 0 && tally.failures === 0 && seen > 0 && most <= LIFE_MAX;
}
