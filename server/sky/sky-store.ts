/**
 * The sky in the store: a value for each feed, with what it last said and how its last refresh ended, and the hours of
 * what was measured.
 */
import { z } from 'zod';
import type { Store } from '../../src/api/ports.ts';
import { hourOf, toSgt } from '../../src/core/air/time/time.ts';
import { REGIONS } from '../../src/core/air/types.ts';
import { keptSince } from '../../src/core/past/metrics.ts';
import { hoursAfter, readingsToKeep } from '../../src/core/past/sky-hours.ts';
import type { Feed, FeedData } from '../../src/core/sky/types.ts';
import { VERSIONS } from '../upstream/request.ts';
import type { HeldFeed } from './refresh.ts';
import { NEVER_REFRESHED } from './refresh.ts';

const Published = z.object({ timestamp: z.string(), updatedTimestamp: z.string().nullable() });
const Place = z.object({ latitude: z.number(), longitude: z.number() });
const Station = Place.extend({ id: z.string(), name: z.string() });
const Period = z.object({ from: z.string(), to: z.string() });
const Regions = z.object(Object.fromEntries(REGIONS.map((region) => [region, z.string().optional()])));

const DATA: { readonly [F in Feed]: z.ZodType<FeedData[F]> } = {
  forecast2h: Published.extend({
    ...Period.shape,
    areas: z.array(Place.extend({ name: z.string(), text: z.string() })),
  }),
  rain: Published.extend({ gauges: z.array(Station.extend({ mmPer5min: z.number() })) }),
  lightning: Published.extend({
    windows: z.array(z.string()),
    strikes: z.array(Place.extend({ at: z.string(), kind: z.enum(['cloud', 'ground']) })),
  }),
  heat: Published.extend({
    stations: z.array(
      Station.extend({ wbgt: z.number(), band: z.enum(['low', 'moderate', 'high']).nullable() }),
    ),
  }),
  uv: Published.extend({ hours: z.array(z.object({ hour: z.string(), index: z.number() })) }),
  wind: Published.extend({
    stations: z.array(Station.extend({ speedKmh: z.number(), from: z.number().nullable() })),
  }),
  forecast24h: Published.extend({
    ...Period.shape,
    text: z.string(),
    periods: z.array(Period.extend({ regions: Regions })),
  }),
};

const Held = z.object({
  refreshed: z.boolean(),
  fetchedAt: z.number().nullable(),
  askAfter: z.number(),
  failures: z.int().min(0),
  answeredBy: z.enum(VERSIONS),
});

const nameOf = (feed: Feed) => `sky-${feed}`;

/** Reads what an earlier run stored of a feed, however old. A missing or invalid text is as if there were none. */
export async function readStoredFeed<F extends Feed>(store: Store, feed: F): Promise<HeldFeed<F>> {
  const text = await store.read((tx) => tx.value(nameOf(feed)));
  try {
    const schema = Held.extend({ newest: DATA[feed].nullable() });
    return schema.parse(JSON.parse(text ?? '')) as HeldFeed<F>;
  } catch {
    return NEVER_REFRESHED;
  }
}

/**
 * Stores what is held of a feed after a refresh, and keeps what it measured, in one transaction.
 * @param now ms since the epoch
 */
export function storeFeed<F extends Feed>(
  store: Store,
  feed: F,
  held: HeldFeed<F>,
  now: number,
): Promise<void> {
  const readings = !held.refreshed || held.newest === null ? [] : readingsToKeep(feed, held.newest, now);
  return store.write(async (tx) => {
    await tx.putValue(nameOf(feed), JSON.stringify(held));
    const [first] = readings;
    if (first === undefined) return;
    const times = readings.map(({ at }) => at);
    const [since, before] = [hourOf(Math.min(...times)), toSgt(Math.max(...times) + 1)];
    await tx.putHours(hoursAfter(await tx.hours(first.metric, since, { before }), readings));
    await tx.dropHours(toSgt(keptSince(now)));
  });
}
