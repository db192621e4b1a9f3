import { describe, expect, test } from 'vitest';
import { createRoom } from './room.ts';

describe('api: room for bodies', () => {
  test('who comes when it is taken waits, and nobody is overtaken', async () => {
    const room = createRoom(10);
    const entered: string[] = [];
    const take = (name: string, bytes: number) => {
      const taken = room.take(bytes);
      if (taken.waits === undefined) entered.push(name);
      else void taken.waits.then(() => entered.push(name));
      return taken;
    };
    const a = take('a', 6);
    const b = take('b', 6);
    const c = take('c', 1);
    expect(entered).toEqual(['a']);
    a.free();
    a.free();
    await Promise.all([b.waits, c.waits]);
    expect(entered).toEqual(['a', 'b', 'c']);
    expect(room.take(4).waits).toBeInstanceOf(Promise);
  });

  test('who goes away while it waits leaves its place, and takes no room', async () => {
    const room = createRoom(10);
    const a = room.take(10);
    const b = room.take(10);
    const c = room.take(3);
    b.free();
    await b.waits;
    a.free();
    await c.waits;
    expect(room.take(7).waits).toBeUndefined();
  });
});
