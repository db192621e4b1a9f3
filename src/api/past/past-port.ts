/** What the routes of the past need of a server. */
import type { PastMetric } from '../../core/past/metrics.ts';
import type { HourOf, SkyPorts, Store } from '../ports.ts';

export interface PastPort {
  /**
   * The kept hours of one metric from `since` on, before `before`, in any order.
   * @throws StoreUnavailable
   */
  hours<M extends PastMetric>(metric: M, since: string, before: string): Promise<HourOf<M>[]>;
}

export interface PastPorts extends SkyPorts {
  readonly past: PastPort;
}

/** The past in a store that the air and the sky are recorded in. */
export function storedPast(store: Pick<Store, 'read'>): PastPort {
  return { hours: (metric, since, before) => store.read((tx) => tx.hours(metric, since, { before })) };
}
