/** Where the installed package keeps drawings: one place, whatever the current folder is. */
import { posix, win32 } from 'node:path';

export interface Machine {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The user's home folder, absolute. */
  readonly home: string;
}

/** The system's folder for data of the user's programs; absolute path. */
export function userDataDir({ platform, env, home }: Machine): string {
  if (platform === 'darwin') return posix.join(home, 'Library', 'Application Support', 'Pleinair');
  if (platform === 'win32') {
    const local = env['LOCALAPPDATA'] ?? '';
    return win32.join(local === '' ? win32.join(home, 'AppData', 'Local') : local, 'Pleinair');
  }
  const data = env['XDG_DATA_HOME'] ?? '';
  // By the XDG Base Directory Specification, a relative path does not count.
  return posix.join(posix.isAbsolute(data) ? data : posix.join(home, '.local', 'share'), 'pleinair');
}
