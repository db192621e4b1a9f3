/** `npm test`: installs once, then runs every check and test with the pinned Node. */
import { join } from 'node:path';
import { bootstrap, inClone, root } from '../../server/bin/bootstrap.js';
import { runChild } from '../../server/bin/child.js';
import { fail } from '../../server/bin/find-node.js';

try {
  const node = bootstrap();
  const tests = [join(root, 'tests', 'run', 'main.ts'), ...process.argv.slice(2)];
  process.exitCode = await runChild(node, tests, inClone());
} catch (error) {
  // Somebody who reads only the last line must learn that nothing ran.
  process.on('exit', () => console.log('0 passed, 1 failed, 0 skipped'));
  fail(error);
}
