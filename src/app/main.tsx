/** The page starts here. */
import './theme/fonts.css';
import './theme/tokens.css';
import './theme/base.css';
import './ui/ui.css';
import './shell/shell.css';
import { render } from 'preact';
import { App } from './App.tsx';
import { startWorker } from './client/worker-bridge.ts';
import { listenForDrops } from './import/drop.ts';
import { listenForLaunch } from './import/launch.ts';
import { listenForInstall } from './platform/install.ts';
import { startRouter } from './router.ts';
import { ViewBoundary } from './shell/Boundary.tsx';
import { listenForErrors } from './shell/errors.ts';
import { followSync } from './sync/sync-link.ts';
import { startLanguage } from './words/languages.ts';

const root = document.getElementById('app');
if (!root) throw new Error('index.html has no #app');
listenForErrors();
listenForInstall();
void startWorker();
startRouter();
// In a task of its own: what the modules do first waits for the storage of the browser, and that may be long.
setTimeout(async () => {
  await startLanguage();
  render(
    <ViewBoundary>
      <App />
    </ViewBoundary>,
    root,
  );
});
// In a task of its own, when the first picture of the page is on its way: none of it is seen at once.
setTimeout(() => {
  listenForDrops();
  listenForLaunch();
  followSync();
});
