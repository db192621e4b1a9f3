/** The form that heat and lightning share: records of one moment each, `/weather?api=…`. */
import { z } from 'zod';
import { anything, each, Instant, instantOrNull, List, v2Data } from './values.ts';

const Body = z.object({ records: List });
const Record = z.object({ datetime: Instant, updatedTimestamp: anything, item: anything });
const Item = z.object({ readings: anything });

export interface Observation {
  readonly timestamp: string;
  readonly updatedTimestamp: string | null;
  /** Undefined if the record has no list of them. */
  readonly readings: readonly unknown[] | undefined;
}

/** The records in the order of the feed; undefined if the body is none of this form. */
export function observationsOf(json: unknown, most: number): Observation[] | undefined {
  const body = v2Data(Body, json);
  if (body === undefined) return undefined;
  return each(Record, body.records).map(({ datetime, updatedTimestamp, item }) => {
    const { readings } = Item.safeParse(item).data ?? {};
    return {
      timestamp: datetime,
      updatedTimestamp: instantOrNull(updatedTimestamp),
      readings: Array.isArray(readings) && readings.length <= most ? readings : undefined,
    };
  });
}
