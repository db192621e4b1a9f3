/** Devices whose people draw from photos and let them be synced, on a clock that tests move. */
import { expect } from 'vitest';
import type { Store } from '../../../src/api/ports.ts';
import { syncPhotos } from '../../../src/sync/photos/sync-photos.ts';
import { stroke } from '../drawing/any-stroke.ts';
import { type Device, device, type Peer } from '../sync/sync.ts';
import { photoNo, placed, sha256 } from './photos.ts';

export const PHOTO = photoNo(1, 5_000);
export const OTHER = photoNo(2, 6_000);

/** A clock that tests move. */
export const clock = { now: Date.now() };
/** Later than any photo waits. */
export const later = () => {
  clock.now += 6 * 60_000;
};

/** A device whose person lets photos be synced. */
export const withPhotos = (of: Peer, store?: Store) => device(of, store, () => clock.now, syncPhotos);

const at = (id: string) => `http://here/api/v1/drawings/${id}/underlay`;

/** The operation that places a photo. */
export const place = (photo: Uint8Array, x = 0) => ({
  op: 'replace',
  path: '/underlay',
  value: placed(sha256(photo), { x }),
});

/** Keeps a photo for a drawing on a host. */
export async function put({ handle }: Peer, id: string, photo: Uint8Array<ArrayBuffer>): Promise<void> {
  const headers = { 'Content-Type': 'image/jpeg' };
  expect((await handle(new Request(at(id), { method: 'PUT', headers, body: photo }))).ok).toBe(true);
}

/** The bytes of the photo that a drawing names; undefined if they are not there. */
export async function shown({ handle }: Peer, id: string): Promise<Uint8Array | undefined> {
  const response = await handle(new Request(at(id)));
  return response.status === 200 ? new Uint8Array(await response.arrayBuffer()) : undefined;
}

/** The methods of the requests about photos. */
export const photosAsked = ({ asked }: Device) =>
  asked.filter(({ path }) => path.endsWith('/underlay')).map(({ method }) => method);

/** A drawing with a photo on a device, not yet sent. */
export async function drawn(of: Device, photo = PHOTO): Promise<string> {
  const id = await of.pages.create({ strokes: [stroke(1)] });
  await put(of, id, photo);
  await of.pages.patch(id, place(photo));
  return id;
}

/** A person moves the photo. */
export const moved = (on: Device, id: string) => on.pages.patch(id, place(PHOTO, 9));

/** A person takes the photo away. */
export const takenAway = (on: Device, id: string) =>
  on.pages.patch(id, { op: 'replace', path: '/underlay', value: null });
