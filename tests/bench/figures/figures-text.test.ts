import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../../server/bin/bootstrap.js';
import { withFigures, withoutFigures, withoutPeers, withPeers } from './figures-text.ts';

const read = (...path: string[]) => readFileSync(join(root, ...path), 'utf8');

test('bench: docs/performance.md has exactly the measured figures', () => {
  const page = read('docs', 'performance.md');
  const measured = existsSync(join(root, 'docs', 'ink-figures.json'));
  expect(page).toBe(
    measured ? withFigures(page, JSON.parse(read('docs', 'ink-figures.json'))) : withoutFigures(page),
  );
});

test('bench: docs/performance.md has exactly the measured table of other products', () => {
  const page = read('docs', 'performance.md');
  const measured = existsSync(join(root, 'docs', 'peer-figures.json'));
  expect(page).toBe(
    measured ? withPeers(page, JSON.parse(read('docs', 'peer-figures.json'))) : withoutPeers(page),
  );
});

test('bench: a figure over its budget is marked, and a document without the place is refused', () => {
  const figure = { unit: 'ms', subject: 1234.5, budget: { atMost: 1000 }, ok: false };
  const facts = {
    at: '2026-01-01',
    machine: { cpu: 'Some CPU', cores: 2, memory: 8, system: 'linux' },
    load: [0.1, 2],
    figures: [{ ...figure, what: 'ink: opening' }],
    rows: [
      ['strokes', 'sharp'],
      ['200', '80'],
    ],
    legend: 'ms',
    drawings: ['quickdraw: 200 strokes'],
    note: 'medians',
  };
  const begin = '<!-- Written by npm run bench:write: do not edit. -->';
  const end = '<!-- End of what npm run bench:write writes. -->';
  const text = withFigures(`before\n${begin}\nold ${end}\nafter`, facts);
  expect(text).toContain('| opening | 1235 ms | <= 1000 ms | **no** |');
  expect(text).toContain('| strokes | sharp |\n| --- | ---: |\n| 200 | 80 |');
  expect(text).toContain('Some CPU, 2 cores');
  expect(text).not.toContain('old');
  expect(withFigures(text, facts)).toBe(text);
  expect(withoutFigures(text)).toBe(`before\n${begin}\n\n${end}\nafter`);
  expect(() => withFigures('nothing', facts)).toThrow('no place');
});
