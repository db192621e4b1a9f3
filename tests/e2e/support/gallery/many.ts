/**
 * Hundreds of drawings made by real hands, stored through the API in the page, so that the worker answers with
 * or without a network.
 */
import assert from 'node:assert/strict';
import type { Page } from 'playwright';
import type { Stroke } from '../../../../src/core/drawing/types.ts';
import { realStrokes } from '../../../support/drawing/strokes.ts';

export interface Seed {
  readonly id: string;
  readonly title: string;
  readonly strokes: readonly Stroke[];
}

const PLACES = ['Kallang', 'Tekka', 'Changi', 'Joo Chiat', 'Bedok', 'Café Tiong Bahru', 'Punggol'];
const STROKES_EACH = 4;
/** How many drawings are sent to the page at once. */
const BATCH = 100;

/** Plans drawings: numbered from 1, each with strokes of its own. */
export function seeds(count: number): Seed[] {
  const strokes = realStrokes(count * STROKES_EACH);
  return Array.from({ length: count }, (_, i) => ({
    id: crypto.randomUUID(),
    title: `${PLACES[i % PLACES.length]} ${i + 1}`,
    strokes: strokes.slice(i * STROKES_EACH, (i + 1) * STROKES_EACH),
  }));
}

/** Stores them, each with a thumbnail of its own strokes. The last one is the most recently changed. */
export async function seedDrawings(page: Page, drawings: readonly Seed[]): Promise<void> {
  for (let from = 0; from < drawings.length; from += BATCH) {
    const refused = await page.evaluate(putAll, JSON.stringify(drawings.slice(from, from + BATCH)));
    assert.deepEqual(refused, []);
  }
}

/**
 * Runs in the page. Returns the ids of refused drawings.
 * @param text the drawings as JSON: as objects, they would take five times as long to reach the page as
 * everything else
 */
async function putAll(text: string): Promise<string[]> {
  const drawings: readonly Seed[] = JSON.parse(text);
  const canvas = document.createElement('canvas');
  canvas.width = 240;
  canvas.height = 180;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser has no canvas.');
  const answers = drawings.map(({ id, title, strokes }) => {
    const all = strokes.flatMap(({ points }) => points);
    const [xs, ys] = [all.map(([x]) => x), all.map(([, y]) => y)];
    const [left, top] = [Math.min(...xs), Math.min(...ys)];
    const scale = Math.min(220 / (Math.max(...xs) - left || 1), 160 / (Math.max(...ys) - top || 1));
    context.clearRect(0, 0, 240, 180);
    for (const { color, points } of strokes) {
      context.strokeStyle = color;
      context.lineWidth = 2;
      context.beginPath();
      for (const [x, y] of points) context.lineTo(10 + (x - left) * scale, 10 + (y - top) * scale);
      context.stroke();
    }
    return fetch(`/api/v1/drawings/${id}`, {
      method: 'PUT',
      headers: { 'Content-Type': 'application/json', 'If-None-Match': '*', Prefer: 'return=minimal' },
      body: JSON.stringify({ title, strokes, thumb: canvas.toDataURL('image/png') }),
    });
  });
  const refused: string[] = [];
  // All requests are sent at once, so that the store need not wait for the disk between them.
  for (const response of await Promise.all(answers)) {
    if (response.status !== 201) refused.push(await response.text());
  }
  return refused;
}
