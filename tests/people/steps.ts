/**
 * What a person can do, as fast-check makes it: every route with few ids, keys, revisions, times and cursors, so
 * that those of two people collide.
 */
import fc from 'fast-check';
import { drawing, fileOf } from '../support/drawing/archives.ts';
import { photoNo, placed, sha256 } from '../support/underlay/photos.ts';
import { idNo, NAMES, type Sent, type Step } from './worlds.ts';

const START = Date.UTC(2026, 10, 21, 4);
const minute = (n: number) => START + n * 60_000;

const id = fc.integer({ min: 1, max: 3 }).map(idNo);
const rev = fc.integer({ min: 1, max: 4 });
const key = fc.constantFrom('the same', 'another');
const cursor = fc
  .tuple(fc.constantFrom(...NAMES), fc.integer({ min: 0, max: 12 }))
  .map(([epoch, number]) => `${epoch}.${number}`);
const time = fc.integer({ min: 0, max: 2 }).map((n) => new Date(minute(n)).toISOString());
const stroke = fc.integer({ min: 1, max: 3 }).map((n) => ({
  tool: 'pen',
  color: '#123456',
  size: n,
  points: [[n, 2]],
}));
const thumb = fc.constantFrom(
  '',
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
);
const content = fc.record({
  title: fc.constantFrom('', 'The same', 'Another'),
  strokes: fc.array(stroke, { maxLength: 3 }),
  thumb,
});

/** Headers: each that is given a value. */
function headers(given: Record<string, fc.Arbitrary<string | undefined>>) {
  return fc
    .record(given)
    .map((all) => Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)))
    .map((all) => all as Record<string, string>);
}
const maybe = <T>(some: fc.Arbitrary<T>) => fc.option(some, { nil: undefined });
const tag = maybe(
  fc.oneof(
    fc.constant('*'),
    rev.map((n) => `"${n}"`),
  ),
);
const query = (given: Record<string, fc.Arbitrary<string | undefined>>) =>
  headers(given).map((all) => {
    const text = new URLSearchParams(all).toString();
    return text === '' ? '' : `?${text}`;
  });
const limit = maybe(fc.constantFrom('1', '2'));
const json = { 'Content-Type': 'application/json' };
const write = { 'If-Match': tag, 'Idempotency-Key': maybe(key) };
/** The cursors of a list are made of a time and an id, so anybody can make one of another's drawing. */
const place = fc.tuple(time, id).map((parts) => btoa(parts.join(' ')).replaceAll('=', ''));

const DRAWINGS = '/api/v1/drawings';
const get = (path: string) =>
  headers({ 'If-None-Match': maybe(fc.constantFrom('*', '"1"', '"2"')) }).map(
    (all): Sent => ({ method: 'GET', path, headers: all }),
  );

const PHOTOS = [1, 2, 3].map((n) => photoNo(n, 1000 * n));
const photo = fc.constantFrom(...PHOTOS);

const patches = fc.array(
  fc.oneof(
    content.map(({ title }) => ({ op: 'replace', path: '/title', value: title })),
    stroke.map((value) => ({ op: 'add', path: '/strokes/-', value })),
    fc.constant({ op: 'remove', path: '/strokes/0' }),
    fc.option(photo, { nil: undefined }).map((one) => ({
      op: 'replace',
      path: '/underlay',
      value: one === undefined ? null : placed(sha256(one)),
    })),
  ),
  { minLength: 1, maxLength: 2 },
);

/** A name of what the server made up: of whoever asks, or of anybody. */
const nth = fc.integer({ min: 1, max: 3 });
const mine = (kind: 'secret' | 'code') => nth.map((n) => `{${kind} me ${n}}`);
const anyShare = fc.tuple(fc.constantFrom('me', ...NAMES), nth).map(([who, n]) => `{share ${who} ${n}}`);

