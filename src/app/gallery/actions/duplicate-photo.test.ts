import { afterAll, expect, test, vi } from 'vitest';
import { stroke } from '../../../../tests/support/drawing/any-stroke.ts';
import { device, server } from '../../../../tests/support/sync/sync.ts';
import { photoNo, placed, sha256 } from '../../../../tests/support/underlay/photos.ts';
import type { DrawingEntry } from '../../../core/drawing/types.ts';
import { duplicateDrawing } from './duplicate.ts';

const here = vi.hoisted(() => {
  vi.stubGlobal('location', new URL('http://127.0.0.1:8787/'));
  return { handle: async (_: Request): Promise<Response> => Response.error() };
});
vi.mock('../../client/transport.ts', () => ({ transport: (request: Request) => here.handle(request) }));
afterAll(() => vi.unstubAllGlobals());

test('underlay: a drawing whose photo an earlier version took though it is cut has a duplicate without it', async () => {
  const { handle, pages, store } = device(server());
  here.handle = async (request) => handle(request);
  const cut = photoNo(1).slice(0, 280);
  const id = await pages.create({ title: 'Shophouses', strokes: [stroke(1)] });
  await store.write((tx) =>
    tx.putPhoto({ drawing: id, sha256: sha256(cut), type: 'image/jpeg', size: cut.length }, cut),
  );
  await pages.patch(id, { op: 'replace', path: '/underlay', value: placed(sha256(cut)) });
  await duplicateDrawing({ ...(await pages.read(id)), strokeCount: 1 } as unknown as DrawingEntry);
  const copy = (await pages.all()).find((one) => one.id !== id);
  expect(copy).toMatchObject({ trashed: false, strokes: [stroke(1)], underlay: placed(sha256(cut)) });
  expect(await store.read((tx) => tx.photos(copy?.id))).toEqual([]);
});

test('underlay: a duplicate has the photo, which stays when the original is deleted for good', async () => {
  const { handle, pages } = device(server());
  here.handle = async (request) => handle(request);
  const photo = photoNo(1);
  const id = await pages.create({ title: 'Shophouses', strokes: [stroke(1)] });
  const photoOf = async (drawing: string) => {
    const response = await handle(new Request(`http://here/api/v1/drawings/${drawing}/underlay`));
    return response.status === 200 ? new Uint8Array(await response.arrayBuffer()) : undefined;
  };
  await handle(
    new Request(`http://here/api/v1/drawings/${id}/underlay`, {
      method: 'PUT',
      headers: { 'Content-Type': 'image/jpeg' },
      body: photo,
    }),
  );
  await pages.patch(id, { op: 'replace', path: '/underlay', value: placed(sha256(photo)) });
  await duplicateDrawing({ ...(await pages.read(id)), strokeCount: 1 } as unknown as DrawingEntry);
  const copy = (await pages.all()).find((one) => one.id !== id);
  expect(copy?.underlay).toEqual(placed(sha256(photo)));
  await pages.purge(id);
  expect(await photoOf(copy?.id ?? '')).toEqual(photo);
});
