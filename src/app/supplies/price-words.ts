import { parseInstant } from '../../core/air/time/time.ts';
import { singaporeDate } from '../words/format.ts';

/** The date in Singapore of an instant or a plain date: `3 June 2026`; undefined for any other text. */
export function dateWords(instant: string | null | undefined): string | undefined {
  const ms = parseInstant(instant) ?? parseInstant(`${instant}T00:00:00+08:00`);
  return ms === undefined ? undefined : singaporeDate(ms);
}

/** A price with the date on which it was seen; undefined unless both are known. */
export function datedPrice(
  price: string | null,
  checkedAt: string | null,
): { readonly price: string; readonly seen: string } | undefined {
  const seen = dateWords(checkedAt);
  const text = price?.trim() ?? '';
  return text === '' || seen === undefined ? undefined : { price: text, seen };
}
