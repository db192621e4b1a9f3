import type { ComponentChildren } from 'preact';
import { install, installState, safariDevice } from '../platform/install.ts';
import { Button } from '../ui/Button.tsx';
import { archiveJob, startExport } from './archive/archive-job.ts';

/** How to have Pleinair as an app of its own, in this browser's words. */
export function InstallSection() {
  switch (installState()) {
    case 'installed':
      return safariDevice() === undefined ? (
        <p>Pleinair is installed and opens without a network.</p>
      ) : (
        <>
          <p>
            Pleinair is installed and opens without a network. Its drawings are its own: Safari does not
            delete them, and does not show them.
          </p>
          <p>
            To bring drawings from Safari, open Pleinair there, go to Settings and press{' '}
            <b>Export everything</b>. Then press <b>Import</b> here, under Storage, and choose that file.
          </p>
        </>
      );
    case 'offered':
      return (
        <>
          <p>As an app, Pleinair has a window and an icon of its own, and opens without a network.</p>
          <p>
            <Button tone="accent" onClick={() => void install()}>
              Install Pleinair
            </Button>
          </p>
        </>
      );
    case 'by-hand-ios':
      return (
        <ByHand place="on the Home Screen">
          Tap Share, then <b>Add to Home Screen</b>.
        </ByHand>
      );
    case 'by-hand-mac':
      return (
        <ByHand place="in the Dock">
          In the menu File, choose <b>Add to Dock</b>.
        </ByHand>
      );
    case 'by-browser':
      return (
        <p>
          Look for <b>Install</b> in the menu of your browser. Pleinair then opens without a network.
        </p>
      );
  }
}

interface ByHandProps {
  readonly place: string;
  /** What to press. */
  readonly children: ComponentChildren;
}

/** Safari gives an installed app a storage of its own, so what was drawn is taken along first. */
function ByHand({ place, children }: ByHandProps) {
  const job = archiveJob.value;
  return (
    <>
      <p>
        As an app, Pleinair opens full screen and without a network, and Safari does not delete its drawings.
      </p>
      <p>
        <b>The app {place} begins empty:</b> it has storage of its own. Take your drawings along:
      </p>
      <ol class="steps">
        <li>
          <p>Export everything, and save the file.</p>
          <Button disabled={job.phase === 'running'} onClick={() => void startExport()}>
            Export for the app
          </Button>
          {job.phase === 'ended' && job.kind === 'export' && <p class="small">{job.outcome.words}</p>}
        </li>
        <li>{children}</li>
        <li>
          Open the new Pleinair, go to Settings, press <b>Import</b> and choose the file.
        </li>
      </ol>
      <p class="small soft">
        With a server there is no file to carry: turn on backup here, and in the app with the same token.
      </p>
    </>
  );
}
