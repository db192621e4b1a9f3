import { expect, test } from 'vitest';
import { asFlatStroke } from '../flat-stroke.ts';
import { pen } from '../kinds/pen.ts';
import { StrokeField } from './stroke-field.ts';
import { traceOf } from './trace.ts';

test('brush: a field that no stroke comes near has no runs, whatever it had before', () => {
  const points: [number, number][] = [
    [10, 10],
    [30, 20],
  ];
  const trace = traceOf(asFlatStroke({ tool: 'pen', color: '#000', size: 8, points }), pen, 1);
  const field = new StrokeField();
  expect(field.lay(trace, { left: 0, top: 0, width: 64, height: 64 }, 1)).toBe(true);
  expect(field.runsEnd).toBeGreaterThan(0);
  expect(field.lay(trace, { left: 500, top: 0, width: 80, height: 40 }, 1)).toBe(false);
  expect(field.runsEnd).toBe(0);
});
