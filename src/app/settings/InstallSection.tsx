import { install, installState, safariDevice } from '../platform/install.ts';
import { Button } from '../ui/Button.tsx';
import { settings as words } from '../words/en/settings.ts';
import { RichText } from '../words/RichText.tsx';
import { archiveJob, startExport } from './archive/archive-job.ts';

/** Renders names of buttons in a sentence. */
const MARKS = { b: (name: string) => <b>{name}</b> };

/** How to install Pleinair in this browser. */
export function InstallSection() {
  switch (installState()) {
    case 'installed':
      return safariDevice() === undefined ? (
        <p>{words.installed}</p>
      ) : (
        <>
          <p>{words.installedSafari}</p>
          <p>
            <RichText text={words.fromSafari} marks={MARKS} />
          </p>
        </>
      );
    case 'offered':
      return (
        <>
          <p>{words.installWhy}</p>
          <p>
            <Button tone="accent" onClick={() => void install()}>
              {words.installNow}
            </Button>
          </p>
        </>
      );
    case 'by-hand-ios':
      return <ByHand device="ios" />;
    case 'by-hand-mac':
      return <ByHand device="mac" />;
    case 'by-browser':
      return (
        <p>
          <RichText text={words.installByBrowser} marks={MARKS} />
        </p>
      );
  }
}

/** The steps in Safari. An installed app has a storage of its own there, so the drawings are exported first. */
function ByHand({ device }: { readonly device: 'ios' | 'mac' }) {
  const job = archiveJob.value;
  return (
    <>
      <p>{words.installByHand}</p>
      <p>
        <RichText text={words.beginsEmpty[device]} marks={MARKS} />
      </p>
      <ol class="steps">
        <li>
          <p>{words.exportFirst}</p>
          <Button disabled={job.phase === 'running'} onClick={() => void startExport()}>
            {words.exportForApp}
          </Button>
          {job.phase === 'ended' && job.kind === 'export' && <p class="small">{job.outcome.words}</p>}
        </li>
        <li>
          <RichText text={words.add[device]} marks={MARKS} />
        </li>
        <li>
          <RichText text={words.importThere} marks={MARKS} />
        </li>
      </ol>
      <p class="small soft">{words.withServer}</p>
    </>
  );
}
