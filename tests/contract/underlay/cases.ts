/** Cases: the photo that a drawing is made from, and where it lies. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { type Store, StoreFull } from '../../../src/api/ports.ts';
import { UNDERLAY_MAX } from '../../../src/core/drawing/limits.ts';
import type { Drawing, DrawingEntry, Underlay } from '../../../src/core/drawing/types.ts';
import { JPEG, PNG_PHOTO, photoNo, placed, sha256, WEBP } from '../../support/underlay/photos.ts';
import type { Caller, Case, SendOptions } from '../caller.ts';
import { secretOf, share, sharedPath } from '../cases/shares.ts';
import {
  DRAWINGS,
  drawingOf,
  newDrawing,
  patch,
  path,
  read,
  refused,
  refusedUnchanged,
  strokeNo,
  TRASH,
} from '../support.ts';
import type { TestResponse } from '../target.ts';

const content = { title: 'A sketch', strokes: [strokeNo(1)], thumb: '' };
const replace = (value: unknown) => ({ op: 'replace', path: '/underlay', value });
const test = (value: unknown) => ({ op: 'test', path: '/underlay', value });
const tag = (photo: Uint8Array) => `"${sha256(photo)}"`;

function put(
  { send }: Caller,
  id: string,
  photo: Uint8Array,
  type = 'image/jpeg',
  options: SendOptions = {},
) {
  const headers = { 'Content-Type': type, ...options.headers };
  return send('PUT', path(id, '/underlay'), { ...options, body: photo, headers });
}
const get = ({ send }: Caller, id: string, headers: SendOptions['headers'] = {}) =>
  send('GET', path(id, '/underlay'), { headers });
const remove = ({ send }: Caller, id: string, headers: SendOptions['headers'] = {}) =>
  send('DELETE', path(id, '/underlay'), { headers });

/** Text cannot hold all bytes, but two different photos have different texts. */
function isPhoto(response: TestResponse, photo: Uint8Array, type = 'image/jpeg'): void {
  assert.equal(response.status, 200, response.text.slice(0, 300));
  const { etag, 'content-type': mediaType } = response.headers;
  assert.deepEqual([etag, mediaType], [tag(photo), type]);
  assert.ok(response.text === new TextDecoder().decode(photo), 'the bytes that were sent');
}

function deleted(response: TestResponse): unknown {
  assert.equal(response.status, 200, response.text);
  return (response.json as { deleted: unknown }).deleted;
}

/** A drawing with a photo in its place. */
async function withPhoto(caller: Caller, photo: Uint8Array): Promise<Drawing> {
  const { id } = await newDrawing(caller);
  assert.equal((await put(caller, id, photo)).status, 201);
  assert.equal((await patch(caller, id, 1, [replace(placed(sha256(photo)))])).status, 200);
  return read(caller, id);
}

/** A photo near the limit, of ever other bytes, so that a piece in another's place is another photo. */
function largePhoto(size: number): Uint8Array {
  const photo = photoNo(0, size);
  for (let i = JPEG.length; i < size; i += 1) photo[i] = 32 + (((i * 2654435761) >>> 8) % 90);
  return photo;
}

const BAD: readonly (readonly [underlay: unknown, at: string])[] = [
  ['photo', ''],
  [{ ...placed('a'.repeat(64)), scale: 0 }, '/scale'],
  [{ ...placed('a'.repeat(64)), sha256: 'A'.repeat(64) }, '/sha256'],
  [{ ...placed('a'.repeat(64)), blur: 1 }, '/blur'],
];

