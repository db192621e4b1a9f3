/** `npm run bench:write`: puts what `npm run bench -- ink` has measured into the README. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../../server/bin/bootstrap.js';
import { type InkFacts, withFigures } from './figures-text.ts';

const text = readFileSync(join(root, 'bench-ink.json'), 'utf8');
const facts: InkFacts = JSON.parse(text);
const readme = join(root, 'README.md');
writeFileSync(readme, withFigures(readFileSync(readme, 'utf8'), facts));
const figures = join(root, 'docs', 'ink-figures.json');
writeFileSync(figures, text);
execFileSync(join(root, 'node_modules', '.bin', 'biome'), ['format', '--write', figures]);
console.log(`README.md and docs/ink-figures.json have the figures of ${facts.at}.`);
