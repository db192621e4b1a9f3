/** `npm run bench:write`: writes the results of `npm run bench -- ink` into docs/performance.md. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../../server/bin/bootstrap.js';
import { type InkFacts, withFigures } from './figures-text.ts';

const text = readFileSync(join(root, 'bench-ink.json'), 'utf8');
const facts: InkFacts = JSON.parse(text);
const page = join(root, 'docs', 'performance.md');
writeFileSync(page, withFigures(readFileSync(page, 'utf8'), facts));
const figures = join(root, 'docs', 'ink-figures.json');
writeFileSync(figures, text);
execFileSync(join(root, 'node_modules', '.bin', 'biome'), ['format', '--write', figures]);
console.log(`docs/performance.md and docs/ink-figures.json have the figures of ${facts.at}.`);
