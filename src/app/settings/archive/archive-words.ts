/** The outcome of an import or export, in words. Why a single entry was left out is told as the archive says it. */
import type { ExportResult, LeftOut } from '../../../api/archive/export.ts';
import type { ImportResult } from '../../../api/archive/import.ts';
import { settings as words } from '../../words/en/settings.ts';

/** Number of left-out entries that are listed by name. */
const TOLD_MAX = 20;

export function exportWords({ drawings, leftOut }: ExportResult): string {
  const missing = leftOut.length === 0 ? [] : [words.notRead(leftOut.length)];
  return [words.saved(drawings), ...missing].join(' ');
}

/** A sentence for each outcome that occurred. */
export function importWords(result: ImportResult): string {
  const { added, same, copied, copied_before, profile, leftOut, stopped } = result;
  const sentences = [words.imported(added)];
  if (same > 0) sentences.push(words.hereAlready(same));
  if (copied > 0) sentences.push(words.copied(copied));
  if (copied_before > 0) sentences.push(words.copiedBefore(copied_before));
  if (profile === 'taken') sentences.push(words.profileTaken);
  if (profile === 'kept') sentences.push(words.profileKept);
  if (stopped !== undefined) sentences.push(words.stopped[stopped]);
  if (leftOut.length > 0) sentences.push(words.things(leftOut.length));
  return sentences.join(' ');
}

/** A line for each of the first twenty entries, and one for the others. */
export function leftOutLines(leftOut: readonly LeftOut[]): string[] {
  const told = leftOut.slice(0, TOLD_MAX).map(({ name, why }) => `${name} ${why}.`);
  const more = leftOut.length - told.length;
  return more > 0 ? [...told, words.moreThings(more)] : told;
}
