/** Results of exports and imports, in words. */
import type { ExportResult, Fault, LeftOut } from '../../../api/archive/export.ts';
import type { ImportResult } from '../../../api/archive/import.ts';
import { settings as words } from '../../words/en/settings.ts';

/** Most left-out entries that are listed by name. */
const LISTED_MAX = 20;

/** The result of an export, in one or two sentences. */
export function exportWords({ drawings, leftOut }: ExportResult): string {
  const missing = leftOut.length === 0 ? [] : [words.notRead(leftOut.length)];
  return [words.saved(drawings), ...missing].join(' ');
}

/** The result of an import, with a sentence for each outcome that occurred. */
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

/** Why a whole file was refused. */
export function refusedWords(fault: Fault): string {
  const refused: Readonly<Partial<Record<Fault, string>>> = words.refused;
  return refused[fault] ?? words.refused.damaged;
}

/** The sentence for a left-out entry, made from its name. */
function entryWords(fault: Fault): (name: string) => string {
  const entries: Readonly<Partial<Record<Fault, (name: string) => string>>> = words.entries;
  return entries[fault] ?? words.entries.damaged;
}

/** A line for each of the first twenty entries, and one that counts the others. */
export function leftOutLines(leftOut: readonly LeftOut[]): string[] {
  const lines = leftOut.slice(0, LISTED_MAX).map(({ name, fault }) => entryWords(fault)(name));
  const more = leftOut.length - lines.length;
  return more > 0 ? [...lines, words.moreThings(more)] : lines;
}
