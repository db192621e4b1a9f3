/**
 * The export or import that is under way, for as long as the page lives: it goes on while the person looks at something
 * else. The work itself is fetched when it is first asked for.
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

export const archiveJob = signal<ArchiveJob>({ phase: 'idle' });

let stop: AbortController | undefined;

holdUpdates(() => archiveJob.value.phase === 'running');

/** Writes everything into one file. To be called by a press: browsers ask where to save only then. */
export async function startExport(): Promise<void> {
  await run('export', async (signal, onProgress) => {
    const target = await pickTarget();
    if (target === undefined) return undefined;
    const { exportEverything } = await import('./archive-work.ts');
    return withUnsaved(await exportEverything(target, signal, onProgress));
  });
}

/** What is not stored yet is not in the file. */
function withUnsaved(outcome: Outcome): Outcome {
  const open = [...unsavedDrawings.value.values()];
  if (open.length === 0) return outcome;
  const lines = open.map(({ title }) => words.leftOut(title.value || words.untitled));
  return { ...outcome, ok: false, details: [...outcome.details, ...lines] };
}

/** Takes in what a file has. */
export async function startImport(file: File): Promise<void> {
  await run('import', async (signal, onProgress) => {
    const { importEverything } = await import('./archive-work.ts');
    const outcome = await importEverything(file, signal, onProgress);
    await Promise.all([readStorage(), readProfile()]);
    return outcome;
  });
}

/** Ends what is under way at the next drawing. */
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
