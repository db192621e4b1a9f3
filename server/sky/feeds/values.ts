/**
 * What the feeds of the sky have in common: numbers that may come as strings, places, times, names. Whatever cannot be
 * read is left out, never turned into zero.
 */
import { z } from 'zod';
import { MINUTE, parseInstant, toSgt } from '../../../src/core/air/time/time.ts';
import { type BodyFailure, ITEMS_MAX } from '../../upstream/request.ts';

/** Reads a parsed body. @param now ms since the epoch */
export type Reader<T> = (json: unknown, now: number) => T | BodyFailure;

/** Longest name or phrase, characters. The longest phrase of the agency has 43. */
const TEXT_MAX = 120;
/** How far the upstream's clock may be ahead, ms. Anything later is read only if there is nothing else. */
const AHEAD_MAX = 5 * MINUTE;

export const anything = z.unknown().optional();

/** A number, or one in a string as WBGT and lightning have them. "NA" is none. */
const Num = z
  .union([z.number(), z.string().regex(/^-?\d{1,9}(?:\.\d{1,20})?$/)])
  .transform(Number)
  .pipe(z.number());

/** A number within these bounds. What is beyond was not measured. */
export const between = (least: number, most: number) => Num.pipe(z.number().min(least).max(most));

/** RFC 3339 in any zone, to SGT in whole seconds. */
export const Instant = z.string().transform((text, context) => {
  const at = parseInstant(text);
  if (at !== undefined) return toSgt(at);
  context.addIssue({ code: 'custom', message: 'no instant' });
  return z.NEVER;
});

/** A name or a phrase. Some end in a line feed; none has markup. */
export const Text = z
  .string()
  .trim()
  .min(1)
  .max(TEXT_MAX)
  .regex(/^[^<>\p{Cc}]+$/u);

/** What a forecast says. "NA" is none. */
export const PhraseText = Text.refine((text) => !/^n\/?a$/i.test(text));

export const Place = z.object({ latitude: between(-90, 90), longitude: between(-180, 180) });

/** The documents spell it in more ways than the feeds. */
const Located = z.object({ location: anything, labelLocation: anything, label_location: anything });
const Misspelt = z.object({ latitude: anything, longtitude: anything });

/** The place of a station or an area; undefined if it says none. */
export function placeOf(entry: unknown): z.infer<typeof Place> | undefined {
  const located = Located.safeParse(entry).data;
  const place = located?.location ?? located?.labelLocation ?? located?.label_location;
  const misspelt = Misspelt.safeParse(place).data;
  return (
    Place.safeParse(place).data ??
    Place.safeParse({ latitude: misspelt?.latitude, longitude: misspelt?.longtitude }).data
  );
}

/** The entries of a list that have this form. */
export function each<T>(schema: z.ZodType<T>, list: unknown): T[] {
  const entries: readonly unknown[] = Array.isArray(list) ? list : [];
  return entries.slice(0, ITEMS_MAX).flatMap((entry) => {
    const read = schema.safeParse(entry);
    return read.success ? [read.data] : [];
  });
}

/** A list that is no longer than any real one. */
export const List = z.array(z.unknown()).max(ITEMS_MAX);

/** A body of v2. Its `errorMsg` may be null, and says nothing that the status does not. */
export function v2Data<T>(schema: z.ZodType<T>, json: unknown): T | undefined {
  return z.object({ data: schema }).safeParse(json).data?.data;
}

/** Unless it is a time, null. */
export function instantOrNull(value: unknown): string | null {
  return Instant.safeParse(value).data ?? null;
}

interface Dated {
  readonly timestamp: string;
  readonly updatedTimestamp: string | null;
}

/**
 * The newest of some items in any order, of whatever day: some caches mix them. Of two of the same time, the one
 * published last.
 */
export function newestOf<T extends Dated>(items: readonly T[], now: number): T | undefined {
  const latest = toSgt(now + AHEAD_MAX);
  const credible = items.filter(({ timestamp }) => timestamp <= latest);
  // All in one zone and one format, so that they sort as texts.
  const key = ({ timestamp, updatedTimestamp }: Dated) => `${timestamp} ${updatedTimestamp ?? ''}`;
  const [first, ...others] = credible.length > 0 ? credible : items;
  return others.reduce((newest, item) => (key(item) > key(newest ?? item) ? item : newest), first);
}

/** The first of each key: a station that is listed twice counts once. */
export function onceEach<T>(entries: readonly T[], keyOf: (entry: T) => string): T[] {
  const seen = new Map<string, T>();
  for (const entry of entries) if (!seen.has(keyOf(entry))) seen.set(keyOf(entry), entry);
  return [...seen.values()];
}

/** A period of at most this length, ms. Undefined if it ends when it begins, or lasts too long to be meant. */
export function periodOf(
  from: unknown,
  to: unknown,
  most: number,
): { readonly from: string; readonly to: string } | undefined {
  const [start, end] = [Instant.safeParse(from).data, Instant.safeParse(to).data];
  if (start === undefined || end === undefined) return undefined;
  const length = (parseInstant(end) ?? 0) - (parseInstant(start) ?? 0);
  return length > 0 && length <= most ? { from: start, to: end } : undefined;
}

/** True if a period begins more than so many ms after the time that it is of. */
export function beginsLater({ from }: { readonly from: string }, timestamp: string, within: number): boolean {
  return (parseInstant(from) ?? 0) - (parseInstant(timestamp) ?? 0) > within;
}
