import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { numbers, stroke } from '../../../../tests/support/drawing/any-stroke.ts';
import { draw, OUTCOMES, refusal, SaveServer, saver } from '../../../../tests/support/drawing/save-queue.ts';
import type { Stroke } from '../../../core/drawing/types.ts';
import type { Operation } from '../document/content.ts';

/** True for strokes drawn here. Strokes by others have higher numbers. */
const isOwn = (n: number | undefined) => n !== undefined && n < 1000;

const insert = (own: Stroke): Operation => ({ kind: 'insert', stroke: own, place: 'top' });

describe('studio: saving in trouble', () => {
  test('no stroke is lost, doubled or reordered, whatever happens to requests and responses', async () => {
    const fate = fc.constantFrom(...OUTCOMES);
    const act = fc.constantFrom(
      'draw',
      'draw',
      'draw two',
      'erase',
      'wait',
      'others draw',
      'hear',
      'forget keys',
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(fate, { maxLength: 20 }),
        fc.array(act, { maxLength: 20 }),
        async (fates, acts) => {
          const server = new SaveServer();
          server.fates.push(...fates);
          const { queue, settled } = saver(server);
          let next = 0;
          let own: number[] = [];
          const drawn = () => {
            own.push(next);
            return draw(next++);
          };
          queue.push([drawn()]);
          for (const one of acts) {
            if (one === 'draw') queue.push([drawn()]);
            else if (one === 'draw two') queue.push([drawn(), drawn()]);
            else if (one === 'wait') for (let i = 0; i < 7; i++) await Promise.resolve();
            else if (one === 'others draw') server.othersDraw();
            else if (one === 'hear') queue.onRevision(server.drawing?.rev ?? 0);
            else if (one === 'forget keys') server.forgetKeys();
            else {
              const mine = queue.content.strokes.find(({ points }) => isOwn(points[0]![0]));
              if (!mine) continue;
              own = own.filter((n) => n !== mine.points[0]![0]);
              queue.push([{ kind: 'remove', stroke: mine }]);
            }
          }
          server.fates.length = 0;
          await settled();
          // After a refusal, or when no part was small enough, the queue waits for the person, who tries again.
          if (['refused', 'outgrown'].includes(queue.state.kind)) queue.retry();
          await settled();
          queue.onRevision(server.drawing?.rev ?? 0);
          await settled();
          for (let i = 0; i < 50; i++) await Promise.resolve();
          expect(server.numbers.filter(isOwn)).toEqual(own);
          expect(queue.state).toEqual({ kind: server.drawing?.trashed ? 'trashed' : 'saved' });
          expect(numbers(queue.content.strokes)).toEqual(server.numbers);
          expect(server.drawing?.trashed && own.length > 0 && queue.unsaved).toBeFalsy();
          expect(new Set(queue.content.strokes).size).toBe(queue.content.strokes.length);
          expect(server.mostInFlight).toBe(1);
        },
      ),
      { numRuns: 500 },
    );
  });

  test('a request whose response was lost is sent again with the same key', async () => {
    const server = new SaveServer();
    const { queue, settled } = saver(server);
    queue.push([draw(1)]);
    await settled();
    server.fates.push('answer lost', 'lost');
    queue.push([draw(2)]);
    await settled();
    expect(server.sent).toEqual(['create', 'patch key-2', 'patch key-2', 'patch key-2']);
    expect(server.numbers).toEqual([1, 2]);
  });

  test('after a conflict the drawing is loaded, and the stroke added on top with a new key', async () => {
    const server = new SaveServer();
    const { queue, settled, contents } = saver(server);
    queue.push([draw(1), draw(2)]);
    await settled();
    server.othersDraw();
    queue.push([draw(3)]);
    await settled();
    expect(server.sent).toEqual(['create', 'patch key-2', 'read', 'patch key-3']);
    expect(server.numbers).toEqual([1, 1000, 2, 3]);
    expect(numbers(contents.at(-1)!.strokes)).toEqual([1, 1000, 2, 3]);
  });

  test('a drawing in the trash is restored and gets the stroke, with a notice', async () => {
    const server = new SaveServer();
    const { queue, settled, notices } = saver(server);
    queue.push([draw(1)]);
    await settled();
    server.trash();
    queue.push([draw(2)]);
    await settled();
    expect(server.drawing).toMatchObject({ trashed: false });
    expect(server.numbers).toEqual([1, 2]);
    expect(notices).toEqual(['restored']);
  });

  for (const fate of ['deleted', 'trashed'] as const) {
    test(`a drawing ${fate} elsewhere is not saved, and a stroke or the person brings it back`, async () => {
      for (const back of ['stroke', 'person', 'person, with trouble'] as const) {
        const server = new SaveServer();
        const { queue, settled, notices, states } = saver(server);
        queue.push([draw(1)]);
        await settled();
        if (fate === 'deleted') server.drawing = undefined;
        else server.trash();
        queue.onRevision(queue.rev + 1);
        for (let i = 0; i < 50; i++) await Promise.resolve();
        expect(server.sent).toEqual(['create', 'read']);
        expect([queue.state, queue.unsaved, notices]).toEqual([{ kind: fate }, false, []]);
        if (back === 'person, with trouble') server.fates.push('full', 'lost', 'answer lost');
        states.length = 0;
        if (back === 'stroke') queue.push([draw(2)]);
        else queue.keep();
        expect([queue.state, queue.unsaved]).toEqual([{ kind: 'saving' }, true]);
        await settled();
        for (let i = 0; i < 50; i++) await Promise.resolve();
        if (back === 'person, with trouble')
          expect(states).toContainEqual({ kind: 'trying', trouble: 'full' });
        expect(server.numbers).toEqual(back === 'stroke' ? [1, 2] : [1]);
        expect([server.drawing?.trashed, queue.state]).toEqual([false, { kind: 'saved' }]);
        const restored = back === 'stroke' ? ['restored'] : [];
        expect(notices).toEqual(fate === 'deleted' ? ['recreated'] : restored);
      }
    });
  }

  for (const what of ['create', 'patch'] as const) {
    test(`what was deleted for good stays away if its ${what} had taken effect, unless more was drawn`, async () => {
      for (const more of [false, true]) {
        const server = new SaveServer();
        const { queue, settled, notices } = saver(server);
        if (what === 'patch') {
          queue.push([draw(0)]);
          await settled();
        }
        const { [what]: send } = server;
        let isDeleted = false;
        Object.assign(server, {
          [what]: async (...request: Parameters<typeof send>) => {
            if (!isDeleted) server.fates.push('answer lost');
            const result: Promise<unknown> = Reflect.apply(send, server, request);
            await result.catch(() => undefined);
            if (!isDeleted) server.purge();
            isDeleted = true;
            return result;
          },
        });
        queue.push([draw(1)]);
        if (more) queue.push([draw(2)]);
        for (let i = 0; i < 200; i++) await Promise.resolve();
        const all = what === 'patch' ? [0, 1, 2] : [1, 2];
        expect(server.drawing && server.numbers).toEqual(more ? all : undefined);
        expect([queue.state, queue.unsaved]).toEqual([{ kind: more ? 'saved' : 'deleted' }, false]);
        expect(notices).toEqual(more ? ['recreated'] : []);
      }
    });
  }

  test('a drawing deleted for good while it is being restored is saved again', async () => {
    const server = new SaveServer();
    const { queue, settled } = saver(server);
    queue.push([draw(1)]);
    await settled();
    server.trash();
    queue.onRevision(queue.rev + 1);
    for (let i = 0; i < 50; i++) await Promise.resolve();
    server.drawing = undefined;
    queue.keep();
    await settled();
    expect(server.numbers).toEqual([1]);
    expect(queue.state).toEqual({ kind: 'saved' });
  });

  test('a thumbnail alone restores neither a deleted nor a trashed drawing', async () => {
    const thumb: Operation = { kind: 'thumb', thumb: 'data:image/png;base64,' };
    const rest = async () => {
      for (let i = 0; i < 50; i++) await Promise.resolve();
    };
    for (const fate of ['gone', 'trashed', 'gone while it is read'] as const) {
      const server = new SaveServer();
      const { queue, settled, notices } = saver(server);
      queue.push([draw(1)]);
      await settled();
      if (fate === 'gone') server.drawing = undefined;
      else if (fate === 'trashed') server.trash();
      else {
        server.othersDraw();
        const { read } = server;
        server.read = () => {
          server.drawing = undefined;
          return read();
        };
      }
      const was = server.drawing;
      queue.push([thumb]);
      await rest();
      expect(server.drawing).toEqual(fate === 'trashed' ? was : undefined);
      expect(server.sent.slice(2)).toEqual(fate === 'gone while it is read' ? ['read'] : []);
      expect(queue.state).toEqual({ kind: fate === 'trashed' ? 'trashed' : 'deleted' });
      expect(notices).toEqual([]);
      // A stroke restores the drawing or creates it again.
      queue.push([draw(2)]);
      await settled();
      expect(server.drawing?.trashed).toBe(false);
      expect(server.numbers).toEqual([1, 2]);
    }
  });

  test('a deleted drawing is created again from everything on the screen, with a notice', async () => {
    const server = new SaveServer();
    const { queue, settled, notices } = saver(server);
    queue.push([{ kind: 'title', title: 'Tree' }, draw(1)]);
    await settled();
    server.drawing = undefined;
    queue.push([draw(2)]);
    await settled();
    expect(server.drawing).toMatchObject({ title: 'Tree' });
    expect(server.numbers).toEqual([1, 2]);
    expect(notices).toEqual(['recreated']);
  });

  test('a deleted drawing that is back before it is saved again gets what it lacks, and nothing twice', async () => {
    for (const large of [false, true]) {
      const server = new SaveServer();
      const { queue, settled } = saver(server);
      const points = Array.from({ length: large ? 6_000 : 1 }, (_, i): [number, number] => [i, 0]);
      const own = [1, 2, 3].map((n): Stroke => ({ ...stroke(n), points: [[n, 0], ...points] }));
      queue.push([{ kind: 'title', title: 'Tree' }, ...own.map(insert)]);
      await settled();
      const stored = server.drawing!;
      server.drawing = undefined;
      // Only a part of a large drawing fits into the request that creates it again.
      if (large) server.fates.push('arrives', 'too large', 'too large');
      const name = large ? 'patch' : 'create';
      const { [name]: send } = server;
      let isBack = false;
      Object.assign(server, {
        [name]: (...request: Parameters<typeof send>) => {
          if (!isBack && server.sent.at(-1)?.startsWith(large ? 'create' : 'patch')) {
            isBack = true;
            const strokes = [...stored.strokes, stroke(1000)];
            server.drawing = { ...stored, title: 'Tree of others', strokes, rev: 7 };
          }
          return Reflect.apply(send, server, request);
        },
      });
      queue.push([draw(4)]);
      await settled();
      expect(isBack).toBe(true);
      expect(server.numbers).toEqual([1, 2, 3, 1000, 4]);
      expect(server.drawing).toMatchObject({ title: 'Tree of others' });
      expect(numbers(queue.content.strokes)).toEqual(server.numbers);
    }
  });

  test('changes that cancel each other out bring back neither a deleted nor a trashed drawing', async () => {
    for (const fate of ['deleted', 'trashed'] as const) {
      const server = new SaveServer();
      const { queue, settled, notices } = saver(server);
      queue.push([draw(1)]);
      await settled();
      if (fate === 'deleted') server.drawing = undefined;
      else server.trash();
      const was = server.drawing;
      const own = stroke(2);
      queue.push([insert(own)]);
      queue.push([{ kind: 'remove', stroke: own }]);
      for (let i = 0; i < 100; i++) await Promise.resolve();
      expect(server.drawing).toEqual(was);
      expect([queue.state, queue.unsaved, notices]).toEqual([{ kind: fate }, false, []]);
    }
  });

  test('a full device is reported at once, and everything is saved once there is space', async () => {
    const server = new SaveServer();
    const { queue, settled, states } = saver(server);
    server.fates.push('full', 'full', 'full');
    queue.push([draw(1)]);
    queue.push([draw(2)]);
    await settled();
    expect(states.map(({ kind }) => kind)).toContain('trying');
    expect(states.find(({ kind }) => kind === 'trying')).toEqual({ kind: 'trying', trouble: 'full' });
    expect(states.at(-1)).toEqual({ kind: 'saved' });
    expect(server.numbers).toEqual([1, 2]);
  });

  test('a thumbnail that does not fit causes no warning: the strokes are saved', async () => {
    const server = new SaveServer();
    const { queue, settled, states } = saver(server);
    queue.push([draw(1)]);
    await settled();
    server.fates.push('full', 'unavailable');
    queue.push([{ kind: 'thumb', thumb: 'a picture' }]);
    for (let i = 0; i < 100 && server.drawing?.thumb === ''; i++) await Promise.resolve();
    expect(server.drawing?.thumb).toBe('a picture');
    expect(new Set(states.map(({ kind }) => kind))).toEqual(new Set(['saving', 'saved']));
  });

  test('a refused change is reported, kept, and retried on request', async () => {
    const server = new SaveServer();
    const { queue, settled } = saver(server);
    queue.push([draw(1)]);
    await settled();
    const { patch } = server;
    server.patch = async () => refusal(400, 'invalid_body');
    queue.push([draw(2)]);
    for (let i = 0; i < 20; i++) await Promise.resolve();
    expect(queue.state).toEqual({ kind: 'refused', message: 'invalid_body' });
    expect(queue.unsaved).toBe(true);
    expect(numbers(queue.content.strokes)).toEqual([1, 2]);
    server.patch = patch;
    queue.retry();
    await settled();
    expect(server.numbers).toEqual([1, 2]);
  });

  test('a refused thumbnail does not block a stroke', async () => {
    const server = new SaveServer();
    const { queue, settled } = saver(server);
    queue.push([draw(1)]);
    await settled();
    const { patch } = server;
    server.patch = async (id, sent) =>
      sent.operations.some(({ path }) => path === '/thumb') ? refusal(400, 'invalid_body') : patch(id, sent);
    queue.push([{ kind: 'thumb', thumb: 'not a picture' }, draw(2)]);
    await settled();
    expect(server.numbers).toEqual([1, 2]);
    expect(server.drawing?.thumb).toBe('');
  });
});
