import { DAY, sgtDate } from '../../../core/air/time/time.ts';
import { METRICS, type Region } from '../../../core/air/types.ts';
import type { paths } from '../../client/schema.ts';
import { online } from '../../platform/online.ts';
import { air as words } from '../../words/en/air/air.ts';
import { readingsRetryAt } from '../readings/readings.ts';

const ARCHIVE = '/api/v1/archive' satisfies keyof paths;
const FEED = '/air.atom' satisfies keyof paths;

/** Days of a table: one fewer than the archive gives at a time, for a link that is made before midnight and pressed after. */
const DAYS = 30;

interface PastLinksProps {
  readonly region: Region;
  /** ms since the epoch, the server's clock. */
  readonly now: number;
}

/**
 * Tables of both metrics, and the feed of the region. Only a server has them: without one that answers, nothing is shown.
 * The feed opens in a tab of its own, since an installed app has no way back from it.
 */
export function PastLinks({ region, now }: PastLinksProps) {
  if (!online.value || readingsRetryAt.value !== undefined) return null;
  const from = sgtDate(now - (DAYS - 1) * DAY);
  return (
    <p class="links small">
      {METRICS.map((metric) => (
        <a key={metric} href={`${ARCHIVE}?metric=${metric}&from=${from}&format=csv`} download>
          {words.chart.csv(metric, DAYS)}
        </a>
      ))}
      <a href={`${FEED}?region=${region}`} target="_blank" rel="noopener">
        {words.chart.feed(words.regions[region])}
      </a>
    </p>
  );
}
