/** Drawings too large for a single request, stored piece by piece through the API in the page. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright/test';
import type { Stroke } from '../../../../src/core/drawing/types.ts';
import { ask } from '../../../support/worker.ts';
import { storedRev } from './stored.ts';

/** Strokes in one request: 2 MB of real ones, 3.6 MB of generated ones; 5 MB are allowed. */
const PIECE = 3_000;

/** Adds the strokes on top, as another page or a script would. */
export async function addStrokes(
  page: Page,
  id: string,
  strokes: readonly Stroke[],
  piece = PIECE,
): Promise<void> {
  let rev = await storedRev(page, id);
  for (let from = 0; from < strokes.length; from += piece) {
    const operations = strokes
      .slice(from, from + piece)
      .map((value) => ({ op: 'add', path: '/strokes/-', value }));
    const send = () =>
      ask(page, `/api/v1/drawings/${id}`, {
        method: 'PATCH',
        headers: {
          'Content-Type': 'application/json-patch+json',
          'If-Match': `"${rev}"`,
          'Idempotency-Key': randomUUID(),
        },
        body: JSON.stringify(operations),
      });
    let response = await send();
    while (response.status === 409) {
      // A page with this drawing open changed it in between, perhaps its thumbnail.
      rev = await storedRev(page, id);
      response = await send();
    }
    assert.equal(response.status, 200, response.text);
    rev = JSON.parse(response.text).rev;
  }
}

/** Stores a new drawing of these strokes. Returns its id. */
export async function storeLarge(
  page: Page,
  title: string,
  strokes: readonly Stroke[],
  piece = PIECE,
): Promise<string> {
  const id = randomUUID();
  const response = await ask(page, `/api/v1/drawings/${id}`, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json', 'If-None-Match': '*', Prefer: 'return=minimal' },
    body: JSON.stringify({ title, strokes: [], thumb: '' }),
  });
  assert.equal(response.status, 201, response.text);
  await addStrokes(page, id, strokes, piece);
  return id;
}
