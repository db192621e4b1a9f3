/** A server with one drawing whose requests may fail in various ways, and a save queue that uses it. */
import type { Content, Operation } from '../../../src/app/studio/document/content.ts';
import type {
  DrawingPatch,
  DrawingsPort,
  NewDrawing,
  PortResult,
} from '../../../src/app/studio/document/drawings-port.ts';
import { type SaveNotice, SaveQueue } from '../../../src/app/studio/saving/save-queue.ts';
import type { SaveState } from '../../../src/app/studio/saving/save-state.ts';
import type { Drawing, Layer, Paper, Stroke } from '../../../src/core/drawing/types.ts';
import { numbers, stroke } from './any-stroke.ts';

const ID = '0b8e7d1c-0000-4000-8000-000000000001';

/** What can happen to a request. */
export const OUTCOMES = [
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
] as const;

type Outcome = (typeof OUTCOMES)[number];

export function refusal(status: number, code: string): Extract<PortResult<never>, { ok: false }> {
  return { ok: false, status, code, message: code, retryAfter: undefined };
}

/** The API's rules for one drawing: conditions, keys, trash. */
export class SaveServer implements DrawingsPort {
  drawing: Drawing | undefined;
  readonly fates: Outcome[] = [];
  readonly sent: string[] = [];
  readonly sizes: number[] = [];
  readonly #keys = new Map<string, number>();
  /** The keys of the drawing that was deleted for good. */
  #purged: ReadonlySet<string> = new Set();
  #others = 1000;
  inFlight = 0;
  mostInFlight = 0;

  get numbers() {
    return numbers(this.drawing?.strokes ?? []);
  }

  read = () =>
    this.#deliver('read', () => this.#current((drawing) => ({ ok: true, value: structuredClone(drawing) })));

  create = (id: string, { title, paper, layers, underlay, strokes, thumb }: NewDrawing, key: string) =>
    this.#deliver('create', (): PortResult<number> => {
      this.#noteSize(strokes);
      const replay = this.#keys.get(key);
      if (replay !== undefined && this.drawing) return { ok: true, value: replay };
      if (this.#purged.has(key)) return { ...refusal(404, 'not_found'), applied: true };
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
        paper,
        layers,
        underlay,
        strokes: structuredClone(strokes),
        thumb,
        trashed: false,
        createdAt: now,
        updatedAt: now,
      };
      this.#keys.set(key, 1);
      return { ok: true, value: 1 };
    });

  patch = (_id: string, { rev, key, operations }: DrawingPatch) =>
    this.#deliver(`patch ${key}`, () => {
      if (!this.drawing && this.#purged.has(key)) return { ...refusal(404, 'not_found'), applied: true };
      return this.#current((drawing): PortResult<number> => {
        this.#noteSize(operations);
        const replay = this.#keys.get(key);
        if (replay !== undefined) return { ok: true, value: replay };
        if (drawing.trashed) return refusal(409, 'gone');
        if (drawing.rev !== rev) return refusal(409, 'conflict');
        const strokes = [...drawing.strokes];
        let { title, thumb, paper, layers, underlay } = drawing;
        for (const operation of operations) {
          if (operation.op === 'replace') {
            if (operation.path === '/title') title = operation.value;
            else if (operation.path === '/thumb') thumb = operation.value;
            else if (operation.path === '/paper') paper = operation.value;
            else if (operation.path === '/layers') layers = operation.value;
            else if (operation.path === '/underlay') underlay = operation.value;
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
        this.#commit({ title, thumb, paper, layers, underlay, strokes });
        this.#keys.set(key, this.drawing!.rev);
        return { ok: true, value: this.drawing!.rev };
      });
    });

  restore = () =>
    this.#deliver('restore', () =>
      this.#current((drawing): PortResult<number> => {
        if (drawing.trashed) this.#commit({ trashed: false });
        return { ok: true, value: this.drawing!.rev };
      }),
    );

  othersDraw(): void {
    if (!this.drawing || this.drawing.trashed) return;
    const at = this.drawing.strokes.length >> 1;
    this.#commit({ strokes: this.drawing.strokes.toSpliced(at, 0, stroke(this.#others++)) });
  }

  othersStore(...strokes: Stroke[]): void {
    this.#commit({ strokes });
  }

  othersLayer(layers: readonly Layer[]): void {
    this.#commit({ layers });
  }

  trash(): void {
    if (this.drawing && !this.drawing.trashed) this.#commit({ trashed: true });
  }

  /** Deletes the drawing for good. */
  purge(): void {
    this.#purged = new Set(this.#keys.keys());
    this.#keys.clear();
    this.drawing = undefined;
  }

  forgetKeys(): void {
    this.#keys.clear();
  }

  #commit(change: Partial<Drawing>): void {
    if (this.drawing) this.drawing = { ...this.drawing, ...change, rev: this.drawing.rev + 1 };
  }

  #current<T>(work: (drawing: Drawing) => PortResult<T>): PortResult<T> {
    return this.drawing ? work(this.drawing) : refusal(404, 'not_found');
  }

  #noteSize(body: unknown): void {
    this.sizes.push(JSON.stringify(body).length);
  }

  async #deliver<T>(name: string, work: () => PortResult<T>): Promise<PortResult<T>> {
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
    const response = work();
    if (fate === 'others draw after, answer lost') this.othersDraw();
    if (fate === 'answer lost' || fate === 'others draw after, answer lost') throw new TypeError('no answer');
    return fate === 'defect after commit' ? refusal(500, 'internal') : response;
  }
}

function same(a: readonly Stroke[], b: readonly Stroke[]): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** A save queue to the server, whose timers fire at once, and a record of everything it reported. */
export function saver(server: SaveServer, paper?: Paper) {
  const states: SaveState[] = [];
  const notices: SaveNotice[] = [];
  const contents: Content[] = [];
  /** What was seen before a layer was lost. */
  const kept: Content[] = [];
  /** What had no room. */
  const beyond: (readonly Stroke[])[] = [];
  /** The drawing's stored strokes at each time that a thumbnail was stored. */
  const pictured: (readonly Stroke[])[] = [];
  let keys = 0;
  const queue = new SaveQueue(
    ID,
    undefined,
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
      onLayerLost: (seen) => kept.push(seen),
      onBeyond: (strokes) => beyond.push(strokes),
      onThumb: () => pictured.push(server.drawing?.strokes ?? []),
    },
    paper,
  );
  const settled = async () => {
    for (let i = 0; i < 2_000 && (queue.unsaved || queue.state.kind !== 'saved'); i++)
      await Promise.resolve();
  };
  return { queue, states, notices, contents, kept, beyond, pictured, settled };
}

export const draw = (n: number): Operation => ({ kind: 'insert', stroke: stroke(n), place: 'top' });
