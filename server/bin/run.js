/** `node server/bin/run.js FILE|BIN args`: runs a file of the repository, or an installed tool, under the pinned Node. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { bootstrap, inClone, root } from './bootstrap.js';
import { runChild } from './child.js';
import { fail, SetupError } from './find-node.js';

try {
  const [name, ...args] = process.argv.slice(2);
  if (name === undefined) throw new SetupError('usage: node server/bin/run.js FILE|BIN args');
  const node = bootstrap();
  const tool = join(root, 'node_modules', '.bin', name);
  const file = resolve(root, name);
  if (!existsSync(file) && !existsSync(tool)) throw new SetupError(`there is no ${name} here.`);
  process.exitCode = await runChild(node, [existsSync(file) ? file : tool, ...args], inClone());
} catch (error) {
  fail(error);
}
