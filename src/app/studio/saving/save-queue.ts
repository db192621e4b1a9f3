/**
 * Saves what is done to one drawing, in order and one request at a time. A request whose answer did not come
 * is sent again with the same key and body, so it happens once. When the drawing has changed elsewhere it is
 * read, and what waits is put on top of it. Nothing is dropped but by the person.
 */
import type { Drawing } from '../../../core/drawing/types.ts';
import {
  apply,
  type Content,
  compile,
  distinct,
  notLanded,
  type Operation,
  recognise,
  sameContent,
} from '../document/content.ts';
import type { Answer, DrawingPatch, DrawingsPort, NewDrawing } from '../document/drawings-port.ts';
import type { SaveState, Trouble } from './save-state.ts';

/** Bytes of one body: the limit is 5 MiB, but the page has to write it, and not for longer than a frame or two. */
const BATCH = 1_000_000;
/** With more operations than these at once, they are sent only after the screen has shown them. */
const MANY = 256;
const SMALLEST_BATCH = 64_000;
/** ms between tries: at random up to the first, then up to twice as long, up to the last. */
const BACK_OFF = { least: 150, first: 600, most: 30_000 };

export type SaveNotice = 'restored' | 'remade' | 'trashed' | 'deleted' | 'changed-elsewhere';

export interface SaveEvents {
  onState(state: SaveState): void;
  /** The drawing was changed elsewhere, at that time; this is what it is now, with what waits on top. */
  onContent(content: Content, updatedAt: string): void;
  onNotice(notice: SaveNotice): void;
  /** A thumbnail was stored. */
  onThumb?(): void;
}

export interface SaveHost {
  readonly port: DrawingsPort;
  newKey(): string;
  /** Calls `run` after so many ms; answers how to call it off. */
  timer(ms: number, run: () => void): () => void;
  /** 0 <= r < 1. */
  random(): number;
}

/** Times that the drawing may have changed elsewhere before the next try waits. */
const CONFLICTS_AT_ONCE = 5;

interface Sent {
  /** How many of the waiting operations it stands for. */
  readonly taken: number;
  readonly result: Content;
  readonly request:
    | { readonly kind: 'create'; readonly drawing: NewDrawing }
    | { readonly kind: 'patch'; readonly patch: DrawingPatch };
  /** No answer came to an earlier try: it may have happened. */
  doubtful: boolean;
  /** What has to be done before anything else is sent. */
  next: 'send' | 'restore' | 'read';
}

const EMPTY: Content = { title: '', strokes: [] };

export class SaveQueue {
  readonly id: string;
  readonly #host: SaveHost;
  readonly #events: SaveEvents;
  /** As it was last acknowledged. */
  #base: Content;
  /** As the person sees it: base, and what waits on top. */
  #content: Content;
  /** 0 until it is made. */
  #rev: number;
  #waiting: Operation[] = [];
  #sent: Sent | undefined;
  #batch = BATCH;
  #failures = 0;
  /** Since something was saved. */
  #conflicts = 0;
  #running = false;
  #asked = false;
  /** It was changed elsewhere since it was read. */
  #stale = false;
  #heard = 0;
  #trashed = false;
  #wake: (() => void) | undefined;
  #state: SaveState;

  /** `drawing`: as it was read, or undefined for one that is to be made with its first change. */
  constructor(id: string, drawing: Drawing | undefined, host: SaveHost, events: SaveEvents) {
    this.id = id;
    this.#host = host;
    this.#events = events;
    this.#base = drawing ? { title: drawing.title, strokes: drawing.strokes } : EMPTY;
    this.#content = this.#base;
    this.#rev = drawing?.rev ?? 0;
    this.#trashed = drawing?.trashed ?? false;
    this.#state = { kind: drawing ? 'saved' : 'blank' };
  }

  get content(): Content {
    return this.#content;
  }

  get rev(): number {
    return this.#rev;
  }

  get state(): SaveState {
    return this.#state;
  }

  /** Is something that a person made not stored yet? A thumbnail is made by the page. */
  get unsaved(): boolean {
    return this.#waiting.some((operation) => operation.kind !== 'thumb');
  }