/** Requests of every route that is not about the air, by the id of the route. */
export const REQUESTS: Readonly<Record<string, fc.Arbitrary<Sent>>> = {
  getHealth: get('/health'),
  getApp: get('/api/v1/app'),
  getStatus: get('/api/v1/status'),
  checkAuth: get('/api/v1/auth/check'),
  getOpenapi: get('/api/v1/openapi.json'),
  listDrawings: fc
    .tuple(query({ trashed: maybe(fc.constantFrom('true')), limit, cursor: maybe(place) }))
    .chain(([more]) => get(DRAWINGS + more)),
  createDrawing: fc
    .tuple(content, headers({ 'Idempotency-Key': maybe(key) }))
    .map(([body, more]) => ({ method: 'POST', path: DRAWINGS, headers: { ...json, ...more }, body })),
  listChanges: query({ since: maybe(cursor), limit }).chain((more) => get(`${DRAWINGS}/changes${more}`)),
  getDrawing: id.chain((one) => get(`${DRAWINGS}/${one}`)),
  replaceDrawing: fc
    .tuple(id, content, headers(write), fc.boolean())
    .map(([one, body, { 'If-Match': seen, ...more }, isNew]) => ({
      method: 'PUT',
      path: `${DRAWINGS}/${one}`,
      headers: {
        ...json,
        ...more,
        ...(isNew ? { 'If-None-Match': '*' } : seen === undefined ? {} : { 'If-Match': seen }),
      },
      body,
    })),
  patchDrawing: fc.tuple(id, rev, key, patches).map(([one, seen, same, body]) => ({
    method: 'PATCH',
    path: `${DRAWINGS}/${one}`,
    headers: {
      'Content-Type': 'application/json-patch+json',
      'If-Match': `"${seen}"`,
      'Idempotency-Key': same,
    },
    body,
  })),
  trashDrawing: fc
    .tuple(id, headers(write))
    .map(([one, all]) => ({ method: 'DELETE', path: `${DRAWINGS}/${one}`, headers: all })),
  restoreDrawing: fc
    .tuple(id, headers(write))
    .map(([one, all]) => ({ method: 'PUT', path: `${DRAWINGS}/${one}/restore`, headers: all })),
  purgeDrawing: fc
    .tuple(id, query({ cursor: maybe(cursor), untrashed: fc.constantFrom('true', 'true', 'false') }))
    .map(([one, more]) => ({ method: 'DELETE', path: `/api/v1/trash/${one}${more}` })),
  emptyTrash: query({ cursor: maybe(cursor) }).map((more) => ({
    method: 'DELETE',
    path: `/api/v1/trash${more}`,
  })),
  getProfile: get('/api/v1/profile'),
  putProfile: fc.constantFrom('', 'Mei', 'Ravi').map((displayName) => ({
    method: 'PUT',
    path: '/api/v1/profile',
    headers: json,
    body: { displayName, avatarSeed: '' },
  })),
  listVersions: id.chain((one) => get(`${DRAWINGS}/${one}/versions`)),
  getVersion: fc.tuple(id, rev).chain(([one, version]) => get(`${DRAWINGS}/${one}/versions/${version}`)),
  putUnderlay: fc.tuple(id, photo).map(([one, body]) => ({
    method: 'PUT',
    path: `${DRAWINGS}/${one}/underlay`,
    headers: { 'Content-Type': 'image/jpeg' },
    body,
  })),
  getUnderlay: id.chain((one) => get(`${DRAWINGS}/${one}/underlay`)),
  deleteUnderlay: fc
    .tuple(
      id,
      headers({ 'If-Match': maybe(fc.constantFrom('*', ...PHOTOS.map((one) => `"${sha256(one)}"`))) }),
    )
    .map(([one, all]) => ({ method: 'DELETE', path: `${DRAWINGS}/${one}/underlay`, headers: all })),
  createShare: fc.tuple(id, maybe(fc.integer({ min: 0, max: 15 }))).map(([one, at]) => ({
    method: 'POST',
    path: `${DRAWINGS}/${one}/shares`,
    headers: json,
    body: at === undefined ? {} : { expiresAt: new Date(minute(at)).toISOString() },
  })),
  listShares: id.map((one) => ({ method: 'GET', path: `${DRAWINGS}/${one}/shares` })),
  endShare: fc
    .oneof(
      fc.tuple(id, anyShare),
      // The link with which everybody begins.
      fc.tuple(
        fc.constant(idNo(1)),
        fc.constantFrom('me', ...NAMES).map((who) => `{share ${who} 1}`),
      ),
    )
    .map(([one, share]) => ({ method: 'DELETE', path: `${DRAWINGS}/${one}/shares/${share}` })),
  getShared: mine('secret').chain((secret) => get(`/api/v1/shared/${secret}`)),
  createPairingCode: fc.constant({ method: 'POST', path: '/api/v1/pairing-codes' }),
  getPairing: get('/api/v1/pairing-codes'),
  createPairing: fc.tuple(mine('code'), maybe(fc.boolean())).map(([code, look]) => ({
    method: 'POST',
    path: '/api/v1/pairings',
    headers: json,
    body: { code, device: 'Phone', ...(look !== undefined && { look }) },
  })),
  createLiveTicket: fc.constant({ method: 'POST', path: '/api/v1/live-tickets' }),
  createSharedLiveTicket: mine('secret').map((secret) => ({
    method: 'POST',
    path: `/api/v1/shared/${secret}/live-tickets`,
  })),
};

