/** How much a space may hold, over both databases: what is refused, what never is, and that it is counted right. */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Database } from '../../server/store/index.ts';
import { bytesOf, type SpaceLimits } from '../../src/api/drawings/change/size.ts';
import type { Store } from '../../src/api/ports.ts';
import { KEYS_KEPT } from '../../src/core/drawing/limits.ts';
import { handlerTarget } from '../contract/hosts.ts';
import { row } from '../store/samples.ts';
import { drawing, fileOf, id, PNG, state, strokes, take } from '../support/drawing/archives.ts';
import { testedDatabases } from '../support/postgres/databases.ts';
import { photoNo, placed, sha256 } from '../support/underlay/photos.ts';
import { REQUESTS, timeOfStep } from './steps.ts';
import type { Sent } from './worlds.ts';

const TIMEOUT = 60_000;
const DATABASES = testedDatabases();
const NAME = 'Mei';
const ID = id(1);
const at = (path: string) => `/api/v1${path}`;
const json = { 'Content-Type': 'application/json' };
const rev = (n: number) => ({ 'If-Match': `"${n}"` });
const content = (count: number, thumb = '') => ({
  title: 'A title',
  strokes: strokes.slice(0, count),
  thumb,
});
const patch = (n: number, ...operations: readonly object[]): Sent => ({
  method: 'PATCH',
  path: at(`/drawings/${ID}`),
  headers: { 'Content-Type': 'application/json-patch+json', 'Idempotency-Key': `key ${n}`, ...rev(n) },
  body: operations,
});
const put = (n: number, body: object): Sent => ({
  method: 'PUT',
  path: at(`/drawings/${ID}`),
  headers: { ...json, ...rev(n) },
  body,
});
const create = (one: string, body: object): Sent => ({
  method: 'PUT',
  path: at(`/drawings/${one}`),
  headers: { ...json, 'If-None-Match': '*' },
  body,
});

/** Has as many characters in JSON as a number can have. */
const LONG = 1 / 3 / 2 ** 997;
/** All that a row can hold besides strokes, each as long as it may be. */
const LARGEST = {
  title: '🎨'.repeat(200),
  strokes: [],
  thumb: '',
  paper: {
    color: '#25211c',
    pattern: 'isometric',
    step: 100 / 3,
    guide: [1, 2, 3].map(() => [-LONG, -LONG]),
  },
  layers: Array.from({ length: 8 }, (_, n) => ({
    id: `layer00${n}`,
    // JSON has six characters for each.
    name: '\u0001'.repeat(40),
    opacity: LONG,
    visible: false,
    locked: false,
    blend: 'multiply',
  })),
  underlay: placed('ab'.repeat(32), { x: -LONG, y: -LONG, angle: -LONG, opacity: LONG, width: 4096 }),
};

/** A photo of ever other size. */
const photo = (n: number): Sent => ({
  method: 'PUT',
  path: at(`/drawings/${ID}/underlay`),
  headers: { 'Content-Type': 'image/jpeg' },
  body: photoNo(n, 1000 + n),
});
const LARGE = PNG.replace('=', `${'A'.repeat(4000)}=`);
const addStroke = { op: 'add', path: '/strokes/-', value: strokes[9] };

/** What makes a drawing of three strokes in revision 1 larger, or adds another one. */
const GROWING: Readonly<Record<string, Sent>> = {
  'POST of another drawing': {
    method: 'POST',
    path: at('/drawings'),
    headers: json,
    body: content(0),
  },
  'PUT of a photo of an underlay': photo(1),
  'PUT of another drawing': create(id(2), content(0)),
  'PUT of more strokes': put(1, content(4, PNG)),
  'PUT of a larger thumbnail': put(1, content(3, LARGE)),
  'PATCH that adds a stroke': patch(1, addStroke),
  'PATCH that makes the thumbnail larger': patch(1, {
    op: 'replace',
    path: '/thumb',
    value: LARGE,
  }),
};

