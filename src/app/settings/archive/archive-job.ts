/**
 * The running export or import. It goes on while other views are shown. The code of the work loads when it is
 * first used.
 */

import { signal } from '@preact/signals';
import type { Progress } from '../../../api/archive/export.ts';
import { holdUpdates } from '../../client/worker-bridge.ts';
import { readStorage } from '../../platform/storage.ts';
import { unsavedDrawings } from '../../studio/saving/busy.ts';
import { settings as words } from '../../words/en/settings.ts';
import { problemWords } from '../../words/problems.ts';
import { readProfile } from '../profile/profile.ts';
import type { Outcome } from './archive-work.ts';
import { pickTarget } from './save-target.ts';

export type ArchiveKind = 'export' | 'import';

export type ArchiveJob =
  | { readonly phase: 'idle' }
  | { readonly phase: 'running'; readonly kind: ArchiveKind; readonly progress: Progress | undefined }
  | { readonly phase: 'ended'; readonly kind: ArchiveKind; readonly outcome: Outcome };

/** The running or last job. */
export const archiveJob = signal<ArchiveJob>({ phase: 'idle' });

let stop: AbortController | undefined;

holdUpdates(() => archiveJob.value.phase === 'running');

/** Exports everything into one file. Call this in a click handler: browsers show the save dialog only then. */
export async function startExport(): Promise<void> {
  await run('export', async (signal, onProgress) => {
    const target = await pickTarget();
    if (target === undefined) return undefined;
    const { exportEverything } = await import('./archive-work.ts');
    return withUnsaved(await exportEverything(target, signal, onProgress));
  });
}

/** The result, with a line for each drawing that was not stored yet and so is not in the file. */
function withUnsaved(outcome: Outcome): Outcome {
  const open = [...unsavedDrawings.value.values()];
  if (open.length === 0) return outcome;
  const lines = open.map(({ title }) => words.leftOut(title.value || words.untitled));
  return { ...outcome, ok: false, details: [...outcome.details, ...lines] };
}

/** Imports everything in a file. */
export async function startImport(file: File): Promise<void> {
  await run('import', async (signal, onProgress) => {
    const { importEverything } = await import('./archive-work.ts');
    const outcome = await importEverything(file, signal, onProgress);
    await Promise.all([readStorage(), readProfile()]);
    return outcome;
  });
}

/** Cancels the running export or import before the next drawing. */
export function cancelArchive(): void {
  stop?.abort();
}

type Work = (signal: AbortSignal, onProgress: (progress: Progress) => void) => Promise<Outcome | undefined>;

async function run(kind: ArchiveKind, work: Work): Promise<void> {
  if (archiveJob.value.phase === 'running') return;
  stop = new AbortController();
  archiveJob.value = { phase: 'running', kind, progress: undefined };
  const onProgress = (progress: Progress) => {
    archiveJob.value = { phase: 'running', kind, progress };
  };
  try {
    const outcome = await work(stop.signal, onProgress);
    archiveJob.value = outcome === undefined ? { phase: 'idle' } : { phase: 'ended', kind, outcome };
  } catch (error) {
    const what = kind === 'export' ? words.noFileSaved : words.importStopped;
    const outcome = { ok: false, words: `${what} ${problemWords(error)}`, details: [] };
    archiveJob.value = { phase: 'ended', kind, outcome };
  }
}
