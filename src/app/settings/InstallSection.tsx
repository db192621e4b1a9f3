import { install, installState } from '../install.ts';
import { Button } from '../ui/Button.tsx';

/** How to have Pleinair as an app of its own, in this browser's words. */
export function InstallSection() {
  switch (installState()) {
    case 'installed':
      return <p>Pleinair is installed and opens without a network.</p>;
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
        <p>
          Tap Share, then <b>Add to Home Screen</b>. Pleinair then opens full screen and without a network.
        </p>
      );
    case 'by-browser':
      return (
        <p>
          Look for <b>Install</b> in the menu of your browser. Pleinair then opens without a network.
        </p>
      );
  }
}
