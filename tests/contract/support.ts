/** Helpers that many cases use. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Drawing, DrawingEntry, Stroke } from '../../src/core/drawing/types.ts';
import type { Caller, SendOptions } from './caller.ts';
import { errorCode } from './document-check.ts';
import type { TestResponse } from './target.ts';

export const DRAWINGS = '/api/v1/drawings';
export const TRASH = '/api/v1/trash';

/** The smallest PNG: one transparent pixel. */
export const PNG =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

/** A stroke that no other equals: with many digits, a negative zero, and pressure. */
export function strokeNo(n: number): Stroke {
  return {
    tool: n % 2 === 0 ? 'pen' : 'marker',
    color: '#1a2b3c',
    size: 2.5,
    points: [
      [n + 0.1, -0],
      [1 / 3, 5e-324],
      [-999999.999999999, n],
    ],
    pressure: [0, 0.5, 1],
  };
}

export function idOf(response: TestResponse): string {
  return (response.json as DrawingEntry).id;
}

export function drawingOf(response: TestResponse): Drawing {
  return response.json as Drawing;
}

export function path(id: string, rest = ''): string {
  return `${DRAWINGS}/${id}${rest}`;
}

/** Stores a new drawing under a new id. */
export async function newDrawing(
  { send }: Caller,
  content: Partial<Pick<Drawing, 'title' | 'strokes' | 'thumb' | 'layers'>> = {},
): Promise<Drawing> {
  const id = randomUUID();
  const json = { title: 'A sketch', strokes: [strokeNo(1), strokeNo(2)], thumb: PNG, ...content };
  // JSON.stringify would write -0 as 0.
  const body = textOf(json);
  const response = await send('PUT', path(id), { headers: { 'If-None-Match': '*' }, body });
  assert.equal(response.status, 201, response.text);
  return drawingOf(response);
}

/** JSON text that preserves -0. */
export function textOf(value: unknown): string {
  return JSON.stringify(value, (_, item: unknown) => (Object.is(item, -0) ? '\u0000-0' : item)).replaceAll(
    '"\\u0000-0"',
    '-0',
  );
}

export async function read(caller: Caller, id: string): Promise<Drawing> {
  const response = await caller.send('GET', path(id));
  assert.equal(response.status, 200, response.text);
  return drawingOf(response);
}

/** Sends a patch, with a new key unless one is given. */
export function patch(
  { send }: Caller,
  id: string,
  rev: number,
  operations: unknown,
  headers: SendOptions['headers'] = {},
): Promise<TestResponse> {
  return send('PATCH', path(id), {
    headers: { 'If-Match': `"${rev}"`, 'Idempotency-Key': randomUUID(), ...headers },
    body: textOf(operations),
  });
}

/** Expects this error of the contract, which no cache may keep: it would turn away everybody behind it. */
export function refused(response: TestResponse, status: number, code: string): void {
  assert.deepEqual([response.status, errorCode(response)], [status, code], response.text);
  assert.equal(response.headers['cache-control'], 'no-store');
}

/** Sends a request that must be refused, and expects the drawing unchanged, with its thumbnail and revision. */
export async function refusedUnchanged(
  caller: Caller,
  before: Drawing,
  send: () => Promise<TestResponse>,
  status: number,
  code: string,
): Promise<void> {
  refused(await send(), status, code);
  assert.deepStrictEqual(await read(caller, before.id), before);
}
