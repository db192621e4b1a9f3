/** PostgreSQL, Redis, a stand-in for data.gov.sg, several processes of the server, and a load balancer before them. */
import { appendFileSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { cli, root } from '../../server/bin/bootstrap.js';
import { errorCode, StartError } from '../../server/config/start-error.ts';
import { startStandin } from '../../server/standin/standin.ts';
import { settledWithin } from '../../src/core/settled-within.ts';
import { ensureBuild } from '../support/build.ts';
import { type Guarded, startGuarded } from '../support/guarded/guarded.ts';
import { childEnv } from '../support/mcp/clean-env.ts';
import { startPostgres } from '../support/postgres/server.ts';
import { redisProgram } from '../support/redis/programs.ts';
import { startRedis } from '../support/redis/server.ts';
import { type Backend, type Balancer, CLUSTER, startBalancer } from './balancer.ts';

/** The server's program. Tests have their own. */
const PROGRAM = process.env['PLEINAIR_CLI'] ?? cli;
/** A public token: everything listens on this machine alone. */
export const TOKEN = 'token-of-the-cluster';
const LOGS = join(root, 'node_modules', '.cache', 'cluster');
/** How long a process that is told to end goes on serving, seconds. */
const DRAIN_SECONDS = 2;
/** How long a process that ended stays away, ms. */
const AWAY_MS = 2_000;
/** How long a process may take to end before it is killed, ms. */
const ENDING_MS = 5_000;

export interface ClusterOptions {
  /** Of the balancer; 0 for any free one. */
  readonly port: number;
  readonly processes: number;
  readonly print: (line: string) => void;
}

export interface Cluster {
  readonly url: string;
  /** Ends everything. */
  stop(): Promise<void>;
}

/** One process of the server. */
interface Member extends Backend {
  readonly log: string;
  metrics: string;
  running: Guarded | undefined;
}

/** A database that runs beside the processes. */
interface Service {
  /** Resolves when it has ended. */
  readonly ended: () => Promise<unknown>;
  /** Starts it again. */
  readonly start: () => Promise<void>;
  /** Where it is, and how to kill it. */
  readonly line: () => string;
}

/** @throws StartError if the port is taken, also by another cluster; nothing stays running then */
export async function startCluster({ port, processes, print }: ClusterOptions): Promise<Cluster> {
  const cleaning: (() => unknown)[] = [];
  /** True once all have started. */
  let isUp = false;
  let stopping = false;
  async function stop(): Promise<void> {
    stopping = true;
    for (const clean of cleaning.splice(0).toReversed()) await clean();
  }

  try {
    const members: Member[] = Array.from({ length: processes }, (_, i) => ({
      name: String(i + 1),
      url: undefined,
      log: join(LOGS, `process-${i + 1}.log`),
      metrics: '',
      running: undefined,
    }));
    // The port comes first: whoever has it may be another cluster.
    const balancer = await listen(port, members);
    cleaning.push(() => balancer.close());
    print('Starting PostgreSQL, Redis and the processes…');
    await ensureBuild();
    const standin = await startStandin();
    cleaning.push(() => standin.close());
    const postgres = await startPostgres();
    cleaning.push(() => postgres[Symbol.asyncDispose]());
    const program = redisProgram();
    const redis = program && (await startRedis(program));
    if (redis !== undefined) cleaning.push(() => redis[Symbol.asyncDispose]());

    const env = {
      ...childEnv(),
      HOST: '127.0.0.1',
      PORT: '0',
      METRICS_PORT: '0',
      DATABASE_URL: postgres.url,
      ...(redis && { REDIS_URL: redis.url }),
      DRAW_TOKEN: TOKEN,
      PUBLIC_URL: balancer.url,
      TRUST_PROXY: '127.0.0.1',
      DRAIN_SECONDS: String(DRAIN_SECONDS),
      DATA_GOV_SG_V2_URL: standin.v2Url,
      DATA_GOV_SG_V1_URL: standin.v1Url,
      CATALOGUE: join(root, 'docs', 'catalogue.example.json'),
    };

    async function start(member: Member): Promise<void> {
      let said = '';
      const address = Promise.withResolvers<string>();
      const running = await startGuarded(process.execPath, [PROGRAM, 'serve'], {
        env,
        cwd: root,
        onOutput(text) {
          appendFileSync(member.log, text);
          if (member.url !== undefined) return;
          said += text;
          member.metrics = /metrics are at (\S+)/.exec(said)?.[1] ?? '';
          const url = /Pleinair is at (http:\/\/\S+)/.exec(said)?.[1];
          if (url !== undefined) address.resolve(url);
        },
      });
      member.running = running;
      void running.ended.then((code) => {
        address.reject(new StartError(`process ${member.name} ended at its start (${code}): ${said}`));
        ended(member, code);
      });
      member.url = await address.promise;
    }

    function ended(member: Member, code: number): void {
      if (stopping || !isUp) return;
      member.url = undefined;
      const seconds = AWAY_MS / 1000;
      print(
        `Process ${member.name} ended (${code === 0 ? 'drained' : 'killed'}); it is back in ${seconds} s`,
      );
      setTimeout(() => {
        if (!stopping)
          start(member).then(
            () => print(linesOf(member)),
            () => {},
          );
      }, AWAY_MS);
    }

    /** Says when a service has ended, and starts it again. */
    async function keep(name: string, { ended, start, line }: Service): Promise<void> {
      for (;;) {
        await ended();
        if (stopping) return;
        print(`${name} ended; it is back in ${AWAY_MS / 1000} s`);
        await pause(AWAY_MS);
        if (stopping) return;
        await start();
        print(line());
      }
    }

    mkdirSync(LOGS, { recursive: true });
    for (const { log } of members) rmSync(log, { force: true });
    cleaning.push(() => Promise.all(members.map(async ({ running }) => running && interrupt(running))));
    await Promise.all(members.map(start));
    isUp = true;
    while (!members.every(balancer.isReady)) await new Promise((resolve) => setTimeout(resolve, 50));

    print(`Pleinair is at ${balancer.url}, with the token "${TOKEN}"`);
    for (const member of members) print(linesOf(member));
    const services: Record<string, Service> = {
      PostgreSQL: {
        ended: () => postgres.ended,
        start: () => postgres.restart(),
        line: () => lineOf('PostgreSQL', postgres),
      },
      ...(redis && {
        Redis: { ended: () => redis.ended, start: () => redis.start(), line: () => lineOf('Redis', redis) },
      }),
    };
    for (const [name, service] of Object.entries(services)) {
      print(service.line());
      keep(name, service).catch((error: unknown) => {
        if (!stopping) print(`${name} does not start again: ${String(error)}`);
      });
    }
    if (redis === undefined) print('There is no Redis: each process counts its limits alone');
    print(`A stand-in for data.gov.sg is at ${standin.url}`);
    return { url: balancer.url, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The line about a service that runs. */
function lineOf(name: string, { url, pid }: { readonly url: string; readonly pid: number }): string {
  return `${name} is at ${url}\n  kill -9 ${pid} kills it, kill -STOP ${pid} hangs it, kill -CONT ${pid} ends that`;
}

function linesOf({ name, url, running, metrics, log }: Member): string {
  const pid = running?.pid;
  return [
    `Process ${name} is at ${url}`,
    `  kill -9 ${pid} kills it, kill ${pid} drains it`,
    `  its metrics are at ${metrics}`,
    `  its log is in ${log}`,
  ].join('\n');
}

async function listen(port: number, backends: readonly Backend[]): Promise<Balancer> {
  try {
    return await startBalancer(port, backends);
  } catch (error) {
    if (errorCode(error) !== 'EADDRINUSE') throw error;
    const url = `http://127.0.0.1:${port}`;
    const answer = await fetch(url, { signal: AbortSignal.timeout(2_000) }).catch(() => undefined);
    const pid = answer?.headers.get(CLUSTER) ?? undefined;
    const instead = '--port takes another port';
    throw new StartError(
      pid === undefined
        ? `port ${port} is taken by another program; ${instead}`
        : `a cluster runs already, at ${url}; kill ${pid} ends it, or ${instead}`,
    );
  }
}

/** Ends a process without draining it, as Ctrl-C does. */
async function interrupt({ pid, ended, end }: Guarded): Promise<void> {
  try {
    process.kill(pid, 'SIGINT');
  } catch (error) {
    // It has ended by itself.
    if (errorCode(error) !== 'ESRCH') throw error;
  }
  if (!(await settledWithin(ended, ENDING_MS))) await end();
}
