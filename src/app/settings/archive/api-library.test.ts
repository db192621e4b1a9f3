import { afterAll, describe, expect, test, vi } from 'vitest';
import { device, server } from '../../../../tests/support/sync/sync.ts';
import { placed, sha256, WEBP } from '../../../../tests/support/underlay/photos.ts';
import { exportArchive } from '../../../api/archive/export.ts';
import { type Library, storeLibrary } from '../../../api/archive/library.ts';
import { memoryStore } from '../../../store/memory.ts';
import { apiLibrary } from './api-library.ts';

vi.stubGlobal('location', new URL('http://127.0.0.1:8787/settings'));
afterAll(() => vi.unstubAllGlobals());

async function deviceWith(drawings: number) {
  const here = device(server(), memoryStore());
  const ids: string[] = [];
  for (let n = 0; n < drawings; n++) ids.push(await here.pages.create({ title: `Sketch ${n}` }));
  return { here, ids, library: apiLibrary(async (request) => here.handle(request)) };
}

const exported = (library: Library) =>
  exportArchive(library, { write: async () => {}, product: 'test', now: () => 0 });

describe('settings: the library of an export', () => {
  test('leaves out what was deleted for good, without a word, as there is nothing to leave out', async () => {
    const { here, ids, library } = await deviceWith(3);
    await here.pages.purge(ids[1] ?? '');
    expect(await exported(library)).toEqual({ drawings: 2, leftOut: [] });
    expect(await exported(storeLibrary(here.store))).toEqual({ drawings: 2, leftOut: [] });
  });

  test('passes over a drawing that is deleted for good during the export', async () => {
    for (const of of ['api', 'store'] as const) {
      const { here, ids, library } = await deviceWith(3);
      const read = of === 'api' ? library : storeLibrary(here.store);
      const during: Library = {
        ...read,
        async *ids() {
          for await (const id of read.ids()) {
            if (id === ids[2]) await here.pages.purge(id);
            yield id;
          }
        },
      };
      expect(await exported(during)).toEqual({ drawings: 2, leftOut: [] });
    }
  });

  test('has the photo that an underlay names, from the store and through the API alike', async () => {
    const { here, ids, library } = await deviceWith(2);
    const [id = '', without = ''] = ids;
    const address = new URL(`/api/v1/drawings/${id}/underlay`, location.origin);
    const headers = { 'Content-Type': 'image/webp' };
    await here.handle(new Request(address, { method: 'PUT', headers, body: WEBP.lossy.slice() }));
    for (const one of ids)
      await here.pages.patch(one, { op: 'replace', path: '/underlay', value: placed(sha256(WEBP.lossy)) });
    for (const read of [library, storeLibrary(here.store)]) {
      expect(await read.photo(id)).toEqual({ type: 'image/webp', bytes: WEBP.lossy });
      // Its place came from another device, and the photo did not.
      expect(await read.photo(without)).toBeUndefined();
    }
  });

  test('asks once more when a response breaks off', async () => {
    const { here } = await deviceWith(2);
    let broken = 0;
    const library = apiLibrary(async (request) => {
      const response = await here.handle(request);
      if (!request.url.includes('/drawings/') || request.url.includes('changes') || broken > 0)
        return response;
      broken += 1;
      return new Response(
        new ReadableStream({ start: (body) => body.error(new TypeError('network error')) }),
      );
    });
    expect(await exported(library)).toEqual({ drawings: 2, leftOut: [] });
    expect(broken).toBe(1);
  });
});
