import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { ask, stopWorkers, watchWorkers } from '../support/worker.ts';
import { create, openApp, STROKE, useFreshSite, world } from './site.ts';

useFreshSite();

/** Strokes to draw for each place. */
const STROKES = 14;
/** Where in a write the worker is stopped. */
type Place = 'arrived' | 'uncommitted' | 'unanswered';

/**
 * Added before the worker's own script. A request that names a place stops there and tells the server: when it
 * is new, when everything is written but not committed, or when everything is committed but not answered. A
 * write that was split into several transactions could be stopped between them.
 */
const STAYS = `{
  const forever = new Promise(() => {});
  const tell = (place) => void fetch('/stays/' + place);
  const placeOf = ({ request }) => request.headers.get('X-Stay');
  let writing = false;
  let commits = 0;
  addEventListener('fetch', (event) => {
    if (placeOf(event) !== null) commits = 0;
    if (placeOf(event) === 'uncommitted') writing = true;
    if (placeOf(event) !== 'arrived') return;
    tell('arrived');
    event.stopImmediatePropagation();
    event.respondWith(forever);
  });
  const ofDrawings = new WeakSet();
  for (const name of ['put', 'add']) {
    const write = IDBObjectStore.prototype[name];
    IDBObjectStore.prototype[name] = function (...args) {
      if (['drawings', 'chunks', 'keys'].includes(this.name)) ofDrawings.add(this.transaction);
      return write.apply(this, args);
    };
  }
  const keepOpen = (store) => void (store.get('nothing').onsuccess = () => keepOpen(store));
  const { commit } = IDBTransaction.prototype;
  IDBTransaction.prototype.commit = function () {
    if (ofDrawings.has(this)) commits += 1;
    if (!writing || !ofDrawings.has(this)) return commit.call(this);
    tell('uncommitted');
    keepOpen(this.objectStore('drawings'));
  };
  const { respondWith } = FetchEvent.prototype;
  FetchEvent.prototype.respondWith = function (answer) {
    const stay = (response) => {
      if (placeOf(this) !== 'unanswered') return response;
      tell(commits > 1 ? 'torn' : 'unanswered');
      return forever;
    };
    respondWith.call(this, Promise.resolve(answer).then(stay));
  };
}`;

/**
 * Ends the worker wherever a request waits. Chromium sends that request once more to the next worker, where it
 * waits again.
 */
async function stopWhereItStays(): Promise<readonly string[]> {
  const session = await world.context.newCDPSession(world.page);
  await watchWorkers(session);
  const stays: string[] = [];
  world.proxy.watch((line) => {
    const place = line.split('/stays/')[1];
    if (place === undefined) return;
    stays.push(place);
    void session.send('ServiceWorker.stopAllWorkers');
  });
  return stays;
}

interface WriteResult {
  readonly status: number;
  readonly text: string;
  /** True if the browser gave the request up. The page then sent it again. */
  readonly givenUp: boolean;
}

/**
 * Adds stroke `n` as the page does, with one key until there is a response. The first request waits at `place`.
 */
function draw(page: Page, path: string, n: number, place: Place): Promise<WriteResult> {
  const value = { ...STROKE, points: [[n, n]] };
  const body = JSON.stringify([{ op: 'add', path: '/strokes/-', value }]);
  const headers = {
    'Content-Type': 'application/json-patch+json',
    'If-Match': `"${n + 1}"`,
    'Idempotency-Key': `key-${n}`,
  };
  return page.evaluate(
    async ([path, body, headers, place]) => {
      const send = (more: Record<string, string>) =>
        fetch(path, { method: 'PATCH', body, headers: { ...headers, ...more } });
      const first = await send({ 'X-Stay': place }).catch(() => undefined);
      const response = first ?? (await send({}));
      return { status: response.status, text: await response.text(), givenUp: first === undefined };
    },
    [path, body, headers, place] as const,
  );
}

test.for([
  ['arrived', 'before it began'],
  ['uncommitted', 'before it was committed'],
  ['unanswered', 'before it was answered'],
] as const)(
  'keeps every stroke once when it is stopped between writes and twice in each, %s: %s',
  async ([place]) => {
    world.proxy.change('/sw.js', (body) => `${STAYS}\n${body}`);
    await openApp();
    const { path, init } = create();
    expect((await ask(world.page, path, init)).status).toBe(201);
    const stays = await stopWhereItStays();
    for (let n = 0; n < STROKES; n += 1) {
      if (n % 4 === 0) await stopWorkers(world.page);
      const before = stays.length;
      const { status, text, givenUp } = await draw(world.page, path, n, place);
      const stayed = new Set(stays.slice(before));
      expect({ status, givenUp, stayed }, `stroke ${n}: ${text}`).toEqual({
        status: 200,
        givenUp: true,
        stayed: new Set([place]),
      });
      expect(JSON.parse(text).rev, `stroke ${n}`).toBe(n + 2);
    }
    const { strokes } = JSON.parse((await ask(world.page, path)).text);
    expect(strokes).toEqual(Array.from({ length: STROKES }, (_, n) => ({ ...STROKE, points: [[n, n]] })));
  },
);
