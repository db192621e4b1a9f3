/** Runs a plan, and explains a failure with the fewest acts that lead to it. */
import { fewest } from '../schedule/shrink.ts';
import type { Run } from '../simulate.ts';
import type { Plan } from './plan.ts';
import { actWords } from './words.ts';
import { World } from './world.ts';

/** The acts happen, everything is saved and synced, and the end is judged. */
export async function runPlan({ tabs, acts }: Plan, trace = false): Promise<Run> {
  const world = new World(tabs);
  const lines: string[] = [];
  let before: readonly string[] = [];
  const note = (what: string) => {
    if (!trace) return;
    const now = world.words;
    lines.push(what, ...now.filter((line, i) => line !== before[i]).map((line) => `  ${line}`));
    before = now;
  };
  let failure: string | undefined;
  try {
    note('at first');
    for (const act of acts) {
      await world.act(act);
      note(actWords(act));
    }
    failure = (await world.settle()) ?? world.judge();
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    failure = `throws: ${error.stack ?? error.message}`;
  }
  note('in the end');
  const { requests, acknowledged } = world;
  return { failure, steps: acts.length, requests, acknowledged, trace: lines };
}

/** What broke, the fewest acts found that lead to it with what everybody then had, and how to run it again. */
export async function explainPlan(plan: Plan, failed: Run): Promise<string> {
  const fails = async (acts: Plan['acts']) => {
    const { failure } = await runPlan({ ...plan, acts });
    return failure !== undefined && kindOf(failure) === kindOf(failed.failure);
  };
  let acts = await fewest(plan.acts, fails);
  for (const [i, act] of acts.entries()) {
    const simpler = acts.with(i, { ...act, a: 0, b: 0 });
    if (await fails(simpler)) acts = simpler;
  }
  const { failure, trace } = await runPlan({ ...plan, acts }, true);
  return [
    `seed ${plan.seed} of tabs ${plan.tabs}: ${failed.failure}`,
    '',
    `Shrunk from ${plan.acts.length} to ${acts.length} acts: ${failure}`,
    ...trace.map((line) => `  ${line}`),
    '',
    `Again: npm run sim -- --tabs ${plan.tabs} --seed ${plan.seed}`,
  ].join('\n');
}

/** The invariant that a failure breaks: its first word. */
export function kindOf(failure = ''): string {
  return failure.slice(0, failure.indexOf(':'));
}
