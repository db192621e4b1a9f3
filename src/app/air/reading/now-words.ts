/** What the air of a region is like now, in words. What it asks of anyone is the guide's, and stands in advice.ts. */
import type { Metric } from '../../../core/air/types.ts';
import { type BandId, air as words } from '../../words/en/air.ts';
import type { Figure } from '../readings/figures.ts';
import { isBandId } from '../readings/metrics.ts';

/**
 * One or two plain sentences that speak of fresh figures by their bands, and of others only as delayed or missing.
 * @param regionName `Central`
 */
export function nowWords({ psi, pm25 }: Readonly<Record<Metric, Figure>>, regionName: string): string {
  const [first, second] = [freshBand(pm25), freshBand(psi)];
  if (first && second) return words.here.both(first, second);
  if (first) return `${words.here.one('pm25', first)} ${lackWords(psi)}`;
  if (second) return `${lackWords(pm25)} ${words.here.one('psi', second)}`;
  if (psi.status === pm25.status) {
    return psi.status === 'stale' ? words.here.allLate(regionName) : words.here.noFigures(regionName);
  }
  return `${lackWords(pm25)} ${lackWords(psi)}`;
}

/** Of a figure that is fresh: a delayed one says nothing about now. */
export function freshBand(figure: Pick<Figure, 'status' | 'severity'> | undefined): BandId | undefined {
  return figure?.status === 'ok' && isBandId(figure.severity) ? figure.severity : undefined;
}

function lackWords({ metric, status }: Figure): string {
  return status === 'stale' ? words.here.late(metric) : words.here.none(metric);
}
