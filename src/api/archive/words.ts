/** The outcome of an import or export in words, for the command line. */
import type { ExportResult, LeftOut } from './export.ts';
import type { ImportResult, Stop } from './import.ts';

const STOPPED: Readonly<Record<Stop, string>> = {
  aborted: 'Stopped before the end of the file.',
  full: 'There is no room left. What was imported before stays.',
  unavailable: 'The storage does not answer. What was imported before stays.',
};

/** Number of left-out entries that are listed by name. */
const LISTED_MAX = 20;

function drawingsWords(count: number): string {
  return count === 1 ? '1 drawing' : `${count} drawings`;
}

const wasWere = (count: number) => (count === 1 ? 'was' : 'were');

export function exportWords({ drawings, leftOut }: ExportResult): string {
  const missing = leftOut.length === 0 ? '' : ` ${drawingsWords(leftOut.length)} could not be read.`;
  return `${drawingsWords(drawings)} and the profile are in the file.${missing}`;
}

/** One sentence for each outcome that occurred. */
export function importWords(result: ImportResult): string[] {
  const { added, same, copied, copied_before, profile, leftOut, stopped } = result;
  const sentences = [`${drawingsWords(added)} imported.`];
  if (same > 0) sentences.push(`${drawingsWords(same)} ${wasWere(same)} here already.`);
  if (copied > 0) {
    sentences.push(
      copied === 1
        ? '1 drawing differs from the one here. It was added as a copy.'
        : `${copied} drawings differ from those here. They were added as copies.`,
    );
  }
  if (copied_before > 0) {
    sentences.push(
      copied_before === 1
        ? '1 drawing differs. An earlier import added it as a copy.'
        : `${copied_before} drawings differ. An earlier import added them as copies.`,
    );
  }
  if (profile === 'taken') sentences.push('The profile was imported, too.');
  if (profile === 'kept') sentences.push('The profile here stays. The file has another one.');
  if (stopped !== undefined) sentences.push(STOPPED[stopped]);
  if (leftOut.length > 0) {
    sentences.push(
      leftOut.length === 1 ? '1 thing was left out:' : `${leftOut.length} things were left out:`,
    );
  }
  return sentences;
}

/** One line for each of the first twenty entries, and one for the others. */
export function leftOutWords(leftOut: readonly LeftOut[]): string[] {
  const told = leftOut.slice(0, LISTED_MAX).map(({ name, why }) => `${name} ${why}.`);
  const more = leftOut.length - told.length;
  return more > 0 ? [...told, `And ${more} more.`] : told;
}
