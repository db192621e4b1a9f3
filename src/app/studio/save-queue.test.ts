import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { numbers, stroke } from '../../../tests/support/any-stroke.ts';
import type { Drawing, Stroke } from '../../core/drawing/types.ts';
import type { Content, Operation } from './content.ts';
import type { Answer, DrawingPatch, DrawingsPort, NewDrawing } from './drawings-port.ts';
import { type SaveNotice, SaveQueue } from './save-queue.ts';
import type { SaveState } from './save-state.ts';

const ID = '0b8e7d1c-0000-4000-8000-000000000001';

/** What happens to a request on its way. */
type Fate =
  | 'arrives'
  | 'lost'
  | 'answer lost'
  | 'delivered twice'
  | 'full'
  | 'unavailable'
  | 'defect after commit'
  | 'too large'
  | 'others draw first'
  | 'trashed first'
  | 'others draw after, answer lost';

function refusal(status: number, code: string): Answer<never> {
  return { ok: false, status, code, message: code, retryAfter: undefined };
}

/** The API's rules for one drawing: conditions, keys, trash. */
class Server implements DrawingsPort {
  drawing: Drawing | undefined;
  readonly fates: Fate[] = [];
  readonly sent: string[] = [];
  readonly sizes: number[] = [];
  readonly #keys = new Map<string, number>();
  #others = 1000;
  inFlight = 0;
  mostInFlight = 0;

  get numbers() {
    return numbers(this.drawing?.strokes ?? []);
  }

  read = () =>
    this.#deliver('read', () => this.#current((drawing) => ({ ok: true, value: structuredClone(drawing) })));

  create = (id: string, { title, strokes, thumb }: NewDrawing) =>
    this.#deliver('create', (): Answer<number> => {
      this.#noteSize(strokes);
      const old = this.drawing;
      if (old?.trashed) return refusal(409, 'gone');
      if (old)
        return same(old.strokes, strokes)
          ? { ok: true, value: old.rev }
          : refusal(412, 'precondition_failed');
      const now = '2026-11-21T00:00:00.000Z';
      this.drawing = {
        id,
        rev: 1,
        title,
        strokes: structuredClone(strokes),
        thumb,
        trashed: false,
        createdAt: now,
        updatedAt: now,
      };
      return { ok: true, value: 1 };
    });

  patch = (_id: string, { rev, key, operations }: DrawingPatch) =>
    this.#deliver(`patch ${key}`, () =>
      this.#current((drawing): Answer<number> => {
        this.#noteSize(operations);
        const replay = this.#keys.get(key);
        if (replay !== undefined) return { ok: true, value: replay };
        if (drawing.trashed) return refusal(409, 'gone');
        if (drawing.rev !== rev) return refusal(409, 'conflict');
        const strokes = [...drawing.strokes];
        let { title, thumb } = drawing;
        for (const operation of operations) {
          if (operation.op === 'replace') {
            if (operation.path === '/title') title = operation.value;
            else if (operation.path === '/thumb') thumb = operation.value;
            else strokes[Number(operation.path.slice('/strokes/'.length))] = operation.value;
            continue;
          }
          const token = operation.path.slice('/strokes/'.length);
          const index = token === '-' ? strokes.length : Number(token);
          if (index > strokes.length - (operation.op === 'remove' ? 1 : 0))
            return refusal(400, 'invalid_body');
          if (operation.op === 'add') strokes.splice(index, 0, structuredClone(operation.value));
          else strokes.splice(index, 1);
        }
        this.#commit({ title, thumb, strokes });
        this.#keys.set(key, this.drawing!.rev);
        return { ok: true, value: this.drawing!.rev };
      }),
    );

  restore = () =>
    this.#deliver('restore', () =>
      this.#current((drawing): Answer<number> => {
        if (drawing.trashed) this.#commit({ trashed: false });
        return { ok: true, value: this.drawing!.rev };
      }),
    );

  othersDraw(): void {
    if (!this.drawing || this.drawing.trashed) return;
    const at = this.drawing.strokes.length >> 1;
    this.#commit({ strokes: this.drawing.strokes.toSpliced(at, 0, stroke(this.#others++)) });
  }

  trash(): void {
    if (this.drawing && !this.drawing.trashed) this.#commit({ trashed: true });
  }

  forgetKeys(): void {
    this.#keys.clear();
  }

  #commit(change: Partial<Drawing>): void {
    if (this.drawing) this.drawing = { ...this.drawing, ...change, rev: this.drawing.rev + 1 };
  }

  #current<T>(work: (drawing: Drawing) => Answer<T>): Answer<T> {
    return this.drawing ? work(this.drawing) : refusal(404, 'not_found');
  }

  #noteSize(body: unknown): void {
    this.sizes.push(JSON.stringify(body).length);
  }

  async #deliver<T>(name: string, work: () => Answer<T>): Promise<Answer<T>> {
    this.sent.push(name);
    this.inFlight++;
    this.mostInFlight = Math.max(this.mostInFlight, this.inFlight);
    await Promise.resolve();
    this.inFlight--;
    const fate = this.fates.shift() ?? 'arrives';
    switch (fate) {
      case 'lost':
        throw new TypeError('no answer');
      case 'full':
        return refusal(507, 'storage_full');
      case 'unavailable':
        return refusal(503, 'unavailable');
      case 'too large':
        return name.startsWith('patch') || name === 'create' ? refusal(413, 'too_large') : work();
      case 'others draw first':
        this.othersDraw();
        break;
      case 'trashed first':
        this.trash();
        break;
      case 'delivered twice':
        work();
    }
    const answer = work();
    if (fate === 'others draw after, answer lost') this.othersDraw();
    if (fate === 'answer lost' || fate === 'others draw after, answer lost') throw new TypeError('no answer');
    return fate === 'defect after commit' ? refusal(500, 'internal') : answer;
  }
}

