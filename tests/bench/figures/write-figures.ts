/** `npm run bench:write`: writes the results of `npm run bench -- ink` and `-- peers` into docs/performance.md. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../../server/bin/bootstrap.js';
import { withBrushes, withFigures, withPeers } from './figures-text.ts';

const page = join(root, 'docs', 'performance.md');

/** Copies a file of results into docs/ and the document. */
function write<Facts extends { readonly at: string }>(
  from: string,
  to: string,
  text: (page: string, facts: Facts) => string,
): void {
  const results = join(root, from);
  if (!existsSync(results)) {
    console.log(`${from} is not here: its figures stay as they are.`);
    return;
  }
  const json = readFileSync(results, 'utf8');
  const facts: Facts = JSON.parse(json);
  writeFileSync(page, text(readFileSync(page, 'utf8'), facts));
  const figures = join(root, 'docs', to);
  writeFileSync(figures, json);
  execFileSync(join(root, 'node_modules', '.bin', 'biome'), ['format', '--write', figures]);
  console.log(`docs/performance.md and docs/${to} have the figures of ${facts.at}.`);
}

write('bench-ink.json', 'ink-figures.json', withFigures);
write('bench-brushes.json', 'brush-figures.json', withBrushes);
write('bench-peers.json', 'peer-figures.json', withPeers);
