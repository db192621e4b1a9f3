import { useRef } from 'preact/hooks';
import { Button } from '../../ui/Button.tsx';
import { settings as words } from '../../words/en/settings.ts';
import { archiveJob, cancelArchive, startExport, startImport } from './archive-job.ts';

/** Export and import of everything on this device. */
export function ArchivePart() {
  const picker = useRef<HTMLInputElement>(null);
  const buttons = useRef<HTMLDivElement>(null);
  const job = archiveJob.value;
  const isRunning = job.phase === 'running';
  const pick = (input: HTMLInputElement) => {
    const file = input.files?.[0];
    // Emptied, so that choosing the same file again is a change.
    input.value = '';
    if (file) void startImport(file);
  };
  const cancel = () => {
    cancelArchive();
    // The cancel button disappears, so the focus moves.
    buttons.current?.querySelector('button')?.focus();
  };
  return (
    <div class="archive">
      <p>{words.archiveText}</p>
      <div class="archive-buttons" ref={buttons}>
        <Button disabled={isRunning} onClick={() => void startExport()}>
          {words.exportAll}
        </Button>
        <Button disabled={isRunning} onClick={() => picker.current?.click()}>
          {words.import}
        </Button>
        <input
          ref={picker}
          type="file"
          accept=".zip,application/zip"
          aria-label={words.importFile}
          hidden
          onChange={(event) => pick(event.currentTarget)}
        />
      </div>
      {job.phase === 'running' && <Running kind={job.kind} progress={job.progress} onCancel={cancel} />}
      <div role="status">
        {job.phase === 'ended' && (
          <>
            <p>{job.outcome.words}</p>
            {job.outcome.details.length > 0 && (
              <ul class="archive-details small">
                {job.outcome.details.map((line) => (
                  <li key={line}>{line}</li>
                ))}
              </ul>
            )}
          </>
        )}
      </div>
    </div>
  );
}

interface RunningProps {
  readonly kind: 'export' | 'import';
  readonly progress: { readonly done: number; readonly total: number } | undefined;
  readonly onCancel: () => void;
}

function Running({ kind, progress, onCancel }: RunningProps) {
  return (
    <div class="archive-running">
      <p id="archive-progress" class="numerals">
        {runningWords(kind, progress)}
      </p>
      <progress aria-labelledby="archive-progress" max={progress?.total || 1} value={progress?.done ?? 0} />
      <Button onClick={onCancel}>{words.cancel}</Button>
    </div>
  );
}

function runningWords(kind: RunningProps['kind'], progress: RunningProps['progress']): string {
  if (progress === undefined) return kind === 'export' ? words.exporting : words.importing;
  const { done, total } = progress;
  return kind === 'export' ? words.exportingOf(done, total) : words.importingOf(done, total);
}
