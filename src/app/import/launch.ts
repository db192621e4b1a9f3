/**
 * Files and addresses that the installed app is opened with. The manifest asks for the window that is open
 * (`focus-existing`): it is brought to the front as it is, with what is being drawn in it, and told here what for.
 */
import { IMPORT_QUERY } from '../../sync/shared-file.ts';
import { navigate } from '../router.ts';
import { toast } from '../ui/toasts.ts';
import { shell } from '../words/en/shell.ts';
import { takeIn } from './entry.ts';

/** Web App Launch Handler API; Chromium alone has it. */
interface LaunchParams {
  readonly targetURL?: string | null;
  readonly files?: readonly FileSystemFileHandle[];
}

declare global {
  var launchQueue: { setConsumer(consumer: (params: LaunchParams) => void): void } | undefined;
}

const TAKEN = 'pleinair.launched';

export function listenForLaunch(): void {
  const arrived = performance.now();
  // What comes with the window itself comes at once; what comes later finds someone at work in it.
  globalThis.launchQueue?.setConsumer((params) => void launched(params, performance.now() - arrived < 2_000));
  if (new URLSearchParams(location.search).has(IMPORT_QUERY)) void takeShared();
}

async function launched({ files = [], targetURL }: LaunchParams, isFresh: boolean): Promise<void> {
  if (files.length > 0) {
    const read = await Promise.all(files.map((handle) => handle.getFile()));
    // A reload is given the same files once more.
    if (isRepeated(read)) return;
    await takeIn({ files: read, open: isFresh });
    return;
  }
  const url = targetURL ? new URL(targetURL, location.href) : undefined;
  // The start address means the app, not the gallery: whoever draws goes on.
  const isApp = url?.pathname === '/' && url.search === '';
  if (url?.origin === location.origin && !isApp) navigate(url.href);
}

function isRepeated(files: readonly File[]): boolean {
  const names = JSON.stringify(files.map(({ name, size, lastModified }) => [name, size, lastModified]));
  const [entry] = performance.getEntriesByType('navigation');
  const isReload = entry !== undefined && 'type' in entry && entry.type === 'reload';
  try {
    const before = sessionStorage.getItem(TAKEN);
    sessionStorage.setItem(TAKEN, names);
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
  if (files) await takeIn({ files: files.list, open: true });
  await files?.forget();
}
