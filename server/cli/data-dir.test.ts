import { describe, expect, it } from 'vitest';
import { userDataDir } from './data-dir.ts';

describe('command line: where drawings are kept', () => {
  it.for([
    ['linux', {}, '/home/ada', '/home/ada/.local/share/pleinair'],
    ['linux', { XDG_DATA_HOME: '/data' }, '/home/ada', '/data/pleinair'],
    ['linux', { XDG_DATA_HOME: 'data' }, '/home/ada', '/home/ada/.local/share/pleinair'],
    ['freebsd', { XDG_DATA_HOME: '' }, '/home/ada', '/home/ada/.local/share/pleinair'],
    ['darwin', { XDG_DATA_HOME: '/data' }, '/Users/ada', '/Users/ada/Library/Application Support/Pleinair'],
    ['win32', { LOCALAPPDATA: 'D:\\Local' }, 'C:\\Users\\ada', 'D:\\Local\\Pleinair'],
    ['win32', {}, 'C:\\Users\\ada', 'C:\\Users\\ada\\AppData\\Local\\Pleinair'],
  ] as const)('on %s with %j it is the user’s own', ([platform, env, home, dir]) => {
    expect(userDataDir({ platform, env, home })).toBe(dir);
  });
});
