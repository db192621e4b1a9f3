/** How far the figures of a region can be trusted, in the one line that says it: the figures themselves only show it. */
import { MINUTE } from '../../../core/air/time/time.ts';
import { METRICS, type Metric } from '../../../core/air/types.ts';
import { air as words } from '../../words/en/air.ts';
import { singaporeHour } from '../../words/format.ts';
import type { Figure } from '../readings/figures.ts';

interface Circumstances {
  readonly isOnline: boolean;
  /** ms since the epoch, the server's clock. */
  readonly now: number;
}

/** `Offline. Delayed: figures from 4 pm, 3 hrs ago.`; `""` when all is well. */
export function trustWords(
  figures: Readonly<Record<Metric, Figure>>,
  { isOnline, now }: Circumstances,
): string {
  const shown = METRICS.map((metric) => figures[metric]).filter(({ value }) => value !== null);
  const { trust } = words;
  if (shown.length === 0) return isOnline ? trust.noFigures : trust.nothingKept;
  const late = shown.filter(({ status }) => status === 'stale');
  const said = late.length > 0 ? ofHours(late, now, trust.late, trust.lateEach) : '';
  if (isOnline) return said;
  return `${trust.offline} ${said || ofHours(shown, now, trust.kept, trust.keptEach)}`;
}

/** Of figures that are of one hour, and each by its name where their hours differ, or only one of them is meant. */
function ofHours(
  figures: readonly Figure[],
  now: number,
  alike: (hour: string, age: number | undefined) => string,
  each: typeof words.trust.lateEach,
): string {
  const dated = figures.map(({ metric, hour, age }) => ({
    metric,
    hour: singaporeHour(hour ?? '', now),
    // An hour that lies ahead has no age.
    age: age >= MINUTE ? age : undefined,
  }));
  const [first] = dated;
  const isAlike = figures.length === METRICS.length && figures.every(({ hour }) => hour === figures[0]?.hour);
  return isAlike && first ? alike(first.hour, first.age) : each(dated);
}
