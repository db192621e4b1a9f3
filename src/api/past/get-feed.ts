/** The route of the feed: when the air of a region crossed into another band. */
import { hasValue } from '../../core/air/time/hours.ts';
import { DAY, toSgt } from '../../core/air/time/time.ts';
import { METRICS, REGIONS } from '../../core/air/types.ts';
import { CACHE_SECONDS } from '../../core/air/upstream/freshness.ts';
import { atomFeed, ENTRIES_MAX, type Entry, FEED_DAYS, FEED_PATH } from '../../core/past/atom.ts';
import { crossingsIn } from '../../core/past/crossings.ts';
import { airRoute, prepare } from '../air/air-route.ts';
import { oneOf, type Values, withDescription } from '../http/query.ts';
import { crossingId } from './crossing-id.ts';
import type { PastPorts } from './past-port.ts';

const query = { region: withDescription('One region, or all five.', oneOf(['all', ...REGIONS], 'all')) };

export const getFeed = airRoute<PastPorts>({
  id: 'getFeed',
  path: FEED_PATH,
  query,
  async prepared({ ports: { air, past, publicUrl }, query: values }) {
    const { region } = values as Values<typeof query>;
    // Whoever reads the feed asks for the air, which is refreshed only while somebody does.
    await air.state();
    const now = air.now();
    const [since, before] = [toSgt(now - FEED_DAYS * DAY), toSgt(now + 1_000)];
    const hours = (await Promise.all(METRICS.map((metric) => past.hours(metric, since, before)))).flat();
    const crossings = crossingsIn(hours, region === 'all' ? REGIONS : [region], now).slice(0, ENTRIES_MAX);
    const entries = await Promise.all(
      crossings.map(async (crossing): Promise<Entry> => ({ ...crossing, id: await crossingId(crossing) })),
    );
    const measured = hours.filter(hasValue).map(({ hour }) => hour);
    const newestHour = measured.sort().at(-1) ?? null;
    return prepare(atomFeed(entries, { region, newestHour, publicUrl }), CACHE_SECONDS, now, {
      'Content-Type': 'application/atom+xml; charset=utf-8',
    });
  },
});
