/** Figures of what data.gov.sg said last: how old it is, and whether it is current. A scrape never asks for it. */
import { Gauge, type Registry } from 'prom-client';
import { parseInstant } from '../../src/core/air/time/time.ts';
import { METRICS, type SourceStatus } from '../../src/core/air/types.ts';
import { sourceStatus } from '../../src/core/air/upstream/freshness.ts';
import { factsOf } from '../../src/core/sky/facts.ts';
import { feedStatus } from '../../src/core/sky/limits.ts';
import { FEEDS } from '../../src/core/sky/types.ts';
import type { ServerAir } from '../air/port.ts';
import type { ServerSky } from '../sky/port.ts';

const STATES = ['ok', 'stale', 'unavailable'] as const;

/** Each is absent if a test replaces it. */
export interface ObservedSources {
  readonly air?: Pick<ServerAir, 'sources' | 'now'>;
  readonly sky?: Pick<ServerSky, 'known' | 'now'>;
}

/** What is measured of a source of the air or a feed of the sky. */
interface Seen {
  readonly source: string;
  readonly fetchedAt: string | null;
  /** The time of its data. */
  readonly timestamp: string | null;
  readonly status: SourceStatus;
  /** ms since the epoch. */
  readonly now: number;
}

function airSeen({ sources, now }: Pick<ServerAir, 'sources' | 'now'>): Seen[] {
  const known = sources();
  return METRICS.map((metric) => {
    const { fetchedAt, newest } = known[metric];
    const status = sourceStatus(known[metric], now());
    return { source: metric, fetchedAt, timestamp: newest?.hour ?? null, status, now: now() };
  });
}

function skySeen({ known, now }: Pick<ServerSky, 'known' | 'now'>): Seen[] {
  const { sources } = factsOf(known());
  return FEEDS.map((feed) => ({
    ...sources[feed],
    source: feed,
    status: feedStatus(feed, sources[feed], now()),
    now: now(),
  }));
}

export function observeSources(registers: Registry[], { air, sky }: ObservedSources): void {
  const seen = () => [...(air === undefined ? [] : airSeen(air)), ...(sky === undefined ? [] : skySeen(sky))];
  const age = (name: string, help: string, instantOf: (source: Seen) => string | null) =>
    new Gauge({
      name,
      help,
      labelNames: ['source'],
      registers,
      collect() {
        this.reset();
        for (const source of seen()) {
          const at = parseInstant(instantOf(source));
          // Without a reading there is no age: zero would mean a perfect one.
          if (at !== undefined) this.set({ source: source.source }, (source.now - at) / 1000);
        }
      },
    });
  age('pleinair_upstream_age_seconds', 'Time since a source was last fetched.', ({ fetchedAt }) => fetchedAt);
  age(
    'pleinair_upstream_hour_age_seconds',
    'Age of the newest hourly reading, or of what a feed of the sky last said.',
    ({ timestamp }) => timestamp,
  );
  new Gauge({
    name: 'pleinair_upstream_state',
    help: 'State of a source: 1 for the current state, 0 for the others.',
    labelNames: ['source', 'state'],
    registers,
    collect() {
      for (const { source, status } of seen()) {
        for (const state of STATES) this.set({ source, state }, state === status ? 1 : 0);
      }
    },
  });
}
