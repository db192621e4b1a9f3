/**
 * Files and addresses with which the installed app is opened. The manifest asks for the open window
 * (`focus-existing`), which comes to the front with its drawing and gets the files here.
 */
import { IMPORT_QUERY } from '../../../sync/shared-file.ts';
import { navigate } from '../../router.ts';
import { toast } from '../../ui/toasts.ts';
import { shell } from '../../words/en/shell.ts';
import { importFiles } from '../entry.ts';

/** Web App Launch Handler API, in Chromium only. */
interface LaunchParams {
  readonly targetURL?: string | null;
  readonly files?: readonly FileSystemFileHandle[];
}

declare global {
  var launchQueue: { setConsumer(consumer: (params: LaunchParams) => void): void } | undefined;
}

/** Key in sessionStorage of the last files with which the app was opened. */
const LAUNCHED_KEY = 'pleinair.launched';

/** Imports the files and opens the addresses that the app is launched with. Called once. */
export function listenForLaunch(): void {
  const arrived = performance.now();
  // Files that come at once opened this window. Later ones come while somebody may be drawing, so they open no
  // view.
  globalThis.launchQueue?.setConsumer((params) => void launched(params, performance.now() - arrived < 2_000));
  if (new URLSearchParams(location.search).has(IMPORT_QUERY)) void takeShared();
}

async function launched({ files = [], targetURL }: LaunchParams, isFresh: boolean): Promise<void> {
  if (files.length > 0) {
    const read = await Promise.all(files.map((handle) => handle.getFile()));
    // After a reload the browser passes the same files again.
    if (isRepeated(read)) return;
    await importFiles({ files: read, open: isFresh });
    return;
  }
  const url = targetURL ? new URL(targetURL, location.href) : undefined;
  // The start address only opens the app, so an open drawing stays.
  const isApp = url?.pathname === '/' && url.search === '';
  if (url?.origin === location.origin && !isApp) navigate(url.href);
}

function isRepeated(files: readonly File[]): boolean {
  const names = JSON.stringify(files.map(({ name, size, lastModified }) => [name, size, lastModified]));
  const [entry] = performance.getEntriesByType('navigation');
  const isReload = entry !== undefined && 'type' in entry && entry.type === 'reload';
  try {
    const before = sessionStorage.getItem(LAUNCHED_KEY);
    sessionStorage.setItem(LAUNCHED_KEY, names);
    return isReload && before === names;
  } catch {
    return false;
  }
}

async function takeShared(): Promise<void> {
  const code = await import('./shared.ts').catch(() => undefined);
  if (code === undefined) {
    toast(shell.shareMissing);
    return;
  }
  const files = await code.sharedFiles();
  navigate('/', { replace: true });
  if (files) await importFiles({ files: files.list, open: true });
  await files?.forget();
}
