/** The command line of a clone. It uses the same drawings as `npm start`. */
import { join } from 'node:path';
import { root } from '../bin/bootstrap.js';
import { pleinair } from './pleinair.ts';

await pleinair(process.argv.slice(2), { dataDir: join(root, 'data') });
