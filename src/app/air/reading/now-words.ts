/** What the air of a region is like now, in words. What it asks of anyone is the guide's, and stands in advice.ts. */
import type { Metric } from '../../../core/air/types.ts';
import { METRIC_NAMES } from '../../../core/air/warning.ts';
import type { Figure } from '../readings/figures.ts';

/**
 * One or two plain sentences that speak of fresh figures by their bands, and of others only as delayed or missing.
 * @param regionName `Central`
 */
export function nowWords({ psi, pm25 }: Readonly<Record<Metric, Figure>>, regionName: string): string {
  const [first, second] = [bandWords(pm25), bandWords(psi)];
  const [one, other] = [METRIC_NAMES.pm25, METRIC_NAMES.psi];
  if (first && second) return `The ${one} is ${first} and the ${other} ${second}.`;
  if (first) return `The ${one} is ${first}. ${lackWords(psi)}`;
  if (second) return `${lackWords(pm25)} The ${other} is ${second}.`;
  if (psi.status === pm25.status) {
    return psi.status === 'stale'
      ? `The figures for ${regionName} are delayed.`
      : `There are no figures for ${regionName} just now.`;
  }
  return `${lackWords(pm25)} ${lackWords(psi)}`;
}

/** `very unhealthy`, of a figure that is fresh. */
function bandWords({ status, band }: Figure): string | undefined {
  return status === 'ok' ? band?.toLowerCase() : undefined;
}

function lackWords({ metric, status }: Figure): string {
  const name = METRIC_NAMES[metric];
  return status === 'stale' ? `The ${name} is delayed.` : `There is no ${name} just now.`;
}