  /** Takes operations, shows them in `content` at once, and saves them. */
  push(operations: readonly Operation[]): void {
    if (operations.length === 0) return;
    this.#content = apply(this.#content, operations);
    const inFlight = this.#sent?.taken ?? 0;
    for (const operation of operations) {
      if (operation.kind === 'title' || operation.kind === 'thumb') {
        this.#waiting = this.#waiting.filter((one, i) => i < inFlight || one.kind !== operation.kind);
      }
      this.#waiting.push(operation);
    }
    // The request under way may be a thumbnail's, of which nothing was told, and may hang.
    if (this.#running && this.#state.kind === 'saved') this.#tell();
    if (operations.length <= MANY) {
      this.retry();
      return;
    }
    // The hand that did it gets its picture first.
    this.#tell();
    this.#host.timer(0, () => this.retry());
  }

  /** Someone announced this rev of the drawing; if it is not ours, it is read. */
  heard(rev: number): void {
    this.#heard = Math.max(this.#heard, rev);
    if (this.#rev === 0 || this.#sent || this.#heard <= this.#rev) return;
    this.#stale = true;
    void this.#run();
  }

  /** Tries at once rather than later. */
  retry(): void {
    this.#wake?.();
    void this.#run();
  }

  async #run(): Promise<void> {
    // What comes while a run is ending must not be left lying.
    this.#asked = true;
    if (this.#running) return;
    this.#running = true;
    try {
      let more = false;
      while (more || this.#asked) {
        this.#asked = false;
        this.#tell();
        more = await this.#step();
      }
    } finally {
      this.#running = false;
    }
  }

  /** One request, and what follows from its answer. Is there more to do? */
  async #step(): Promise<boolean> {
    const sent = this.#sent ?? this.#prepare();
    if (!sent && !this.#stale) {
      this.#tell({ kind: this.#rev === 0 ? 'blank' : 'saved' });
      return false;
    }
    if (!sent || sent.next === 'read') return this.#read(sent);
    if (sent.next === 'restore') return this.#restore(sent);
    this.#sent = sent;
    const { request } = sent;
    const answer = await this.#ask(() =>
      request.kind === 'create'
        ? this.#host.port.create(this.id, request.drawing)
        : this.#host.port.patch(this.id, request.patch),
    );
    if (answer?.ok) {
      this.#landed(sent, answer.value);
      return true;
    }
    if (!answer || answer.status >= 500) sent.doubtful ||= answer?.status !== 507;
    return answer ? this.#refused(sent, answer) : this.#later('unanswered');
  }