function same(a: readonly Stroke[], b: readonly Stroke[]): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function studio(server: Server, drawing?: Drawing) {
  const states: SaveState[] = [];
  const notices: SaveNotice[] = [];
  const contents: Content[] = [];
  /** What was stored of the drawing each time that a thumbnail was. */
  const pictured: (readonly Stroke[])[] = [];
  let keys = 0;
  const queue = new SaveQueue(
    ID,
    drawing,
    {
      port: server,
      newKey: () => `key-${++keys}`,
      timer(_ms, run) {
        let off = false;
        queueMicrotask(() => !off && run());
        return () => {
          off = true;
        };
      },
      random: () => 0,
    },
    {
      onState: (state) => states.push(state),
      onContent: (content) => contents.push(content),
      onNotice: (notice) => notices.push(notice),
      onThumb: () => pictured.push(server.drawing?.strokes ?? []),
    },
  );
  const settled = async () => {
    for (let i = 0; i < 2_000 && (queue.unsaved || queue.state.kind !== 'saved'); i++)
      await Promise.resolve();
  };
  return { queue, states, notices, contents, pictured, settled };
}

const draw = (n: number): Operation => ({ kind: 'insert', stroke: stroke(n), place: 'top' });
const isOwn = (n: number | undefined) => n !== undefined && n < 1000;

