import { expect, test } from 'vitest';
import { type Picture, PictureQueue } from './picture-queue.ts';

/** A queue whose pictures are finished by the test. */
function queued() {
  const begun: { id: string; stop: AbortSignal; end: (picture: Picture) => void; fail: () => void }[] = [];
  const made: string[] = [];
  const queue = new PictureQueue(
    (id, stop) =>
      new Promise((resolve, reject) => {
        begun.push({ id, stop, end: resolve, fail: () => reject(new Error('no')) });
      }),
    (id, picture) => made.push(typeof picture === 'string' ? `${id} ${picture}` : id),
  );
  const settled = () => new Promise((resolve) => setTimeout(resolve));
  return { queue, begun, made, ids: () => begun.map(({ id }) => id), settled };
}

test('paints one after another, also after one that failed, and none twice', async () => {
  const { queue, begun, made, ids, settled } = queued();
  for (const id of ['a', 'b', 'c']) queue.want(id);
  expect(ids()).toEqual(['a']);
  begun[0]!.end({ url: 'a' });
  await settled();
  expect(ids()).toEqual(['a', 'b']);
  begun[1]!.fail();
  await settled();
  begun[2]!.end('gone');
  await settled();
  queue.want('a');
  expect(ids()).toEqual(['a', 'b', 'c']);
  expect(made).toEqual(['a', 'b failed', 'c gone']);
});

test('stops the one that leaves the view, and paints it when it is back', async () => {
  const { queue, begun, made, ids, settled } = queued();
  queue.want('a');
  queue.want('b');
  queue.leave('a');
  expect(begun[0]!.stop.aborted).toBe(true);
  begun[0]!.fail();
  await settled();
  expect(ids()).toEqual(['a', 'b']);
  expect(made).toEqual([]);
  queue.want('a');
  begun[1]!.end({ url: 'b' });
  await settled();
  expect(ids()).toEqual(['a', 'b', 'a']);
});

test('closing stops the picture and all that wait', async () => {
  const { queue, begun, made, ids, settled } = queued();
  queue.want('a');
  queue.want('b');
  queue.close();
  expect(begun[0]!.stop.aborted).toBe(true);
  begun[0]!.end({ url: 'a' });
  await settled();
  queue.want('c');
  expect(ids()).toEqual(['a']);
  expect(made).toEqual([]);
});
