/** The lines at the top of the air's page about delayed figures, a missing network and a failed update. */
import { MINUTE } from '../../../core/air/time/time.ts';
import { METRICS, type Metric } from '../../../core/air/types.ts';
import { isAhead } from '../../../core/air/upstream/freshness.ts';
import { air as words } from '../../words/en/air/air.ts';
import { singaporeHour } from '../../words/format.ts';
import type { Figure } from '../readings/figures.ts';

interface Conditions {
  readonly isOnline: boolean;
  /** ms since the epoch. */
  readonly now: number;
}

/**
 * How fresh the figures of a region are: `Offline. Delayed: figures from 4 pm, 3 hr ago.`; of an hour that is yet to
 * come, that it is in doubt; `""` when all is well. The time is that of the server's clock.
 */
export function freshnessWords(
  figures: Readonly<Record<Metric, Figure>>,
  { isOnline, now }: Conditions,
): string {
  const shown = METRICS.map((metric) => figures[metric]).filter(({ value }) => value !== null);
  const { freshness } = words;
  if (shown.length === 0) return isOnline ? freshness.noFigures : freshness.nothingKept;
  const stale = shown.filter(({ status }) => status === 'stale');
  const isDoubtful = ({ hour }: Figure) => isAhead(hour, now);
  const [ahead, late] = [stale.filter(isDoubtful), stale.filter((figure) => !isDoubtful(figure))];
  const said = [
    late.length > 0 ? datedWords(late, now, freshness.late, freshness.lateEach) : [],
    ahead.length > 0 ? datedWords(ahead, now, freshness.ahead, freshness.aheadEach) : [],
  ]
    .flat()
    .join(' ');
  if (isOnline) return said;
  return `${freshness.offline} ${said || datedWords(shown, now, freshness.kept, freshness.keptEach)}`;
}

/**
 * When the air is asked for again after an update that failed: `Next try in about 2 minutes.`
 * @param retryAt ms since the epoch, on the same clock as `now`
 */
export function nextTryWords(retryAt: number, { isOnline, now }: Conditions): string {
  const { freshness } = words;
  return isOnline
    ? freshness.nextTry(Math.max(1, Math.ceil((retryAt - now) / MINUTE)))
    : freshness.whenOnline;
}

/** One text for both figures when they have the same hour, else a text that names each figure with its hour. */
function datedWords(
  figures: readonly Figure[],
  now: number,
  same: (hour: string, age: number | undefined) => string,
  each: typeof words.freshness.lateEach,
): string {
  const dated = figures.map(({ metric, hour, age }) => ({
    metric,
    hour: singaporeHour(hour ?? '', now),
    // An hour in the future has no age.
    age: age >= MINUTE ? age : undefined,
  }));
  const [first] = dated;
  const isSame = figures.length === METRICS.length && figures.every(({ hour }) => hour === figures[0]?.hour);
  return isSame && first ? same(first.hour, first.age) : each(dated);
}
