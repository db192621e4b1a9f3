/** Where the installed package keeps drawings: the same place from whatever folder it is called. */
import { posix, win32 } from 'node:path';

export interface Machine {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The user's home folder, absolute. */
  readonly home: string;
}

/** The folder that the system has for data of a user's programs; absolute. */
export function userDataDir({ platform, env, home }: Machine): string {
  if (platform === 'darwin') return posix.join(home, 'Library', 'Application Support', 'Pleinair');
  if (platform === 'win32') {
    const local = env['LOCALAPPDATA'] ?? '';
    return win32.join(local === '' ? win32.join(home, 'AppData', 'Local') : local, 'Pleinair');
  }
  const data = env['XDG_DATA_HOME'] ?? '';
  // The XDG Base Directory Specification lets a relative path not count.
  return posix.join(posix.isAbsolute(data) ? data : posix.join(home, '.local', 'share'), 'pleinair');
}
