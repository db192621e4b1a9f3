/** The air of a region now, in words. Advice is in advice.ts. */
import type { Metric } from '../../../core/air/types.ts';
import { AHEAD_MAX } from '../../../core/air/upstream/freshness.ts';
import { type BandId, air as words } from '../../words/en/air/air.ts';
import type { Figure } from '../readings/figures.ts';
import { isBandId } from '../readings/metrics.ts';

/**
 * One or two sentences with the bands of fresh figures. Other figures are only called delayed, in doubt or missing.
 * @param regionName `Central`
 */
export function nowWords({ psi, pm25 }: Readonly<Record<Metric, Figure>>, regionName: string): string {
  const [first, second] = [freshBand(pm25), freshBand(psi)];
  if (first && second) return words.here.both(first, second);
  if (first) return `${words.here.one('pm25', first)} ${notFreshWords(psi)}`;
  if (second) return `${notFreshWords(pm25)} ${words.here.one('psi', second)}`;
  if (psi.status === pm25.status) {
    if (psi.status !== 'stale') return words.here.noFigures(regionName);
    if (isDoubtful(psi) && isDoubtful(pm25)) return words.here.allDoubtful(regionName);
    if (!isDoubtful(psi) && !isDoubtful(pm25)) return words.here.allLate(regionName);
  }
  return `${notFreshWords(pm25)} ${notFreshWords(psi)}`;
}

/** The band of a fresh figure; undefined for a delayed one, which says nothing about now. */
export function freshBand(figure: Pick<Figure, 'status' | 'severity'> | undefined): BandId | undefined {
  return figure?.status === 'ok' && isBandId(figure.severity) ? figure.severity : undefined;
}

function notFreshWords(figure: Figure): string {
  const { metric, status } = figure;
  if (status !== 'stale') return words.here.none(metric);
  return isDoubtful(figure) ? words.here.doubtful(metric) : words.here.late(metric);
}

/** True if its hour is yet to come. */
function isDoubtful({ age }: Figure): boolean {
  return age < -AHEAD_MAX;
}