describe('studio: saving', () => {
  test('a thumbnail is told of when it is stored, and not when its answer did not come or strokes alone were', async () => {
    const server = new Server();
    const { queue, pictured, settled } = studio(server);
    queue.push([draw(1)]);
    await settled();
    expect(pictured).toEqual([]);
    server.fates.push('lost');
    queue.push([{ kind: 'thumb', thumb: 'a picture' }]);
    await Promise.resolve();
    expect(pictured).toEqual([]);
    queue.push([draw(2)]);
    await settled();
    expect(server.drawing?.thumb).toBe('a picture');
    expect(pictured).toHaveLength(1);
  });

  test('no stroke is lost or doubled and their order stays, whatever happens to requests and answers', async () => {
    const fate = fc.constantFrom<Fate>(
      'arrives',
      'lost',
      'answer lost',
      'delivered twice',
      'full',
      'unavailable',
      'defect after commit',
      'too large',
      'others draw first',
      'trashed first',
      'others draw after, answer lost',
    );
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
          const server = new Server();
          server.fates.push(...fates);
          const { queue, settled } = studio(server);
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
            else if (one === 'hear') queue.heard(server.drawing?.rev ?? 0);
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
          queue.heard(server.drawing?.rev ?? 0);
          await settled();
          for (let i = 0; i < 50; i++) await Promise.resolve();
          expect(server.numbers.filter(isOwn)).toEqual(own);
          expect(queue.state).toEqual({ kind: 'saved' });
          expect(numbers(queue.content.strokes)).toEqual(server.numbers);
          expect(server.drawing?.trashed && own.length > 0 && queue.unsaved).toBeFalsy();
          expect(new Set(queue.content.strokes).size).toBe(queue.content.strokes.length);
          expect(server.mostInFlight).toBe(1);
        },
      ),
      { numRuns: 500 },
    );
  });

  test('a request whose answer was lost is sent again with the same key', async () => {
    const server = new Server();
    const { queue, settled } = studio(server);
    queue.push([draw(1)]);
    await settled();
    server.fates.push('answer lost', 'lost');
    queue.push([draw(2)]);
    await settled();
    expect(server.sent).toEqual(['create', 'patch key-1', 'patch key-1', 'patch key-1']);
    expect(server.numbers).toEqual([1, 2]);
  });

  test('what is drawn while a request is on its way goes together into the next one', async () => {
    const server = new Server();
    const { queue, settled } = studio(server);
    queue.push([draw(1)]);
    queue.push([draw(2)]);
    queue.push([draw(3)]);
    await settled();
    expect(server.sent).toEqual(['create', 'patch key-1']);
    expect(server.numbers).toEqual([1, 2, 3]);
  });

  test('on a conflict the drawing is read, and the stroke is put on top of it with a new key', async () => {
    const server = new Server();
    const { queue, settled, contents } = studio(server);
    queue.push([draw(1), draw(2)]);
    await settled();
    server.othersDraw();
    queue.push([draw(3)]);
    await settled();
    expect(server.sent).toEqual(['create', 'patch key-1', 'read', 'patch key-2']);
    expect(server.numbers).toEqual([1, 1000, 2, 3]);
    expect(numbers(contents.at(-1)!.strokes)).toEqual([1, 1000, 2, 3]);
  });

  test('a drawing in the trash is restored, gets the stroke, and that is said', async () => {
    const server = new Server();
    const { queue, settled, notices } = studio(server);
    queue.push([draw(1)]);
    await settled();
    server.trash();
    queue.push([draw(2)]);
    await settled();
    expect(server.drawing).toMatchObject({ trashed: false });
    expect(server.numbers).toEqual([1, 2]);
    expect(notices).toEqual(['restored']);
  });

  test('a drawing that is gone for good is made again of everything on the screen, and that is said', async () => {
    const server = new Server();
    const { queue, settled, notices } = studio(server);
    queue.push([{ kind: 'title', title: 'Tree' }, draw(1)]);
    await settled();
    server.drawing = undefined;
    queue.push([draw(2)]);
    await settled();
    expect(server.drawing).toMatchObject({ title: 'Tree' });
    expect(server.numbers).toEqual([1, 2]);
    expect(notices).toEqual(['remade']);
  });

  test('a full device is said at once, nothing is dropped, and it is saved when there is room', async () => {
    const server = new Server();
    const { queue, settled, states } = studio(server);
    server.fates.push('full', 'full', 'full');
    queue.push([draw(1)]);
    queue.push([draw(2)]);
    await settled();
    expect(states.map(({ kind }) => kind)).toContain('trying');
    expect(states.find(({ kind }) => kind === 'trying')).toEqual({ kind: 'trying', trouble: 'full' });
    expect(states.at(-1)).toEqual({ kind: 'saved' });
    expect(server.numbers).toEqual([1, 2]);
  });

  test('a picture for the lists that finds no room is no cause for alarm: what was drawn is saved', async () => {
    const server = new Server();
    const { queue, settled, states } = studio(server);
    queue.push([draw(1)]);
    await settled();
    server.fates.push('full', 'unavailable');
    queue.push([{ kind: 'thumb', thumb: 'a picture' }]);
    for (let i = 0; i < 100 && server.drawing?.thumb === ''; i++) await Promise.resolve();
    expect(server.drawing?.thumb).toBe('a picture');
    expect(new Set(states.map(({ kind }) => kind))).toEqual(new Set(['saving', 'saved']));
  });

  test('it is never called saved while something waits', async () => {
    const server = new Server();
    const { queue, settled, states } = studio(server);
    queue.push([draw(1)]);
    expect(queue.state.kind).toBe('saving');
    await settled();
    // Also behind a thumbnail whose request is under way, and may hang.
    queue.push([{ kind: 'thumb', thumb: 'a picture' }]);
    expect([server.inFlight, queue.state.kind]).toEqual([1, 'saved']);
    queue.push([draw(2)]);
    expect(queue.state.kind).toBe('saving');
    expect(states.at(-1)?.kind).toBe('saving');
    await settled();
    expect(states.map(({ kind }) => kind).filter((kind, i, all) => kind !== all[i - 1])).toEqual([
      'saving',
      'saved',
      'saving',
      'saved',
    ]);
  });

  test('a change that is not accepted is said, kept, and tried again when asked', async () => {
    const server = new Server();
    const { queue, settled } = studio(server);
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

  test('a thumbnail that is not accepted does not stand in the way of a stroke', async () => {
    const server = new Server();
    const { queue, settled } = studio(server);
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

  test('a drawing larger than one body is sent in pieces below 4 MB', async () => {
    const server = new Server();
    const { queue, settled } = studio(server);
    const points = Array.from({ length: 5_000 }, (_, i) => [i + 0.5, 1000.5] as const);
    const large = Array.from({ length: 120 }, (_, i) => ({
      ...stroke(i),
      points: [[i, 0] as const, ...points],
    }));
    queue.push(large.map((one): Operation => ({ kind: 'insert', stroke: one, place: 'top' })));
    await settled();
    expect(server.numbers).toEqual(large.map((_, i) => i));
    expect(server.sizes.length).toBeGreaterThan(1);
    expect(Math.max(...server.sizes)).toBeLessThan(4_000_000);
  });

  test('a commit announced by another page is read and shown; one’s own is not', async () => {
    const server = new Server();
    const { queue, settled, contents } = studio(server);
    queue.push([draw(1)]);
    await settled();
    queue.heard(1);
    expect(server.sent).toEqual(['create']);
    server.othersDraw();
    queue.heard(2);
    for (let i = 0; i < 20; i++) await Promise.resolve();
    expect(server.sent).toEqual(['create', 'read']);
    expect(contents.map(({ strokes }) => numbers(strokes))).toEqual([[1000, 1]]);
  });
});
