import { describe, expect, test } from 'vitest';
import { COORDINATE_MAX } from '../../core/drawing/limits.ts';
import { WHITE } from '../../core/drawing/members/paper.ts';
import type { Paper, Stroke } from '../../core/drawing/types.ts';
import { readText } from '../../ink/formats/read.ts';
import { PAPER_MARK, svgParts } from '../../ink/formats/svg/write-svg.ts';
import { PAPERS } from './papers.ts';
import { printedOn, svgPrinted } from './printed.ts';

const guide: Paper['guide'] = [[150, 90]];
const both: Paper = { ...WHITE, pattern: 'grid', step: 20, guide };
const area = { minX: 10, minY: 20, maxX: 210, maxY: 120 };

describe('paper: what is printed on it, in a file', () => {
  test('is named by what there is', () => {
    expect(
      [undefined, WHITE, { ...WHITE, pattern: 'dots' } as const, { ...WHITE, guide }, both].map(printedOn),
    ).toEqual([undefined, undefined, 'pattern', 'guide', 'both']);
  });

  test('has the pattern below the ink and the perspective above, each only if there is one', () => {
    const { under, over } = svgPrinted(both, area, WHITE.color, PAPER_MARK);
    // Lines at 20, 40 … 120 across, and at 20, 40 … 200 down.
    expect(under.match(/M0 \d+h200v1h-200z/g)).toHaveLength(6);
    expect(under).toContain('translate(10 20)');
    expect(under).toContain('M10 0h1v100h-1z');
    expect(over).toMatch(/M0 70L200 70/);
    expect(svgPrinted({ ...WHITE, guide }, area, WHITE.color, PAPER_MARK).under).toBe('');
    expect(svgPrinted({ ...WHITE, pattern: 'isometric' }, area, WHITE.color, PAPER_MARK).over).toBe('');
  });

  test('has the colours that are seen on the ground of the file, not on the drawing’s', () => {
    const on = (ground: string) => Object.values(svgPrinted(both, area, ground, PAPER_MARK)).join('');
    expect(on(WHITE.color)).toMatch(/fill="#1f1b16".*stroke="#1f4fae"/s);
    expect(on(PAPERS.night.color)).toMatch(/stroke="#93b4f2"/);
    expect(on(PAPERS.night.color)).toMatch(/fill="#f3ece0"/);
  });

  test('of a drawing as large as the paper goes is still a small file', () => {
    const far = { minX: -COORDINATE_MAX, minY: -COORDINATE_MAX, maxX: COORDINATE_MAX, maxY: COORDINATE_MAX };
    const { under, over } = svgPrinted({ ...both, pattern: 'dots', step: 4 }, far, WHITE.color, PAPER_MARK);
    expect(under.length + over.length).toBeLessThan(1_000_000);
    expect(under).toContain('scale(1000)');
  });

  test('is no ink when the file is read again', () => {
    const stroke: Stroke = {
      tool: 'pen',
      color: '#1f1b16',
      size: 4,
      points: [
        [20, 30],
        [60, 80],
      ],
    };
    const lines = svgPrinted(both, area, WHITE.color, PAPER_MARK);
    const text = [...svgParts([stroke], { title: 'A', paper: WHITE.color, area, ...lines })].join('');
    expect(text.indexOf('M10 0h1')).toBeLessThan(text.indexOf('stroke-linecap'));
    expect(text.indexOf('M0 70L200')).toBeGreaterThan(text.indexOf('stroke-linecap'));
    const without = [...svgParts([stroke], { title: 'A', paper: WHITE.color, area })].join('');
    expect(readText(text)).toEqual(readText(without));
    expect(readText(text).strokes).toHaveLength(1);
  });
});
