/** Export and import of everything. Loaded when one of them is first used. */
import { version } from '../../../../package.json';
import { exportArchive, type Progress } from '../../../api/archive/export.ts';
import { ImportRefused, type ImportResult, importArchive } from '../../../api/archive/import.ts';
import { CHANGES_CHANNEL } from '../../../sync/device.ts';
import { transport } from '../../client/transport.ts';
import { settings as words } from '../../words/en/settings.ts';
import { apiLibrary } from './api-library.ts';
import { exportWords, importWords, leftOutLines, refusedWords } from './archive-words.ts';
import type { SaveTarget } from './save-target.ts';

/** The result, in words. */
export interface Outcome {
  /** True if nothing failed and nothing was left out. */
  readonly ok: boolean;
  readonly words: string;
  /** A line for each left-out entry. */
  readonly details: readonly string[];
}

/** Writes all drawings, the trash and the profile of this device to a target. */
export async function exportEverything(
  target: SaveTarget,
  signal: AbortSignal,
  onProgress: (progress: Progress) => void,
): Promise<Outcome> {
  try {
    const result = await exportArchive(apiLibrary(transport), {
      write: (bytes) => target.write(bytes),
      product: `Pleinair ${version}`,
      now: Date.now,
      signal,
      onProgress,
    });
    await target.finish();
    const details = leftOutLines(result.leftOut);
    return { ok: details.length === 0, words: exportWords(result), details };
  } catch (error) {
    await target.discard().catch(() => undefined);
    if (signal.aborted) return { ok: false, words: words.cancelled, details: [] };
    throw error;
  }
}

/** Imports an archive into this device's store. */
export async function importEverything(
  file: File,
  signal: AbortSignal,
  onProgress: (progress: Progress) => void,
): Promise<Outcome> {
  const { inlineStore } = await import('../../inline.ts');
  const channel = new BroadcastChannel(CHANGES_CHANNEL);
  const source = {
    size: file.size,
    read: async (at: number, length: number) =>
      new Uint8Array(await file.slice(at, at + length).arrayBuffer()),
  };
  try {
    const announce = (change: { readonly id: string; readonly rev: number }) => channel.postMessage(change);
    const options = { now: Date.now, signal, onProgress, announce };
    return outcomeOf(await importArchive(source, inlineStore(), options));
  } catch (error) {
    if (error instanceof ImportRefused) return { ok: false, words: refusedWords(error.fault), details: [] };
    throw error;
  } finally {
    channel.close();
  }
}

function outcomeOf(result: ImportResult): Outcome {
  const { leftOut, stopped } = result;
  return {
    ok: leftOut.length === 0 && stopped === undefined,
    words: importWords(result),
    details: leftOutLines(leftOut),
  };
}
