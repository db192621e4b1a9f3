import { afterAll, expect, test, vi } from 'vitest';
import { stroke } from '../../../../tests/support/drawing/any-stroke.ts';
import { device, server } from '../../../../tests/support/sync/sync.ts';
import { photoNo } from '../../../../tests/support/underlay/photos.ts';
import { type Store, StoreFull } from '../../../api/ports.ts';
import { memoryStore } from '../../../store/memory.ts';
import { problems } from '../../words/en/problems.ts';
import { photo as words } from '../../words/en/studio/photo.ts';
import { keepPhoto, readPhoto } from './photo-port.ts';

const MOST = 1024 ** 2;
vi.mock('../../../core/drawing/limits.ts', async (original) => ({
  ...(await original<typeof import('../../../core/drawing/limits.ts')>()),
  UNDERLAYS_MAX: 1024 ** 2,
}));
const here = vi.hoisted(() => {
  vi.stubGlobal('location', new URL('http://127.0.0.1:8787/'));
  return { handle: async (_: Request): Promise<Response> => Response.error() };
});
vi.mock('../../client/transport.ts', () => ({ transport: (request: Request) => here.handle(request) }));
afterAll(() => vi.unstubAllGlobals());

const photo = (size: number) => new Blob([photoNo(1, size)], { type: 'image/jpeg' });

test('underlay: a photo that is refused for want of room says what is full: the space for photos, or the device', async () => {
  const memory = memoryStore();
  let isFull = false;
  const store: Store = {
    ...memory,
    write: (work) => (isFull ? Promise.reject(new StoreFull('no room')) : memory.write(work)),
  };
  const { handle, pages } = device(server(), store);
  here.handle = async (request) => handle(request);
  const id = await pages.create({ strokes: [stroke(1)] });
  await expect(keepPhoto(id, photo(MOST + 1))).rejects.toThrow(words.spaceFull(MOST));
  isFull = true;
  await expect(keepPhoto(id, photo(500))).rejects.toThrow(problems.codes.storage_full);
  isFull = false;
  await expect(keepPhoto(id, photo(MOST))).resolves.toMatch(/^[0-9a-f]{64}$/);
});

test('underlay: a replaced photo is read by its digest', async () => {
  const { handle, pages } = device(server());
  here.handle = async (request) => handle(request);
  const id = await pages.create({ strokes: [stroke(1)] });
  const sha256 = await keepPhoto(id, photo(500));
  expect(await readPhoto(id)).toBeUndefined();
  expect((await readPhoto(id, sha256))?.photo.size).toBe(500);
  expect(await readPhoto(id, '0'.repeat(64))).toBeUndefined();
});
