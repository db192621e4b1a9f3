/** The command line of the installed package, and the entry point of the bundle. */
import { homedir } from 'node:os';
import { userDataDir } from './data-dir.ts';
import { pleinair } from './pleinair.ts';

const { platform, env } = process;
await pleinair(process.argv.slice(2), { dataDir: userDataDir({ platform, env, home: homedir() }) });
