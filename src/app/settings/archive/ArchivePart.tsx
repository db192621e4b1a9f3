import { useRef } from 'preact/hooks';
import { Button } from '../../ui/Button.tsx';
import { archiveJob, cancelArchive, startExport, startImport } from './archive-job.ts';

/** Everything out of this device, and into it. */
export function ArchivePart() {
  const picker = useRef<HTMLInputElement>(null);
  const buttons = useRef<HTMLDivElement>(null);
  const job = archiveJob.value;
  const isRunning = job.phase === 'running';
  const pick = (input: HTMLInputElement) => {
    const file = input.files?.[0];
    // Emptied, so that the same file can be picked again.
    input.value = '';
    if (file) void startImport(file);
  };
  const cancel = () => {
    cancelArchive();
    // Its own button goes away, and the focus with it.
    buttons.current?.querySelector('button')?.focus();
  };
  return (
    <div class="archive">
      <p>
        All drawings, the trash too, and your profile fit into one zip file: to keep elsewhere, or to bring to
        another device. An import never changes a drawing that is here.
      </p>
      <div class="archive-buttons" ref={buttons}>
        <Button disabled={isRunning} onClick={() => void startExport()}>
          Export everything
        </Button>
        <Button disabled={isRunning} onClick={() => picker.current?.click()}>
          Import
        </Button>
        <input
          ref={picker}
          type="file"
          accept=".zip,application/zip"
          aria-label="File to import"
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
      <p id="archive-progress">
        {kind === 'export' ? 'Exporting' : 'Importing'}
        {progress ? (
          <>
            {' '}
            <span class="numerals">{progress.done}</span> of <span class="numerals">{progress.total}</span>{' '}
            drawings
          </>
        ) : (
          '…'
        )}
      </p>
      <progress aria-labelledby="archive-progress" max={progress?.total || 1} value={progress?.done ?? 0} />
      <Button onClick={onCancel}>Cancel</Button>
    </div>
  );
}
