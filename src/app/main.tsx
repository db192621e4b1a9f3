/** The entry of the page. */
import './theme/fonts.css';
import './theme/tokens.css';
import './theme/sun.css';
import './theme/base.css';
import './ui/ui.css';
import './shell/shell.css';
import { render } from 'preact';
import { App } from './App.tsx';
import { startAlerts } from './alerts/start.ts';
import { startWorker } from './client/worker-bridge.ts';
import { listenForDrops } from './import/sources/drop.ts';
import { listenForLaunch } from './import/sources/launch.ts';
import { listenForInstall } from './platform/install.ts';
import { startRouter } from './router.ts';
import { ViewBoundary } from './shell/Boundary.tsx';
import { listenForErrors } from './shell/errors.ts';
import { followSync } from './sync/sync-link.ts';
import { watchPresses } from './ui/second-press.ts';
import { startLanguage } from './words/languages.ts';

const root = document.getElementById('app');
if (!root) throw new Error('index.html has no #app');
listenForErrors();
listenForInstall();
void startWorker();
startRouter();
watchPresses();
// A task of its own, because evaluating the modules above reads localStorage, which may be slow.
setTimeout(async () => {
  await startLanguage();
  render(
    <ViewBoundary>
      <App />
    </ViewBoundary>,
    root,
  );
});
// A task of its own, after the first render: none of this is visible at once.
setTimeout(() => {
  listenForDrops();
  listenForLaunch();
  followSync();
  startAlerts();
});
