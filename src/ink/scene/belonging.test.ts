import { describe, expect, test } from 'vitest';
import type { Stroke } from '../../core/drawing/types.ts';
import { erasersOf } from './belonging.ts';

const line = (tool: string, y: number, more: Partial<Stroke> = {}): Stroke => ({
  tool,
  color: '#000',
  size: 10,
  points: [
    [0, y],
    [100, y],
  ],
  ...more,
});

describe('ink: what strokes that erase belong to', () => {
  test('the strokes below them on their layer that they touch, with their widths', () => {
    const [low, near, far] = [line('wash', 0), line('dry', 19), line('wash', 22)];
    const rub = line('eraser', 10);
    const above = line('wash', 0);
    const all = [low, near, far, rub, above];
    expect(erasersOf(all, [low])).toEqual([{ eraser: rub, isShared: true }]);
    expect(erasersOf(all, [low, near])).toEqual([{ eraser: rub, isShared: false }]);
    expect(erasersOf(all, [far, above])).toEqual([]);
    expect(erasersOf([line('wash', 0, { layer: 'sky' }), low, rub], [low])).toEqual([
      { eraser: rub, isShared: false },
    ]);
  });

  test('lines that it would split count only where it touches no other', () => {
    const [pen, other, wash, rub] = [line('pen', 0), line('pen', 4), line('wash', 2), line('eraser', 3)];
    expect(erasersOf([pen, wash, rub], [wash])).toEqual([{ eraser: rub, isShared: false }]);
    expect(erasersOf([pen, wash, rub], [pen])).toEqual([]);
    expect(erasersOf([pen, other, rub], [pen])).toEqual([{ eraser: rub, isShared: true }]);
  });

  test('a dot that erases, and one that is pressed harder on its way', () => {
    const dot = line('eraser', 0, { points: [[50, 8]] });
    const pressed = line('eraser', 20, { pressure: [0, 1] });
    const wash = line('wash', 7, { size: 10 });
    expect(erasersOf([wash, dot, pressed], [wash]).map(({ eraser }) => eraser)).toEqual([dot, pressed]);
    expect(erasersOf([line('wash', 40), dot, pressed], [wash])).toEqual([]);
  });
});