  /** What can be sent now; undefined when nothing waits, or the drawing has to be read first. */
  #prepare(): Sent | undefined {
    while (!this.#stale && this.#waiting.length > 0) {
      const { patch, taken, result, thumb } = compile(this.#base, this.#waiting, this.#batch);
      const rest = { taken, result, doubtful: false, next: 'send' as const };
      if (this.#rev === 0) {
        const drawing = { ...result, thumb: thumb ?? '' };
        return { ...rest, request: { kind: 'create', drawing } };
      }
      if (patch.length > 0) {
        const key = this.#host.newKey();
        return { ...rest, request: { kind: 'patch', patch: { rev: this.#rev, key, operations: patch } } };
      }
      // All of it was done already, elsewhere.
      this.#waiting.splice(0, taken);
    }
    return undefined;
  }

  #landed(sent: Sent, rev: number): void {
    this.#base = sent.result;
    this.#rev = rev;
    const landed = this.#waiting.splice(0, sent.taken);
    if (landed.some(({ kind }) => kind === 'thumb')) this.#events.onThumb?.();
    this.#sent = undefined;
    this.#failures = 0;
    this.#conflicts = 0;
    this.#batch = BATCH;
    if (this.#heard > rev) this.#stale = true;
  }

  async #refused(sent: Sent, answer: Extract<Answer<number>, { ok: false }>): Promise<boolean> {
    const { status, code, retryAfter } = answer;
    const isGone = status === 404 && sent.request.kind === 'patch';
    const isTrashed = status === 409 && code === 'gone';
    if ((isGone || isTrashed) && !this.unsaved) return this.#letGo();
    if (isTrashed) {
      // Nobody else makes this drawing: a create that finds it there, in the trash, had arrived before.
      sent.doubtful ||= sent.request.kind === 'create';
      sent.next = 'restore';
      return true;
    }
    if (status === 409 || status === 412 || status === 422 || status === 428) {
      sent.next = 'read';
      return ++this.#conflicts <= CONFLICTS_AT_ONCE || this.#later('busy');
    }
    if (isGone) {
      this.#remake();
      return true;
    }
    if (status === 507) return this.#later('full', retryAfter);
    if (status === 429 || code === 'busy') return this.#later('busy', retryAfter);
    if (status >= 500) return this.#later('unavailable', retryAfter);
    if (sent.doubtful) {
      // An earlier try may have happened all the same: only the drawing itself can tell.
      sent.next = 'read';
      return true;
    }
    this.#sent = undefined;
    if (status === 413 && this.#batch > SMALLEST_BATCH) {
      this.#batch = Math.max(SMALLEST_BATCH, this.#batch / 4);
      return true;
    }
    const made = this.#waiting.filter((operation) => operation.kind !== 'thumb');
    if (made.length < this.#waiting.length) {
      // A thumbnail must not stand in the way of a stroke.
      this.#waiting = made;
      return true;
    }
    this.#tell(status === 413 ? { kind: 'outgrown' } : { kind: 'refused', message: answer.message });
    return false;
  }

  async #restore(sent: Sent): Promise<boolean> {
    const answer = await this.#ask(() => this.#host.port.restore(this.id));
    if (answer?.ok) {
      sent.next = 'read';
      this.#events.onNotice('restored');
      return true;
    }
    return this.#notRead(answer);
  }

  async #read(sent: Sent | undefined): Promise<boolean> {
    const heard = this.#heard;
    const answer = await this.#ask(() => this.#host.port.read(this.id));
    if (answer?.ok) {
      // A read includes all that was announced before it. Revisions restart at 1 where site data is cleared: to wait
      // for the number that was announced would be to read for ever.
      if (this.#heard === heard) this.#heard = answer.value.rev;
      this.#rebase(answer.value, sent);
      return true;
    }
    return this.#notRead(answer);
  }

  #notRead(answer: Answer<unknown> | undefined): Promise<boolean> | boolean {
    if (answer && !answer.ok && answer.status === 404) {
      if (this.unsaved) {
        this.#remake();
        return true;
      }
      if (this.#rev > 0) this.#events.onNotice('deleted');
      this.#letGo();
      this.#stale = false;
      return true;
    }
    return this.#later(answer && !answer.ok && answer.status === 429 ? 'busy' : 'unavailable');
  }

  /** Puts what waits on top of the drawing as it was read. */
  #rebase(drawing: Drawing, sent: Sent | undefined): void {
    const known = [...this.#base.strokes, ...this.#content.strokes];
    const strokes = recognise(drawing.strokes, known);
    if (sent?.doubtful) {
      const open = notLanded(this.#waiting.slice(0, sent.taken), this.#base.strokes, strokes);
      this.#waiting = [...open, ...this.#waiting.slice(sent.taken)];
    }
    this.#base = { title: drawing.title, strokes };
    this.#rev = drawing.rev;
    this.#sent = undefined;
    this.#stale = this.#heard > drawing.rev;
    this.#failures = 0;
    this.#waiting = distinct(this.#waiting, strokes);
    if (drawing.trashed && !this.#trashed && !this.unsaved) this.#events.onNotice('trashed');
    this.#trashed = drawing.trashed;
    const before = this.#content;
    this.#content = apply(this.#base, this.#waiting);
    if (sameContent(before, this.#content)) return;
    this.#events.onContent(this.#content, drawing.updatedAt);
    this.#events.onNotice('changed-elsewhere');
  }

  /** A thumbnail, which the page alone made, brings nothing back that was deleted or put in the trash. */
  #letGo(): true {
    this.#waiting = [];
    this.#sent = undefined;
    this.#stale = this.#heard > this.#rev;
    return true;
  }

  /** The drawing is not there any more: it is made again of all that is seen. */
  #remake(): void {
    const { title, strokes } = this.#content;
    if (this.#rev > 0) this.#events.onNotice('remade');
    this.#base = EMPTY;
    this.#rev = 0;
    this.#sent = undefined;
    this.#stale = false;
    this.#heard = 0;
    const thumbs = this.#waiting.filter((operation) => operation.kind === 'thumb');
    const inserts = strokes.map((stroke): Operation => ({ kind: 'insert', stroke, place: 'top' }));
    this.#waiting = [{ kind: 'title', title }, ...inserts, ...thumbs];
  }

  /** The answer, or undefined when none came. */
  async #ask<T>(request: () => Promise<Answer<T>>): Promise<Answer<T> | undefined> {
    try {
      return await request();
    } catch {
      return undefined;
    }
  }

  async #later(trouble: Trouble, retryAfter = 0): Promise<true> {
    // What the page alone made is nobody's loss.
    if (this.unsaved) this.#tell({ kind: 'trying', trouble });
    const most = Math.min(BACK_OFF.most, BACK_OFF.first * 2 ** this.#failures++);
    const wait = Math.max(retryAfter, BACK_OFF.least + this.#host.random() * most);
    await new Promise<void>((resolve) => {
      const stop = this.#host.timer(wait, resolve);
      this.#wake = () => {
        stop();
        resolve();
      };
    });
    this.#wake = undefined;
    return true;
  }

  #tell(state?: SaveState): void {
    const next = state ?? this.#progress();
    if (next.kind === 'saved' && this.#state.kind === 'saved') return;
    this.#state = next;
    this.#events.onState(next);
  }

  #progress(): SaveState {
    if (this.#state.kind === 'trying' && this.#failures > 0) return this.#state;
    if (this.unsaved) return { kind: 'saving' };
    return { kind: this.#rev === 0 ? 'blank' : 'saved' };
  }
}
