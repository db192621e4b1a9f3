import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../../server/bin/bootstrap.js';
import { type BrushPart, withPart } from '../ink/brushes/brush-facts.ts';
import { brushesMarkdown } from './brush-text.ts';
import {
  withBrushes,
  withFigures,
  withoutBrushes,
  withoutFigures,
  withoutPeers,
  withPeers,
} from './figures-text.ts';

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

test('bench: docs/performance.md has exactly the measured tables of brushes', () => {
  const page = read('docs', 'performance.md');
  const measured = existsSync(join(root, 'docs', 'brush-figures.json'));
  expect(page).toBe(
    measured ? withBrushes(page, JSON.parse(read('docs', 'brush-figures.json'))) : withoutBrushes(page),
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

const on = { cpu: 'Some CPU', cores: 2, memory: 8, system: 'linux', node: 'v24', sqlite: '3' };
const part = (browser: string, ratio: number, at = '2026-01-02'): BrushPart => {
  const row = { name: 'tile, pen', unit: 'ms', limit: 2, ratio, budget: { atMost: 1.3 }, ok: ratio <= 1.3 };
  return { kind: 'tiles', browser, at, load: [1, 2], rows: [row] };
};

test('bench: brushes have a column for each browser, Chromium first, and what is over its budget is marked', () => {
  const facts = {
    at: '2026-01-02',
    machine: on,
    parts: [part('Firefox 153.7', 1.35), part('Chromium 153', 1.1)],
  };
  const text = brushesMarkdown(facts);
  expect(text).toContain('| budget | Chromium 153 | Firefox 153.7 |');
  expect(text).toContain('| pen | <= 1.3 | 1.10 | **1.35** |');
  expect(text).toContain('tiles in Firefox 153.7 on 2026-01-02 with a load of 1 to 2');
});

test('bench: brushes measured again in one browser leave the figures of the others', () => {
  const first = withPart(undefined, part('Firefox 152', 1.2, '2026-01-01'), on);
  const both = withPart(first, part('Chromium 153', 1.1), on);
  const again = withPart(both, part('Firefox 153', 1.3), on);
  expect(again.parts.map(({ browser }) => browser)).toEqual(['Chromium 153', 'Firefox 153']);
  expect(withPart(again, { ...part('Firefox 153', 2), kind: 'moves' }, on).parts).toHaveLength(3);
});
