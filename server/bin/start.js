/** `npm start` and `npm run demo`: installs once, builds when the sources changed, and serves the app and the API. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { bootstrap, cli, inClone, root } from './bootstrap.js';
import { runChild } from './child.js';
import { fail, SetupError } from './find-node.js';
import { isFresh } from './inputs.js';

try {
  const node = bootstrap();
  if (!isFresh()) build(node);
  const words = process.argv.slice(2);
  const command = words[0] === 'demo' ? words : ['serve', ...words];
  process.exitCode = await runChild(node, [cli, ...command], inClone());
} catch (error) {
  fail(error);
}

/** @param {string} node */
function build(node) {
  console.error('Building the page…');
  const vite = join(root, 'node_modules', '.bin', 'vite');
  const done = spawnSync(node, [vite, 'build', '--logLevel', 'warn'], {
    ...inClone(),
    encoding: 'utf8',
  });
  if (done.status !== 0) {
    console.error(done.stdout + done.stderr);
    throw new SetupError('the build failed; its output stands above.');
  }
}