/** What works in a space that is full, one after the other, with the status. */
const ALWAYS: readonly (readonly [status: number, sent: Sent])[] = [
  [200, patch(1, { op: 'replace', path: '/title', value: 'A much longer title than before' })],
  [200, patch(2, { op: 'replace', path: '/strokes/0', value: strokes[0] })],
  [200, patch(3, { op: 'remove', path: '/strokes/2' })],
  [200, put(4, content(2, PNG))],
  [200, { method: 'DELETE', path: at(`/drawings/${ID}/underlay`) }],
  [200, { method: 'DELETE', path: at(`/drawings/${ID}`) }],
  [200, { method: 'PUT', path: at(`/drawings/${ID}/restore`) }],
  [200, patch(7, { op: 'remove', path: '/strokes/0' }, { op: 'replace', path: '/thumb', value: LARGE })],
  [200, { method: 'DELETE', path: at(`/trash/${ID}?untrashed=true`) }],
];

interface Mei {
  readonly database: Database;
  readonly store: Store;
  send(sent: Sent): Promise<{ status: number; json: Record<string, unknown> }>;
}

/** A client of the API with a space of its own. */
async function openMei(database: Database): Promise<Mei> {
  const { people } = database;
  const person = (await people.list()).find(({ name }) => name === NAME) ?? (await people.add(NAME));
  const store = database.storeOf(person.space);
  const host = handlerTarget({ store, now: () => timeOfStep(0) });
  return {
    database,
    store,
    async send({ method, path, headers = {}, body }) {
      const { status, text } = await host.send({
        method,
        path,
        headers: { Authorization: `Bearer ${host.token}`, ...headers },
        ...(body === undefined ? {} : { body: body instanceof Uint8Array ? body : JSON.stringify(body) }),
      });
      return { status, json: JSON.parse(text || '{}') };
    },
  };
}

const limit = ({ database }: Mei, limits: Partial<SpaceLimits>) => database.people.limit(NAME, limits);
const useOf = async ({ database }: Mei) => (await database.people.named(NAME)).use;

/** Sets the limit to what there is. */
async function fillUp(mei: Mei): Promise<void> {
  const use = await useOf(mei);
  await limit(mei, { bytes: bytesOf(use), drawings: use.drawings });
}

/** What the space holds, counted by reading everything. */
async function counted({ store }: Mei) {
  return store.read(async (tx) => {
    const rows = [...(await tx.list({ trashed: false })), ...(await tx.list({ trashed: true }))];
    const thumbs = await tx.thumbs(rows.map(({ id: one }) => one));
    let bytes = thumbs.join('').length;
    for (const { chunks } of rows) {
      for (const text of await tx.chunks(chunks.map(([chunk]) => chunk))) bytes += text.length + 1;
    }
    for (const { drawing, sha256 } of (await tx.photos()) ?? []) {
      bytes += (await tx.photoBytes(drawing, sha256, 0, 2 ** 30))?.length ?? Number.NaN;
    }
    return { drawings: rows.length, trashed: rows.filter(({ trashed }) => trashed).length, bytes };
  });
}

/** Columns of integers, bytes each at most; the others are text. */
const INTEGER = 8;
/** What the tables hold of all drawings, bytes, as the database counts them. */
const STORED = `SELECT CAST(
  (SELECT SUM(octet_length(space) + octet_length(id) + octet_length(title) + octet_length(chunks) +
    octet_length(paper) + octet_length(layers) + octet_length(underlay) + coalesce(octet_length(kept), 0) +
    octet_length(created_at) + octet_length(updated_at) + 6 * ${INTEGER}) FROM drawings) +
  (SELECT SUM(octet_length(space) + octet_length(drawing) + octet_length(key) + octet_length(hash) +
    octet_length(title) + octet_length(updated_at) + 3 * ${INTEGER}) FROM idempotency_keys)
  AS bigint) AS bytes`;

/** Leaves the figures as a version that does not know them does: wrong, and those of another change. */
const FORGET = 'UPDATE spaces SET counted_at = counter - 1, drawings = 77, trashed = 7, bytes = 777';

