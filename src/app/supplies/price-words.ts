import { parseInstant } from '../../core/air/time/time.ts';
import { singaporeDate } from '../words/format.ts';

/** Singapore's date of an instant, or a plain date: `3 June 2026`; undefined for what is neither. */
export function dateWords(instant: string | null | undefined): string | undefined {
  const ms = parseInstant(instant) ?? parseInstant(`${instant}T00:00:00+08:00`);
  return ms === undefined ? undefined : singaporeDate(ms);
}

/** A price and the date it was seen on: neither is anything without the other. */
export function datedPrice(
  price: string | null,
  checkedAt: string | null,
): { readonly price: string; readonly seen: string } | undefined {
  const seen = dateWords(checkedAt);
  const said = price?.trim() ?? '';
  return said === '' || seen === undefined ? undefined : { price: said, seen };
}
