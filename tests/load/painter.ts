/** Somebody who draws: strokes one after the other, each sent again until it is acknowledged. */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Drawing, Stroke } from '../../src/core/drawing/types.ts';
import { type Answer, type Ask, ask } from './balanced.ts';
import type { Person } from './servers.ts';
import type { Tally } from './tally.ts';

/** ms between two strokes. */
const REST_MS = 150;
/** How long the last stroke may take to be acknowledged, ms. */
const LAST_MS = 60_000;

export interface Painted {
  readonly acknowledged: number;
  readonly lost: number;
  /** More than once, or never sent. */
  readonly strange: number;
}

export interface Painter {
  readonly path: string;
  /** Draws until `stop` is aborted, and the last stroke is acknowledged. */
  paint(stop: AbortSignal): Promise<void>;
  /** Compares the stored drawing with what was acknowledged. */
  compare(): Promise<Painted>;
}

/** @param number makes this person's strokes unlike everybody else's */
export async function createPainter(
  person: Person,
  number: number,
  urls: readonly string[],
  tally: Tally,
): Promise<Painter> {
  const path = `/api/v1/drawings/${randomUUID()}`;
  const acknowledged: Stroke[] = [];
  let revision = 1;

  function send(rest: Pick<Ask, 'kind'> & Partial<Ask>): Promise<Answer> {
    const headers = { Authorization: `Bearer ${person.token}`, ...rest.headers };
    const request = { path, address: person.address, ...rest, headers };
    return ask(request, urls, tally, AbortSignal.timeout(LAST_MS));
  }

  const created = await send({
    kind: 'create',
    method: 'PUT',
    headers: { 'Content-Type': 'application/json', 'If-None-Match': '*', Prefer: 'return=minimal' },
    body: JSON.stringify({ title: `Load ${number}`, strokes: [], thumb: '' }),
  });
  if (created.status !== 201) throw new Error(`the drawing was not created: ${created.text}`);

  async function append(stroke: Stroke): Promise<void> {
    const answer = await send({
      kind: 'append',
      method: 'PATCH',
      headers: {
        'Content-Type': 'application/json-patch+json',
        'If-Match': `"${revision}"`,
        'Idempotency-Key': randomUUID(),
        Prefer: 'return=minimal',
      },
      body: JSON.stringify([{ op: 'add', path: '/strokes/-', value: stroke }]),
    });
    if (answer.status !== 200) throw new Error(`a stroke was refused: ${answer.status} ${answer.text}`);
    acknowledged.push(stroke);
    revision = Number(answer.headers.get('ETag')?.replaceAll('"', ''));
  }

  return {
    path,
    async paint(stop) {
      for (let n = 1; !stop.aborted; n++) {
        await append(strokeOf(number, n));
        await pause(Math.random() * 2 * REST_MS);
      }
    },
    async compare() {
      const { strokes }: Drawing = JSON.parse((await send({ kind: 'compare' })).text);
      const stored = strokes.map((stroke) => JSON.stringify(stroke));
      const sent = acknowledged.map((stroke) => JSON.stringify(stroke));
      const there = new Set(stored);
      const known = new Set(sent);
      const once = new Set(stored.filter((text) => known.has(text))).size;
      const lost = sent.filter((text) => !there.has(text)).length;
      return { acknowledged: sent.length, lost, strange: stored.length - once };
    },
  };
}

/** A stroke that nobody else draws, and nobody twice. */
function strokeOf(number: number, n: number): Stroke {
  const points = Array.from({ length: 20 }, (_, i): [number, number] => [n / 10, number + i]);
  return { tool: 'pen', color: '#1a1a1a', size: 4, points };
}
