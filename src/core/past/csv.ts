/** Tables as text (RFC 4180), which open in a spreadsheet without running anything. */

/** A row. Null is an empty field, as a gap is. */
type Row = readonly (string | number | null)[];

/** @param rows the first one is the header */
export function csvOf(rows: readonly Row[]): string {
  return rows.map((row) => `${row.map(field).join(',')}\r\n`).join('');
}

/** A spreadsheet takes a text that begins with one of these for a formula. A number stays a number. */
const FORMULA = /^[=+\-@\t\r]/;

function field(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
