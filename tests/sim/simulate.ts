/** Runs a schedule: the steps happen, everything settles, and the end is checked. */
import type { MakeEngine } from './engine.ts';
import { seedPlatform } from './globals.ts';
import { settleAndJudge } from './judging/settle-and-judge.ts';
import type { ServerDisk } from './parts/server.ts';
import { memoryServerDisk, sqliteServerDisk } from './parts/server-disks.ts';
import { seededRandom } from './schedule/random.ts';
import type { Schedule } from './schedule/schedule.ts';
import { takeStep } from './schedule/steps.ts';
import { makeWorld, Violation } from './world.ts';

export interface Run {
  /** Undefined if all invariants held. */
  readonly failure: string | undefined;
  readonly steps: number;
  readonly requests: number;
  /** Strokes that a device said are stored. */
  readonly acknowledged: number;
  /** Empty unless requested. */
  readonly trace: readonly string[];
}

export interface SimulateOptions {
  readonly makeEngine: MakeEngine;
  readonly trace?: boolean;
  /** Address of a PostgreSQL database for the server, whatever disk the schedule has. */
  readonly postgres?: string | undefined;
}

/** One at a time in a thread, because randomness belongs to the thread. */
export async function simulate(
  schedule: Schedule,
  { makeEngine, trace, postgres }: SimulateOptions,
): Promise<Run> {
  const lines: string[] = [];
  seedPlatform(seededRandom(schedule.seed, 'platform'));
  const disk = await openDisk(schedule, postgres);
  const world = makeWorld(schedule, disk, makeEngine, trace ? (line) => lines.push(line) : undefined);
  let failure: string | undefined;
  try {
    for (const step of schedule.steps) await takeStep(world, step);
    await settleAndJudge(world);
  } catch (error) {
    if (!(error instanceof Violation)) throw error;
    failure = error.message;
  } finally {
    await world.server.close();
  }
  const requests = world.devices.reduce((sum, { link }) => sum + link.log.length, 0);
  const { acknowledged } = world.ledger;
  return { failure, steps: schedule.steps.length, requests, acknowledged, trace: lines };
}

let schemas = 0;

async function openDisk({ seed, disk }: Schedule, postgres: string | undefined): Promise<ServerDisk> {
  if (postgres === undefined) return disk === 'sqlite' ? sqliteServerDisk() : memoryServerDisk();
  const { postgresServerDisk } = await import('./parts/postgres-disk.ts');
  schemas += 1;
  return postgresServerDisk(postgres, `seed_${seed}_${schemas}`);
}
