/** The expected stamps: the lines that the app would write, from its API, and their strokes. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright/test';
import { type Figure, figureOf } from '../../../../src/app/air/readings/figures.ts';
import { airLines } from '../../../../src/app/studio/stamp/air-lines.ts';
import { weatherLines } from '../../../../src/app/studio/stamp/weather-lines.ts';
import { METRICS } from '../../../../src/core/air/types.ts';
import type { Point, Stroke } from '../../../../src/core/drawing/types.ts';
import type { Area } from '../../../../src/core/sky/place/areas.ts';
import { writingStrokes } from '../../../../src/ink/handwriting/strokes.ts';
import { write } from '../../../../src/ink/handwriting/write.ts';
import { ask } from '../../../support/worker.ts';

/** The lines about Central, the region until a person chooses another. */
export async function expectedLines(page: Page): Promise<readonly string[]> {
  const { status, text } = await ask(page, '/api/v1/readings');
  assert.equal(status, 200);
  const now = Date.now();
  const [psi, pm25] = METRICS.map(
    (metric): Figure => figureOf(JSON.parse(text), 'central', metric, { now, refreshed: true }),
  );
  assert.ok(psi && pm25);
  return airLines({ psi, pm25 }, 'central', now);
}

/** The lines about the weather at a town. */
export async function expectedWeather(page: Page, town: Area): Promise<readonly string[]> {
  const { status, text } = await ask(page, `/api/v1/sky?area=${town.id}`);
  assert.equal(status, 200);
  return weatherLines(JSON.parse(text), town, Date.now());
}

/** Expects the strokes to be those lines in the app's handwriting, at any place and size. */
export function assertWritten(strokes: readonly Stroke[], lines: readonly string[], color: string): void {
  const wanted = writingStrokes(write(lines), { at: { x: 0, y: 0 }, scale: 1, zoom: 100, color });
  assert.equal(strokes.length, wanted.length, `the strokes of ${lines.join(' / ')}`);
  const [drawn, plain] = [ends(strokes), ends(wanted)];
  const scale = span(drawn) / span(plain);
  const [ox, oy] = drawn[0]!;
  const [px, py] = plain[0]!;
  for (const [i, [x, y]] of drawn.entries()) {
    const off = Math.hypot((x - ox) / scale - (plain[i]![0] - px), (y - oy) / scale - (plain[i]![1] - py));
    assert.ok(off < 0.6, `end ${i} lies ${off.toFixed(2)} units from where the hand puts it`);
  }
  for (const { tool, color: ink } of strokes) assert.deepEqual([tool, ink], ['pen', color]);
}

/** First and last point of each stroke. */
function ends(strokes: readonly Stroke[]): Point[] {
  return strokes.flatMap(({ points }) => [points[0]!, points.at(-1)!]);
}

/** Distance from the leftmost to the rightmost point. */
function span(points: readonly Point[]): number {
  const xs = points.map(([x]) => x);
  return Math.max(...xs) - Math.min(...xs);
}
