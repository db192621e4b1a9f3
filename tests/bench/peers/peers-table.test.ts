import { expect, test } from 'vitest';
import type { Visit } from './peer-visit.ts';
import { cellsOf, mediansOf } from './peers-table.ts';

const visit = (open: number, memory?: number): Visit => ({
  open,
  pan: 16.7,
  zoom: 33.4,
  draw: 2000.4,
  ...(memory !== undefined && { memory }),
});

test('bench: a row of a product has the medians of its runs, with units', () => {
  const peer = mediansOf('Some 1.2', [visit(1000, 500), visit(9000, 900), visit(2000, 600)]);
  expect(cellsOf(peer)).toEqual(['Some 1.2', '2.0 s', '17 ms', '33 ms', '2000 ms', '600 MB']);
});

test('bench: the memory of a product is unknown as soon as it is for one run', () => {
  expect(cellsOf(mediansOf('Some', [visit(1000, 500), visit(2000)])).at(-1)).toBe('unknown');
});