const tool = fc.oneof(
  fc.constantFrom('draw_app_info', 'draw_status').map((name) => ({ tool: name, args: {} })),
  fc.record({ trashed: fc.boolean() }).map((args) => ({ tool: 'draw_list_drawings', args })),
  fc.record({ id, strokes: fc.constant(2) }).map((args) => ({ tool: 'draw_get_drawing', args })),
  fc
    .record({ id, title: fc.constantFrom('The same', 'Renamed'), rev })
    .map((args) => ({ tool: 'draw_rename_drawing', args })),
  fc
    .tuple(fc.constantFrom('draw_trash_drawing', 'draw_restore_drawing'), id)
    .map(([name, one]) => ({ tool: name, args: { id: one } })),
);

/** A file with drawings under the ids that everybody uses, and what to do with it. */
async function files(): Promise<Uint8Array<ArrayBuffer>[]> {
  const of = async (...numbers: number[]) => {
    const source = await fileOf(numbers.map((n) => drawing(n, { id: idNo(n) })));
    return source.read(0, source.size);
  };
  return [await of(1, 2), await of(3)];
}

/** Everything that a person can do. Half of it writes and deletes drawings: without that, the rest shows nothing. */
export async function anyStep(): Promise<fc.Arbitrary<Step>> {
  const {
    createDrawing,
    replaceDrawing,
    patchDrawing,
    purgeDrawing,
    createShare,
    getShared,
    endShare,
    createPairing,
  } = REQUESTS;
  const http = (sent: fc.Arbitrary<Sent>) => sent.map((one): Step => ({ kind: 'http', sent: one }));
  const writing = [createDrawing, replaceDrawing, patchDrawing, purgeDrawing].filter(
    (one) => one !== undefined,
  );
  const linking = [createShare, createShare, getShared, endShare, createPairing].filter(
    (one) => one !== undefined,
  );
  return fc.oneof(
    { weight: 12, arbitrary: http(fc.oneof(...writing)) },
    { weight: 6, arbitrary: http(fc.oneof(...linking)) },
    { weight: 12, arbitrary: http(fc.oneof(...Object.values(REQUESTS))) },
    { weight: 3, arbitrary: tool.map((one): Step => ({ kind: 'tool', ...one })) },
    { weight: 1, arbitrary: fc.constant<Step>({ kind: 'export' }) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(...(await files())).map((file): Step => ({ kind: 'import', file })),
    },
  );
}

/** The time at the n-th step, ms since the epoch: several are at the same time. */
export function timeOfStep(n: number): number {
  return minute(Math.floor(n / 3));
}
