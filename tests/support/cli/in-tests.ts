/** The command line of a clone, with a server that turns nobody away because the machine is busy with other tests. */
import { join } from 'node:path';
import { root } from '../../../server/bin/bootstrap.js';
import { pleinair } from '../../../server/cli/pleinair.ts';
import { NEVER_BUSY } from '../busy/never-busy.ts';

await pleinair(process.argv.slice(2), {
  dataDir: join(root, 'data'),
  serverParts: { loadLimits: NEVER_BUSY },
});