for (const { name, skip, empty, open, query } of DATABASES) {
  describe.skipIf(skip)(`people: limits of a space in ${name}`, () => {
    test.each(Object.keys(GROWING))('%s is refused in a full space, and changes nothing', async (what) => {
      const sent = GROWING[what]!;
      const mei = await openMei(await open(await empty()));
      expect((await mei.send(create(ID, content(3, PNG)))).status).toBe(201);
      await fillUp(mei);
      const before = [await state(mei.store), await useOf(mei)];
      const refused = await mei.send(sent);
      expect([refused.status, Object(refused.json['error']).code]).toEqual([507, 'storage_full']);
      expect(Object(refused.json['error']).message).toMatch(
        /^this would be over your limit of (1 drawing|\d+ bytes), with the trash; nothing was changed$/,
      );
      expect([await state(mei.store), await useOf(mei)]).toEqual(before);
      // The same request is good as soon as there is room.
      await limit(mei, { bytes: null, drawings: 2 });
      expect([200, 201]).toContain((await mei.send(sent)).status);
    });

    test('a PUT of an older client counts in a full space with all that its strokes get back', async () => {
      const mei = await openMei(await open(await empty()));
      const layers = ['base', 'sky'].map((id) => ({
        id,
        name: '',
        opacity: 1,
        visible: true,
        locked: false,
      }));
      const older = content(3, PNG);
      const drawn = older.strokes.map((one) => ({ ...one, opacity: LONG, layer: 'base', at: 7 }));
      expect((await mei.send(create(ID, { ...older, strokes: drawn, layers }))).status).toBe(201);
      await fillUp(mei);
      const before = [await state(mei.store), await useOf(mei)];
      // Less than what is stored, until the strokes are whole again.
      const more = {
        ...older,
        strokes: [...older.strokes, { tool: 'pen', color: '#000', size: 1, points: [[1, 2]] }],
      };
      expect((await mei.send(put(1, more))).status).toBe(507);
      expect([await state(mei.store), await useOf(mei)]).toEqual(before);
      const { status, json: stored } = await mei.send(put(1, { ...older, title: 'Other' }));
      expect([status, stored['strokes']]).toEqual([200, drawn]);
      expect(await useOf(mei)).toEqual(before[1]);
      expect(await useOf(mei)).toEqual(await counted(mei));
    });

    test('an import stops where the space is full, with what came before it', async () => {
      const mei = await openMei(await open(await empty()));
      await limit(mei, { drawings: 2 });
      const file = await fileOf([1, 2, 3, 4].map((n) => drawing(n)));
      expect(await take(file, mei.store)).toMatchObject({ added: 2, stopped: 'full' });
      await limit(mei, { drawings: null, bytes: bytesOf(await useOf(mei)) });
      expect(await take(file, mei.store)).toMatchObject({ added: 0, same: 2, stopped: 'full' });
      await limit(mei, { bytes: null });
      expect(await take(file, mei.store)).toMatchObject({ added: 2, same: 2, stopped: undefined });
      expect(await useOf(mei)).toEqual(await counted(mei));
    });

    test('what takes no room always works, also where there is too much already', async () => {
      for (const less of [{}, { bytes: 1, drawings: 0 }]) {
        const mei = await openMei(await open(await empty()));
        await mei.send(create(ID, content(3, PNG)));
        await fillUp(mei);
        await limit(mei, less);
        for (const [status, sent] of ALWAYS) {
          expect([sent, (await mei.send(sent)).status]).toEqual([sent, status]);
        }
        expect(await useOf(mei)).toEqual({ drawings: 0, trashed: 0, bytes: 0 });
      }
    });

    test('a photo is replaced by a smaller one where the space is full, and its room is free once the larger one goes', async () => {
      const mei = await openMei(await open(await empty()));
      const place = (n: number, sent: Uint8Array) =>
        patch(n, { op: 'replace', path: '/underlay', value: placed(sha256(sent)) });
      const sized = (n: number, size: number) => ({ ...photo(n), body: photoNo(n, size) });
      expect((await mei.send(create(ID, content(3)))).status).toBe(201);
      expect((await mei.send(sized(1, 5000))).status).toBe(201);
      expect((await mei.send(place(1, photoNo(1, 5000)))).status).toBe(200);
      await fillUp(mei);
      const full = (await useOf(mei)).bytes;
      expect((await mei.send(sized(2, 5001))).json).toMatchObject({ error: { code: 'storage_full' } });
      expect((await useOf(mei)).bytes).toBe(full);
      expect((await mei.send(sized(3, 2000))).status).toBe(201);
      expect((await mei.send(place(2, photoNo(3, 2000)))).status).toBe(200);
      // The one before is still there, so that undo finds it: of the two the larger counts.
      expect((await useOf(mei)).bytes).toBe(full + 2000);
      expect((await mei.send(patch(3, addStroke))).status).toBe(507);
      expect((await mei.send({ method: 'DELETE', path: at(`/drawings/${ID}/underlay`) })).status).toBe(200);
      expect((await useOf(mei)).bytes).toBe(full - 3000);
      expect((await mei.send(patch(3, addStroke))).status).toBe(200);
      expect(await useOf(mei)).toEqual(await counted(mei));
    });

    test('a request that was applied is answered again, although there is no room for it now', async () => {
      const mei = await openMei(await open(await empty()));
      await mei.send(create(ID, content(3)));
      const sent = patch(1, addStroke);
      expect((await mei.send(sent)).status).toBe(200);
      await fillUp(mei);
      expect(await mei.send(sent)).toMatchObject({ status: 200, json: { rev: 2, strokeCount: 4 } });
    });

    test('what is deleted for good makes room, what is in the trash does not', async () => {
      const mei = await openMei(await open(await empty()));
      await mei.send(create(ID, content(1)));
      await fillUp(mei);
      await mei.send({ method: 'DELETE', path: at(`/drawings/${ID}`) });
      expect((await mei.send(create(id(2), content(1)))).status).toBe(507);
      await mei.send({ method: 'DELETE', path: at('/trash') });
      expect((await mei.send(create(id(2), content(1)))).status).toBe(201);
    });

    test('is only that of one person, and of home if home is named', async () => {
      const database = await open(await empty());
      const mei = await openMei(database);
      await database.people.limit('home', { drawings: 0 });
      expect((await mei.send(create(ID, content(1)))).status).toBe(201);
      await database.people.limit('home', { drawings: null });
      await fillUp(mei);
      const home = handlerTarget({ store: database.storeOf('home') });
      const sent = { method: 'POST', path: at('/drawings'), body: JSON.stringify(content(3)) };
      const headers = { ...json, Authorization: `Bearer ${home.token}` };
      expect((await home.send({ ...sent, headers })).status).toBe(201);
      await database.people.limit('home', { drawings: 1 });
      expect((await home.send({ ...sent, headers })).status).toBe(507);
    });

    test('the largest layers, paper, underlay and title, with all their keys, take no more than the limit', async () => {
      const where = await empty();
      const mei = await openMei(await open(where));
      await limit(mei, { bytes: 100_000 });
      let stored = 0;
      while ((await mei.send(create(id(stored + 1), LARGEST))).status === 201) stored += 1;
      expect(stored).toBeGreaterThan(3);
      const rename = (value: string) => ({ op: 'replace', path: '/title', value });
      for (let n = 1; n <= stored; n++) {
        for (let at = 1; at <= KEYS_KEPT; at++) {
          const title = at < KEYS_KEPT ? `${at} ${'x'.repeat(50)}` : LARGEST.title;
          const { headers, ...sent } = patch(at, rename(title));
          const request = { ...sent, path: `/api/v1/drawings/${id(n)}` };
          const key = { 'Idempotency-Key': randomUUID() };
          expect((await mei.send({ ...request, headers: { ...headers, ...key } })).status).toBe(200);
        }
      }
      const [row0] = await query(where, STORED);
      expect(Number(Object(row0).bytes)).toBeLessThanOrEqual(100_000);
      expect(Number(Object(row0).bytes) / stored).toBeGreaterThan(8000);
      expect(await useOf(mei)).toEqual(await counted(mei));
    });

    test('the status tells the figures that are kept, and counts no drawings', async () => {
      const where = await empty();
      const mei = await openMei(await open(where));
      await mei.send(create(ID, content(1)));
      await query(where, 'UPDATE spaces SET drawings = 77, trashed = 7 WHERE counter > 0');
      const { json: status } = await mei.send({ method: 'GET', path: at('/status') });
      expect(status).toMatchObject({ drawings: 70, trashed: 7, newestUpdate: expect.any(String) });
    });

    test('what it holds is counted right, whatever is done and whoever does it', {
      timeout: TIMEOUT,
    }, async () => {
      const where = await empty();
      const mei = await openMei(await open(where));
      // Another process on the same database.
      const other = await openMei(await open(where));
      const { createDrawing, replaceDrawing, patchDrawing, trashDrawing, restoreDrawing, ...more } = REQUESTS;
      const { putUnderlay, deleteUnderlay } = REQUESTS;
      const writes = [
        createDrawing,
        replaceDrawing,
        patchDrawing,
        trashDrawing,
        restoreDrawing,
        putUnderlay,
        deleteUnderlay,
      ];
      const { purgeDrawing, emptyTrash } = more;
      const sent = fc.oneof(...[...writes, purgeDrawing, emptyTrash].filter((one) => one !== undefined));
      const file = await fileOf([1, 2, 3].map((n) => drawing(n)));
      const step = fc.oneof(
        { weight: 20, arbitrary: sent.map((one) => ({ kind: 'http' as const, one })) },
        { weight: 1, arbitrary: fc.constantFrom({ kind: 'import' as const }, { kind: 'older' as const }) },
        { weight: 2, arbitrary: fc.nat(64_000).map((bytes) => ({ kind: 'limit' as const, bytes })) },
      );
      const steps = fc.array(fc.tuple(step, fc.boolean()), { minLength: 10, maxLength: 40, size: 'max' });
      const statuses = new Set<number>();
      let n = 100;
      await fc.assert(
        fc.asyncProperty(steps, async (all) => {
          await limit(mei, { bytes: null, drawings: null });
          for (const [what, first] of all) {
            const who = first ? mei : other;
            if (what.kind === 'http') statuses.add((await who.send(what.one)).status);
            if (what.kind === 'limit') await limit(who, { bytes: what.bytes });
            if (what.kind === 'import') await take(file, who.store);
            if (what.kind === 'older') {
              await limit(who, { bytes: null, drawings: null });
              n += 1;
              const added = row(n, { seq: n * 1000 });
              await who.store.write(async (tx) => {
                await tx.setCounter(n * 1000);
                await tx.putDrawing(added);
                await tx.putThumb(added.id, PNG);
              });
              await query(where, FORGET);
            }
            expect(await useOf(who), JSON.stringify(what)).toEqual(await counted(who));
          }
          const use = await useOf(mei);
          const status = (await mei.send({ method: 'GET', path: at('/status') })).json;
          expect(status).toMatchObject({ drawings: use.drawings - use.trashed, trashed: use.trashed });
        }),
        { numRuns: 25 },
      );
      for (const status of [200, 201, 404, 409, 507]) expect([...statuses]).toContain(status);
    });

    test('writers at the limit at the same time never pass it', async () => {
      const where = await empty();
      const writers: Mei[] = [];
      for (let i = 0; i < 4; i++) writers.push(await openMei(await open(where)));
      const [first] = writers;
      await limit(first!, { drawings: 10 });
      const statuses = await Promise.all(
        Array.from({ length: 40 }, async (_, i) => {
          const writer = writers[i % writers.length]!;
          return (await writer.send(create(randomUUID(), content(1)))).status;
        }),
      );
      expect(statuses.toSorted((a, b) => a - b)).toEqual([...Array(10).fill(201), ...Array(30).fill(507)]);
      expect(await useOf(first!)).toEqual(await counted(first!));
    });
  });
}
