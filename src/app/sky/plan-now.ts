/** The plan line of this moment: of the sky at the chosen town, and of the air in its region. */
import { computed } from '@preact/signals';
import { PM25_BANDS, type Pm25Severity } from '../../core/air/bands.ts';
import { airLine, keepsIn, needsMask, type PlanLine, planLine } from '../../core/sky/plan.ts';
import { airNow, figuresOf, useReadings } from '../air/readings/readings.ts';
import { region } from '../air/readings/region.ts';
import { planWords, type Tone, toneOf } from './plan-words.ts';
import { skyComing, skyNow, useSky } from './sky-now.ts';
import { town } from './town.ts';

export interface PlanNow {
  readonly line: PlanLine;
  readonly words: string;
  readonly tone: Tone;
  /** True if the advice goes with masks. */
  readonly masks: boolean;
}

/** The band of the region's 1-hour PM2.5, null unless that figure is current. */
const pm25Now = computed((): Pm25Severity | null => {
  const figure = figuresOf(town.value?.region ?? region.value)?.pm25;
  if (figure?.status !== 'ok') return null;
  return PM25_BANDS.find(({ id }) => id === figure.severity)?.id ?? null;
});

/** Undefined while there is nothing to say: without the sky, the air speaks if it has advice, and never reassures. */
export const planNow = computed((): PlanNow | undefined => {
  const known = skyNow.value;
  const pm25 = pm25Now.value;
  const line = known ? planLine(known.sky, pm25, known.now) : airLine(pm25);
  if (line === null) return undefined;
  const words = planWords(line, {
    town: town.value?.name ?? '',
    now: known?.now ?? airNow.value,
    isComing: skyComing.value,
  });
  return { line, words, tone: toneOf(line.plan), masks: needsMask(pm25) };
});

/** True while nobody may be invited outdoors. */
export const isIndoors = computed(() => keepsIn(planNow.value?.line.plan ?? null, pm25Now.value));

/** True while lightning or a storm, and not the air, keeps people in. */
export const isSheltering = computed(() => keepsIn(planNow.value?.line.plan ?? null, null));

/** Keeps the plan line new while the calling component is shown. */
export function usePlan(): void {
  useReadings();
  useSky();
}
