/** Photos that both sides had, and that the server lost with the drawing or the place that named them. */
import { describe, expect, it } from 'vitest';
import { stroke } from '../../../tests/support/drawing/any-stroke.ts';
import { type Device, device, server } from '../../../tests/support/sync/sync.ts';
import {
  clock,
  drawn,
  later,
  moved,
  PHOTO,
  photosAsked,
  shown,
  takenAway,
  withPhotos,
} from '../../../tests/support/underlay/photo-devices.ts';

/** Devices and a server that all have the photo of a drawing. */
async function everywhere() {
  const there = server();
  const [a, b, c] = [withPhotos(there), withPhotos(there), withPhotos(there)];
  const id = await drawn(a);
  for (const one of [a, b, c]) await one.settle();
  for (const one of [there, a, b, c]) expect(await shown(one, id)).toEqual(PHOTO);
  return { there, a, b, c, id };
}

/** A device with the disk of another, whose person lets no photo be synced. */
const quietly = (of: Parameters<typeof device>[0], { store }: Device) => device(of, store, () => clock.now);

describe('sync: a photo that the server lost', () => {
  it('is sent again with a drawing that was deleted for good and that a device brings back', async () => {
    const { there, a, b, id } = await everywhere();
    await b.pages.add(id, stroke(2));
    await a.pages.purge(id);
    await a.settle();
    expect(await shown(there, id)).toBeUndefined();
    await b.settle();
    expect(await shown(there, id)).toEqual(PHOTO);
    await a.settle();
    expect(await shown(a, id)).toEqual(PHOTO);
  });

  it('is sent again with a place that was taken away and that a device brings back', async () => {
    const { there, a, b, id } = await everywhere();
    await moved(b, id);
    await takenAway(a, id);
    await a.settle();
    expect(await shown(there, id)).toBeUndefined();
    await b.settle();
    expect(await shown(there, id)).toEqual(PHOTO);
  });

  it('is sent again by a device whose drawing another device has brought back meanwhile', async () => {
    const { there, a, b, c, id } = await everywhere();
    await b.pages.add(id, stroke(2));
    await a.pages.purge(id);
    await a.settle();
    // It learns that the drawing was deleted, and comes no further.
    await c.pages.add(id, stroke(3));
    c.network = ({ method }, next) => (method === 'GET' ? next() : Promise.reject(new TypeError('cut off')));
    await c.sync.run();
    await quietly(there, b).settle();
    expect(await shown(there, id)).toBeUndefined();
    c.network = (_, next) => next();
    await c.settle();
    later();
    await c.settle();
    expect(await shown(there, id)).toEqual(PHOTO);
  });

  it('comes back to a device that deleted the drawing and gets it back', async () => {
    const { there, a, b, c, id } = await everywhere();
    await b.pages.add(id, stroke(2));
    await a.pages.purge(id);
    await a.settle();
    await quietly(there, b).settle();
    await c.settle();
    later();
    await c.settle();
    await a.settle();
    later();
    await a.settle();
    for (const one of [there, a]) expect(await shown(one, id)).toEqual(PHOTO);
  });

  it.each([
    ['deleted and brought back', (on: Device, id: string) => on.pages.purge(id)],
    ['taken away and brought back', takenAway],
  ])('is sent again within five minutes by a device that saw nothing of it: %s', async (_, gone) => {
    const { there, a, b, c, id } = await everywhere();
    await moved(b, id);
    await gone(a, id);
    await a.settle();
    await quietly(there, b).settle();
    expect((await there.pages.read(id))?.underlay).toBeDefined();
    expect(await shown(there, id)).toBeUndefined();
    await c.settle();
    later();
    await c.settle();
    expect(await shown(there, id)).toEqual(PHOTO);
  });

  it('is asked for once in five minutes at most while others change the drawing, and not for one change', async () => {
    const { a, b, id } = await everywhere();
    b.asked.length = 0;
    for (let n = 2; n < 12; n++) {
      await a.pages.add(id, stroke(n));
      await a.settle();
      await b.settle();
      clock.now += 60_000;
    }
    expect(photosAsked(b)).toEqual([]);
    for (let n = 12; n < 22; n++) {
      for (const more of [0, 100]) {
        await a.pages.add(id, stroke(n + more));
        await a.settle();
      }
      await b.settle();
      clock.now += 60_000;
    }
    expect(photosAsked(b)).toEqual(['GET']);
    expect(photosAsked(a)).toEqual(['GET', 'PUT']);
  });

  it('is sent again once its drawing is out of the trash', async () => {
    const { there, a, b, c, id } = await everywhere();
    await b.pages.add(id, stroke(2));
    await a.pages.purge(id);
    await a.settle();
    await quietly(there, b).settle();
    await b.pages.trash(id);
    await quietly(there, b).settle();
    await c.settle();
    later();
    await c.settle();
    await c.pages.restore(id);
    await c.settle();
    expect(await shown(there, id)).toEqual(PHOTO);
  });
});