export const underlayCases: readonly Case[] = [
  {
    name: 'an underlay stays through POST, PUT and PATCH, the trash and the list, and null takes it away',
    async run(caller) {
      const { send } = caller;
      const here = placed('a1'.repeat(32));
      const there = placed('a1'.repeat(32), { x: 99, locked: true, visible: false });
      const posted = drawingOf(await send('POST', DRAWINGS, { json: { underlay: here } }));
      assert.deepStrictEqual(posted.underlay, here);
      const { id } = posted;
      const change = (rev: number, json: object) =>
        send('PUT', path(id), { headers: { 'If-Match': String(rev) }, json: { ...content, ...json } });
      assert.deepStrictEqual(drawingOf(await change(1, { underlay: there })).underlay, there);
      assert.deepStrictEqual(drawingOf(await change(2, { title: 'Other' })).underlay, there);
      const again = await change(2, { title: 'Other' });
      assert.deepEqual([again.status, again.headers['etag']], [200, '"3"']);
      refused(await change(2, { title: 'Other', underlay: null }), 409, 'conflict');
      refused(await patch(caller, id, 3, [test(here)]), 409, 'conflict');
      assert.equal((await patch(caller, id, 3, [test(there), replace(here), test(here)])).status, 200);
      await send('DELETE', path(id));
      assert.deepStrictEqual(drawingOf(await send('PUT', path(id, '/restore'))).underlay, here);
      const { drawings } = (await send('GET', DRAWINGS)).json as { drawings: DrawingEntry[] };
      assert.deepStrictEqual(drawings.find((entry) => entry.id === id)?.underlay, here);
      assert.equal((await patch(caller, id, 6, [replace(null), test(null)])).status, 200);
      assert.ok(!('underlay' in (await read(caller, id))));
      assert.equal((await change(7, { underlay: here })).status, 200);
      assert.ok(!('underlay' in drawingOf(await change(8, { underlay: null }))));
    },
  },
  {
    name: 'an underlay that is none is refused, with its place, and nothing is changed',
    async run(caller) {
      const before = await newDrawing(caller);
      for (const [underlay, at] of BAD) {
        const json = { ...content, underlay };
        const whole = () => caller.send('PUT', path(before.id), { headers: { 'If-Match': '1' }, json });
        await refusedUnchanged(caller, before, whole, 400, 'invalid_body');
        assert.ok((await whole()).text.includes(`"/underlay${at}"`));
        for (const operation of [replace(underlay), test(underlay)]) {
          const send = () => patch(caller, before.id, 1, [operation]);
          await refusedUnchanged(caller, before, send, 400, 'invalid_body');
          assert.ok((await send()).text.includes(`"/0/value${at}"`));
        }
      }
    },
  },
  {
    name: 'the photo of an underlay comes back as it was sent, of every type, with a tag and a HEAD',
    async run(caller) {
      for (const [photo, type] of [
        [JPEG, 'image/jpeg'],
        [PNG_PHOTO, 'image/png'],
        [WEBP.lossy, 'image/webp'],
        [WEBP.lossless, 'image/webp'],
      ] as const) {
        const { id } = await newDrawing(caller);
        const sent = await put(caller, id, photo, type);
        assert.deepEqual([sent.status, sent.headers['etag']], [201, tag(photo)], sent.text);
        const said = { sha256: sha256(photo), type, width: 6, height: 4, bytes: photo.length };
        assert.deepStrictEqual(sent.json, said);
        refused(await get(caller, id), 404, 'not_found');
        await patch(caller, id, 1, [replace(placed(sha256(photo)))]);
        isPhoto(await get(caller, id), photo, type);
        const head = await caller.send('HEAD', path(id, '/underlay'));
        const { etag, 'content-length': length } = head.headers;
        assert.deepEqual([head.status, etag, length], [200, tag(photo), String(photo.length)]);
        const same = await get(caller, id, { 'If-None-Match': tag(photo) });
        assert.deepEqual([same.status, same.text, same.headers['etag']], [304, '', tag(photo)]);
        isPhoto(await get(caller, id, { 'If-None-Match': '"other"' }), photo, type);
      }
    },
  },
  {
    name: 'a photo of an underlay is one for all who send it: a repeated PUT is 200, and makes no revision',
    async run(caller) {
      const { id } = await newDrawing(caller);
      const headers = { 'Idempotency-Key': randomUUID() };
      assert.equal((await put(caller, id, JPEG, 'IMAGE/JPEG; q=1', { headers })).status, 201);
      const again = await put(caller, id, JPEG, 'image/jpeg', { headers });
      assert.deepEqual([again.status, again.headers['etag']], [200, tag(JPEG)]);
      assert.equal((await read(caller, id)).rev, 1);
    },
  },
  {
    name: 'a photo of an underlay may have 4 MiB, and no byte more',
    async run(caller) {
      const most = largePhoto(UNDERLAY_MAX);
      const { id } = await withPhoto(caller, most);
      isPhoto(await get(caller, id), most);
      const more = await put(caller, id, largePhoto(UNDERLAY_MAX + 1));
      refused(more, 413, 'too_large');
      assert.ok(more.text.includes(String(UNDERLAY_MAX)));
      isPhoto(await get(caller, id), most);
      await caller.send('DELETE', path(id));
      await caller.send('DELETE', `${TRASH}/${id}`);
    },
  },
  {
    name: 'no underlay is what is no photo, too large a picture, or of another type than it says',
    async run(caller) {
      const { id } = await withPhoto(caller, JPEG);
      const before = await read(caller, id);
      const wide = PNG_PHOTO.slice();
      wide.set([0, 0, 0x27, 0x10, 0, 0, 0x27, 0x10], 16);
      for (const [photo, type, said] of [
        [
          new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"/>'),
          'image/png',
          'is no JPEG, PNG or WebP',
        ],
        [new Uint8Array(), 'image/jpeg', 'is no JPEG, PNG or WebP'],
        [PNG_PHOTO, 'image/jpeg', 'is image/png by its bytes, and not the image/jpeg that Content-Type says'],
        [wide, 'image/png', 'has 10000 x 10000 px, and at most 4096 a side are taken'],
        [JPEG.slice(0, 40), 'image/jpeg', 'is a damaged image/jpeg: it does not say how large it is'],
        // Cut before their data, and before their end.
        [JPEG.slice(0, 267), 'image/jpeg', 'is a damaged image/jpeg: it ends before its picture does'],
        [JPEG.slice(0, -1), 'image/jpeg', 'is a damaged image/jpeg: it ends before its picture does'],
        [PNG_PHOTO.slice(0, 33), 'image/png', 'is a damaged image/png: it ends before its picture does'],
        [PNG_PHOTO.slice(0, -12), 'image/png', 'is a damaged image/png: it ends before its picture does'],
        [WEBP.lossy.slice(0, -1), 'image/webp', 'is a damaged image/webp: it ends before its picture does'],
      ] as const) {
        const send = () => put(caller, id, photo, type);
        await refusedUnchanged(caller, before, send, 400, 'invalid_body');
        assert.ok((await send()).text.includes(said), (await send()).text);
      }
      for (const type of ['image/svg+xml', 'image/gif', 'image/heic', 'application/json', 'text/html']) {
        refused(await put(caller, id, JPEG, type), 415, 'unsupported_media_type');
      }
      refused(
        await put(caller, id, JPEG, 'image/jpeg', { headers: { 'Content-Encoding': 'gzip' } }),
        415,
        'unsupported_media_type',
      );
      isPhoto(await get(caller, id), JPEG);
    },
  },
  {
    name: 'the photo that an underlay names stays whatever else is sent, and another one goes with the next',
    async run(caller) {
      const [first, second, third] = [photoNo(1), photoNo(2), photoNo(3)];
      const { id } = await withPhoto(caller, first);
      await put(caller, id, second);
      isPhoto(await get(caller, id), first);
      await put(caller, id, third);
      isPhoto(await get(caller, id), first);
      const shows = async (rev: number, photo: Uint8Array) => {
        assert.equal((await patch(caller, id, rev, [replace(placed(sha256(photo)))])).status, 200);
        return get(caller, id);
      };
      // It was not placed before the next was sent.
      refused(await shows(2, second), 404, 'not_found');
      isPhoto(await shows(3, third), third);
      // What was shown before is there until another one is sent, for whoever takes the change back.
      isPhoto(await shows(4, first), first);
      isPhoto(await shows(5, third), third);
      await put(caller, id, second);
      refused(await shows(6, first), 404, 'not_found');
      isPhoto(await shows(7, third), third);
    },
  },
  {
    name: 'deleting takes the photos that an underlay does not name, and the one that it names only by its digest',
    async run(caller) {
      const [shown, other] = [photoNo(1), photoNo(2)];
      const { id } = await withPhoto(caller, shown);
      await put(caller, id, other);
      assert.equal(deleted(await remove(caller, id)), 1);
      assert.equal(deleted(await remove(caller, id)), 0);
      isPhoto(await get(caller, id), shown);
      assert.equal(deleted(await remove(caller, id, { 'If-Match': tag(other) })), 0);
      isPhoto(await get(caller, id), shown);
      assert.equal(deleted(await remove(caller, id, { 'If-Match': tag(shown) })), 1);
      refused(await get(caller, id), 404, 'not_found');
      const { underlay, rev } = await read(caller, id);
      assert.deepStrictEqual([underlay?.sha256, rev], [sha256(shown), 2]);
      await put(caller, id, shown);
      await patch(caller, id, 2, [replace(null)]);
      refused(await get(caller, id), 404, 'not_found');
      assert.equal(deleted(await remove(caller, id)), 1);
      await put(caller, id, shown);
      await patch(caller, id, 3, [replace(placed(sha256(shown)))]);
      assert.equal(deleted(await remove(caller, id, { 'If-Match': '*' })), 1);
    },
  },
  {
    name: 'a photo of an underlay stays in the trash, where none is taken, and goes when it is deleted for good',
    async run(caller) {
      const { id } = await withPhoto(caller, JPEG);
      await caller.send('DELETE', path(id));
      isPhoto(await get(caller, id), JPEG);
      refused(await put(caller, id, PNG_PHOTO, 'image/png'), 409, 'gone');
      refused(await remove(caller, id, { 'If-Match': '*' }), 409, 'gone');
      await caller.send('PUT', path(id, '/restore'));
      isPhoto(await get(caller, id), JPEG);
      await caller.send('DELETE', path(id));
      await caller.send('DELETE', `${TRASH}/${id}`);
      refused(await get(caller, id), 404, 'not_found');
      const json = { ...content, underlay: placed(sha256(JPEG)) };
      assert.equal(
        (await caller.send('PUT', path(id), { headers: { 'If-None-Match': '*' }, json })).status,
        201,
      );
      refused(await get(caller, id), 404, 'not_found');
    },
  },
  {
    name: 'an earlier version has the place of its underlay, and no photo of its own',
    async run(caller) {
      const { send } = caller;
      const { id, underlay, strokes } = await withPhoto(caller, photoNo(1));
      const clear = strokes.map(() => ({ op: 'remove', path: '/strokes/0' }));
      await patch(caller, id, 2, [replace(null), ...clear]);
      const version = (await send('GET', path(id, '/versions/2'))).json as { underlay?: Underlay };
      assert.deepStrictEqual(version.underlay, underlay);
      await patch(caller, id, 3, [replace(version.underlay)]);
      isPhoto(await get(caller, id), photoNo(1));
      await patch(caller, id, 4, [replace(null)]);
      await remove(caller, id);
      await patch(caller, id, 5, [replace(version.underlay)]);
      refused(await get(caller, id), 404, 'not_found');
    },
  },
  {
    name: 'an underlay of an unknown drawing is 404, a wrong header or parameter 400, another method 405',
    async run(caller) {
      const { id } = await newDrawing(caller);
      for (const wrong of [randomUUID(), 'x', id.toUpperCase()]) {
        refused(await get(caller, wrong), 404, 'not_found');
        refused(await put(caller, wrong, JPEG), 404, 'not_found');
        refused(await remove(caller, wrong), 404, 'not_found');
      }
      refused(await get(caller, id, { 'If-None-Match': 'no' }), 400, 'invalid_parameter');
      refused(await remove(caller, id, { 'If-Match': 'no' }), 400, 'invalid_parameter');
      refused(
        await put(caller, id, JPEG, 'image/jpeg', { headers: { 'Idempotency-Key': 'k'.repeat(256) } }),
        400,
        'invalid_parameter',
      );
      refused(await caller.send('GET', path(id, '/underlay?size=1')), 400, 'invalid_parameter');
      const response = await caller.send('POST', path(id, '/underlay'));
      refused(response, 405, 'method_not_allowed');
      assert.equal(response.headers['allow'], 'DELETE, GET, HEAD, PUT');
    },
  },
  {
    name: 'a link shows neither the photo of an underlay nor its place, and its tag stays when that changes',
    mode: 'token',
    async run(caller) {
      const { id } = await withPhoto(caller, JPEG);
      const at = sharedPath(secretOf(await share(caller, id)));
      const seen = await caller.send('GET', at, { anonymous: true });
      assert.ok(!seen.text.includes('underlay') && !seen.text.includes(sha256(JPEG)));
      // With an earlier date, which leaves the stored one, so that only the place is another.
      const dated = { op: 'replace', path: '/updatedAt', value: '2020-01-01T00:00:00Z' };
      await patch(caller, id, 2, [replace(placed(sha256(JPEG), { x: 1 })), dated]);
      const again = await caller.send('GET', at, { anonymous: true });
      assert.equal(again.headers['etag'], seen.headers['etag']);
      refused(await caller.send('GET', `${at}/underlay`, { anonymous: true }), 404, 'not_found');
    },
  },
];

/** A store that takes nothing more, not even a deletion, once it is full. */
export function fillable(store: Store): { readonly store: Store; isFull: boolean } {
  const filled = {
    isFull: false,
    store: {
      ...store,
      async write(work) {
        if (filled.isFull) throw new StoreFull('the disk is full');
        return store.write(work);
      },
    } satisfies Store,
  };
  return filled;
}

/** On a full disk no photo is kept, and the one that is there stays. */
export async function underlayFull(caller: Caller, disk: { isFull: boolean }): Promise<void> {
  const { id } = await withPhoto(caller, JPEG);
  disk.isFull = true;
  refused(await put(caller, id, photoNo(2)), 507, 'storage_full');
  refused(await remove(caller, id, { 'If-Match': '*' }), 507, 'storage_full');
  isPhoto(await get(caller, id), JPEG);
  disk.isFull = false;
  assert.equal((await put(caller, id, photoNo(2))).status, 201);
  isPhoto(await get(caller, id), JPEG);
}
