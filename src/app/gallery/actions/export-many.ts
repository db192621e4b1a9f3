/** Exports several drawings as one zip file. Loaded when needed. */
import { zipWriter } from '../../../core/archive/zip-write.ts';
import type { DrawingEntry } from '../../../core/drawing/types.ts';
import type { SaveTarget } from '../../settings/archive/save-target.ts';
import { type Choice, makeFile } from '../../studio/export/export.ts';
import { copies as words } from '../../words/en/gallery/copies.ts';
import { problemWords } from '../../words/problems.ts';
import { titleWords } from '../list/arrange.ts';
import { contentOf } from './duplicate.ts';

export interface ExportResult {
  /** Number of drawings in the file. */
  readonly done: number;
  /** A line for each drawing that is missing or incomplete. */
  readonly left: readonly string[];
}

/**
 * `name`, or the first free one of `name (2)`, `name (3)` …, which is then taken. Ignores case, as many disks
 * do.
 * @param taken names in lower case
 */
export function freeName(name: string, taken: Set<string>): string {
  const dot = name.lastIndexOf('.');
  let free = name;
  for (let number = 2; taken.has(free.toLowerCase()); number++)
    free = `${name.slice(0, dot)} (${number})${name.slice(dot)}`;
  taken.add(free.toLowerCase());
  return free;
}

/**
 * Writes the zip file. Only one drawing is in memory at a time. If it fails or is stopped, the target is
 * discarded.
 * @param onProgress called with the number of finished drawings
 * @throws the signal's reason, or an error of writing
 */
export async function exportMany(
  entries: readonly DrawingEntry[],
  chosen: Choice,
  target: SaveTarget,
  stop: AbortSignal,
  onProgress: (done: number) => void,
): Promise<ExportResult> {
  const zip = zipWriter((bytes) => target.write(bytes));
  const taken = new Set<string>();
  const left: string[] = [];
  let done = 0;
  try {
    for (const [index, entry] of entries.entries()) {
      stop.throwIfAborted();
      onProgress(index);
      const title = titleWords(entry.title);
      try {
        const content = await contentOf(entry);
        if (content.strokes.length === 0) {
          left.push(words.left(title, words.blank));
          continue;
        }
        const { file, leftOut } = await makeFile(content, chosen, stop);
        const bytes = new Uint8Array(await file.arrayBuffer());
        const options = { pack: chosen.format !== 'png', modified: Date.parse(entry.updatedAt) };
        await zip.add(freeName(file.name, taken), bytes, options);
        if (leftOut) left.push(words.left(title, leftOut));
        done++;
      } catch (error) {
        stop.throwIfAborted();
        left.push(words.left(title, problemWords(error)));
      }
    }
    if (done === 0) throw new Error(left.join(' '));
    await zip.end();
    await target.finish();
    return { done, left };
  } catch (error) {
    await target.discard().catch(() => undefined);
    throw error;
  }
}
