/** How far the figures of a region can be trusted, in the one line that says it: the figures themselves only show it. */
import { MINUTE } from '../../../core/air/time/time.ts';
import { METRICS, type Metric } from '../../../core/air/types.ts';
import { METRIC_NAMES } from '../../../core/air/warning.ts';
import { duration, singaporeHour } from '../../words/format.ts';
import type { Figure } from '../readings/figures.ts';

interface Circumstances {
  readonly isOnline: boolean;
  /** ms since the epoch, the server's clock. */
  readonly now: number;
}

/** `Offline. Delayed: figures of 4 pm, 3 h ago.`; `""` when all is well. */
export function trustWords(
  figures: Readonly<Record<Metric, Figure>>,
  { isOnline, now }: Circumstances,
): string {
  const shown = METRICS.map((metric) => figures[metric]).filter(({ value }) => value !== null);
  if (shown.length === 0) {
    return isOnline ? 'There are no figures just now.' : 'Offline: no figures are kept on this device yet.';
  }
  const late = shown.filter(({ status }) => status === 'stale');
  if (late.length > 0) return `${isOnline ? '' : 'Offline. '}Delayed: ${ofHours(late, now)}.`;
  return isOnline ? '' : `Offline. Showing ${ofHours(shown, now)}.`;
}

/** `figures of 4 pm, 3 h ago`, and each by its name where their hours differ, or only one of them is meant. */
function ofHours(figures: readonly Figure[], now: number): string {
  const [first] = figures;
  const alike = figures.length === METRICS.length && figures.every(({ hour }) => hour === first?.hour);
  if (alike && first) return `figures of ${when(first, now)}`;
  return figures.map((figure) => `${METRIC_NAMES[figure.metric]} of ${when(figure, now)}`).join('; ');
}

/** An hour that lies ahead has no age. */
function when({ hour, age }: Figure, now: number): string {
  const words = singaporeHour(hour ?? '', now);
  return age >= MINUTE ? `${words}, ${duration(age)} ago` : words;
}
