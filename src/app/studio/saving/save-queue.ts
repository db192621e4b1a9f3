/**
 * Saves the operations on one drawing, in order and one request at a time. A request without a response is sent
 * again with the same key and body, so it takes effect once. If the drawing has changed elsewhere, it is
 * loaded, and the waiting operations are applied on top. Nothing is dropped unless the person discards it.
 */
import { optionalMembers } from '../../../core/drawing/members/optional-members.ts';
import type { Drawing, Paper, Stroke } from '../../../core/drawing/types.ts';
import { newId } from '../../platform/new-id.ts';
import {
  apply,
  type Content,
  compile,
  distinct,
  findingSome,
  isWhole,
  losesPhoto,
  notLanded,
  type Operation,
  reuseStrokes,
  sameContent,
} from '../document/content.ts';
import type { DrawingPatch, DrawingsPort, NewDrawing, PortResult } from '../document/drawings-port.ts';
import { belowUnseen } from './below-unseen.ts';
import { type Parted, parted } from './beyond.ts';
import { withoutCome } from './came-elsewhere.ts';
import { lostLayer } from './lost-layer.ts';
import { missesEdit } from './missed-edit.ts';
import type { Gone, SaveState, Trouble } from './save-state.ts';

/** Most bytes of a body. The API accepts 5 MiB, but serialising must not take more than a frame or two. */
const BATCH = 1_000_000;
/** More operations than this at once are sent in a task of their own: a slow phone makes their request in 40 ms. */
const MANY = 32;
const SMALLEST_BATCH = 64_000;
/** Backoff between tries, ms: at least `least`, plus a random part up to `first`, which doubles up to `most`. */
const BACKOFF = { least: 150, first: 600, most: 30_000 };

/**
 * `photo-elsewhere`: what was done to the photo here was not, because another one came. `layers-elsewhere`: a new layer is
 * not there, because others left no room for it. `edit-elsewhere`: strokes were not edited, because others changed them.
 * `no-room`: a stroke was not cut, because others left no room for its parts.
 */
export type SaveNotice =
  | 'restored'
  | 'recreated'
  | 'changed-elsewhere'
  | 'photo-elsewhere'
  | 'layers-elsewhere'
  | 'edit-elsewhere'
  | 'no-room';

export interface SaveEvents {
  onState(state: SaveState): void;
  /** The drawing was changed elsewhere, at `updatedAt`. `content` includes the waiting operations. */
  onContent(content: Content, updatedAt: string): void;
  onNotice(notice: SaveNotice): void;
  /**
   * A layer that the person drew on is not there any more, because others changed the layers. Its strokes stay, on the
   * lowest one.
   * @param seen what the person saw before, with all layers
   */
  onLayerLost(seen: Content): void;
  /**
   * Others have filled the drawing: these strokes of the person have no room there, and are not saved.
   * @param seen what the person saw before
   */
  onBeyond(strokes: readonly Stroke[], seen: Content): void;
  /** A thumbnail was stored. */
  onThumb?(): void;
}

export interface SaveHost {
  readonly port: DrawingsPort;
  newKey(): string;
  /** Calls `run` after `ms`. Returns a function that cancels it. */
  timer(ms: number, run: () => void): () => void;
  /** 0 <= r < 1. */
  random(): number;
}

/** What the queue needs of the page. */
export const SAVE_PAGE: Omit<SaveHost, 'port'> = {
  newKey: newId,
  timer(ms, run) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
  random: Math.random,
};

/** Number of conflicts in a row that are retried without backoff. */
const CONFLICTS_AT_ONCE = 5;

/** The request in flight. */
interface InFlight {
  /** Number of waiting operations that it contains. */
  readonly taken: number;
  readonly result: Content;
  readonly request:
    | { readonly kind: 'create'; readonly drawing: NewDrawing; readonly key: string }
    | { readonly kind: 'patch'; readonly patch: DrawingPatch };
  /** True after a try without a response, which may have taken effect. */
  doubtful: boolean;
  /** The next request. */
  next: 'send' | 'restore' | 'read';
}

const EMPTY: Content = { title: '', strokes: [] };

function contentOf({ title, strokes, ...drawing }: Drawing): Content {
  return { title, ...optionalMembers(drawing), strokes };
}

/** True if no stroke is looked up for it: of 20,000, a slow phone makes the index in 40 ms. */
function isQuick(operation: Operation): boolean {
  return isWhole(operation) || (operation.kind === 'insert' && operation.place === 'top');
}

export class SaveQueue {
  readonly id: string;
  readonly #host: SaveHost;
  readonly #events: SaveEvents;
  /** The content that the store last confirmed. */
  #base: Content;
  /** The content that the person sees: the base with all waiting operations. */
  #content: Content;
  /** Revision of the base; 0 until the drawing is created. */
  #rev: number;
  #waiting: Operation[] = [];
  #sent: InFlight | undefined;
  #batch = BATCH;
  #failures = 0;
  /** Conflicts since the last success. */
  #conflicts = 0;
  #running = false;
  #asked = false;
  /** True if the drawing has changed elsewhere since it was loaded. */
  #stale = false;
  /** The highest announced revision. */
  #announced = 0;
  /** Set while the drawing is no longer among the stored ones. */
  #gone: Gone | undefined;
  /** True while the drawing is being restored from the trash because a person asked for it. */
  #restoring = false;
  #wake: (() => void) | undefined;
  /** Cancels the timer after which operations are sent that take long to compile. */
  #stopSoon: (() => void) | undefined;
  #state: SaveState;

  /**
   * @param drawing the loaded drawing; undefined for a new one, created with its first change
   * @param paper of a new drawing
   */
  constructor(id: string, drawing: Drawing | undefined, host: SaveHost, events: SaveEvents, paper?: Paper) {
    this.id = id;
    this.#host = host;
    this.#events = events;
    this.#base = drawing ? contentOf(drawing) : { ...EMPTY, paper };
    this.#content = this.#base;
    this.#rev = drawing?.rev ?? 0;
    this.#gone = drawing?.trashed ? 'trashed' : undefined;
    this.#state = this.#atRest;
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

  /** True if a change by the person is not stored yet. Thumbnails do not count. */
  get unsaved(): boolean {
    return this.#restoring || this.#waiting.some((operation) => operation.kind !== 'thumb');
  }

  /** Adds operations. `content` includes them at once. */
  push(all: readonly Operation[]): void {
    if (all.length === 0) return;
    // What was drawn while an eraser still worked out its cuts comes after those that others drew.
    const room = parted(this.#content, all);
    const operations = room.fitting;
    const seen = this.#content;
    this.#content = apply(seen, operations);
    this.#tellBeyond(room, seen);
    const inFlight = this.#sent?.taken ?? 0;
    for (const operation of operations) {
      let next = operation;
      if (isWhole(operation)) {
        const isOlder = (one: Operation, i: number) => i >= inFlight && one.kind === operation.kind;
        const older = this.#waiting.find(isOlder);
        // What the store has is what was seen before the first of them.
        if (older?.kind === 'underlay' && operation.kind === 'underlay')
          next = { ...operation, from: older.from };
        this.#waiting = this.#waiting.filter((one, i) => !isOlder(one, i));
      }
      this.#waiting.push(next);
    }
    // The running request may be for a thumbnail, for which the state stayed `saved`.
    if (this.#running && this.#state.kind === 'saved') this.#tell();
    if (operations.length <= MANY && operations.every(isQuick)) {
      this.retry();
      return;
    }
    // The screen comes first.
    this.#tell();
    this.#stopSoon ??= this.#host.timer(0, () => this.hurry());
  }

  /** Sends now what would wait for a task of its own: the page may be going away. */
  hurry(): void {
    if (!this.#stopSoon) return;
    this.#stopSoon();
    this.#stopSoon = undefined;
    this.retry();
  }

  /** A revision of the drawing was announced. If it is newer than ours, the drawing is loaded. */
  onRevision(rev: number): void {
    this.#announced = Math.max(this.#announced, rev);
    if (this.#rev === 0 || this.#sent || this.#announced <= this.#rev) return;
    this.#stale = true;
    void this.#run();
  }

  /** Restores a drawing that is in the trash, or saves one again that was deleted for good. */
  keep(): void {
    if (this.#gone === 'deleted') this.#recreate();
    else if (this.#gone === 'trashed') this.#restoring = true;
    this.retry();
  }

  /** Ends the backoff and tries at once. */
  retry(): void {
    this.#wake?.();
    void this.#run();
  }

  async #run(): Promise<void> {
    // Set first, so that operations that come while a run ends are not forgotten.
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

  /** Sends one request and handles its response. Returns true if there is more to do. */
  async #step(): Promise<boolean> {
    if (this.#restoring && !this.#sent) return this.#restoreOnRequest();
    const sent = this.#sent ?? this.#prepare();
    if (!sent && !this.#stale) {
      this.#tell(this.#atRest);
      return false;
    }
    if (!sent || sent.next === 'read') return this.#read(sent);
    if (sent.next === 'restore') return this.#restore(sent);
    this.#sent = sent;
    const { request } = sent;
    const result = await this.#ask(() =>
      request.kind === 'create'
        ? this.#host.port.create(this.id, request.drawing, request.key)
        : this.#host.port.patch(this.id, request.patch),
    );
    if (result?.ok) {
      this.#landed(sent, result.value);
      return true;
    }
    if (!result || result.status >= 500) sent.doubtful ||= result?.status !== 507;
    return result ? this.#refused(sent, result) : this.#later('unanswered');
  }

  /** The next request; undefined if nothing waits or the drawing must be loaded first. */
  #prepare(): InFlight | undefined {
    while (!this.#stale && this.#waiting.length > 0) {
      const { patch, taken, result, thumb } = compile(this.#base, this.#waiting, this.#batch);
      const rest = { taken, result, doubtful: false, next: 'send' as const };
      if (this.#rev === 0) {
        const drawing = { ...result, thumb: thumb ?? '' };
        return { ...rest, request: { kind: 'create', drawing, key: this.#host.newKey() } };
      }
      if (patch.length > 0) {
        const key = this.#host.newKey();
        return { ...rest, request: { kind: 'patch', patch: { rev: this.#rev, key, operations: patch } } };
      }
      // These operations have no effect any more.
      this.#waiting.splice(0, taken);
    }
    return undefined;
  }

  #landed(sent: InFlight, rev: number): void {
    this.#base = sent.result;
    this.#rev = rev;
    const landed = this.#waiting.splice(0, sent.taken);
    if (landed.some(({ kind }) => kind === 'thumb')) this.#events.onThumb?.();
    this.#sent = undefined;
    this.#failures = 0;
    this.#conflicts = 0;
    this.#batch = BATCH;
    if (this.#announced > rev) this.#stale = true;
  }

  async #refused(sent: InFlight, result: Extract<PortResult<number>, { ok: false }>): Promise<boolean> {
    const { status, code, retryAfter, applied } = result;
    // Whoever deleted the drawing for good had it: only what was made since brings it back.
    if (applied) this.#landed(sent, Math.max(1, this.#rev));
    const isGone = applied || (status === 404 && sent.request.kind === 'patch');
    const isTrashed = status === 409 && code === 'gone';
    if (isGone && this.#changesNothing) return this.#drop('deleted');
    if (isTrashed && this.#isIdle) return this.#drop('trashed');
    if (isTrashed) {
      // Only this page creates this drawing. If it is in the trash already, an earlier try has created it.
      sent.doubtful ||= sent.request.kind === 'create';
      sent.next = 'restore';
      return true;
    }
    if (status === 409 || status === 412 || status === 422 || status === 428) {
      sent.next = 'read';
      return ++this.#conflicts <= CONFLICTS_AT_ONCE || this.#later('busy');
    }
    if (isGone) {
      this.#recreate();
      return true;
    }
    if (status === 507) return this.#later('full', retryAfter);
    if (status === 429 || code === 'busy') return this.#later('busy', retryAfter);
    if (status >= 500) return this.#later('unavailable', retryAfter);
    if (sent.doubtful) {
      // An earlier try may have taken effect. The drawing is loaded to find out.
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
      // Perhaps the thumbnail was refused: try without it.
      this.#waiting = made;
      return true;
    }
    this.#tell(status === 413 ? { kind: 'outgrown' } : { kind: 'refused', message: result.message });
    return false;
  }

  async #restore(sent: InFlight): Promise<boolean> {
    const result = await this.#ask(() => this.#host.port.restore(this.id));
    if (result?.ok) {
      sent.next = 'read';
      this.#events.onNotice('restored');
      return true;
    }
    return this.#notRead(result);
  }

  /** Restores the drawing because a person asked for it. */
  async #restoreOnRequest(): Promise<boolean> {
    const result = await this.#ask(() => this.#host.port.restore(this.id));
    if (!result?.ok) return this.#notRead(result);
    this.#restoring = false;
    this.#stale = true;
    return true;
  }

  async #read(sent: InFlight | undefined): Promise<boolean> {
    const before = this.#announced;
    const result = await this.#ask(() => this.#host.port.read(this.id));
    if (result?.ok) {
      // A loaded drawing includes all earlier announcements. After site data are cleared, revisions restart at
      // 1, and waiting for an announced number would never end.
      if (this.#announced === before) this.#announced = result.value.rev;
      this.#rebase(result.value, sent);
      return true;
    }
    return this.#notRead(result);
  }

  #notRead(result: PortResult<unknown> | undefined): Promise<boolean> | boolean {
    if (result && !result.ok && result.status === 404) {
      // What a try in doubt may have stored went with the drawing; but perhaps that try is what was to create it.
      if (!(this.#isIdle || (this.#rev > 0 && this.#changesNothing))) {
        this.#recreate();
        return true;
      }
      this.#drop('deleted');
      this.#stale = false;
      return true;
    }
    const status = result && !result.ok ? result.status : undefined;
    return this.#later(status === 429 ? 'busy' : status === 507 ? 'full' : 'unavailable');
  }

  /** Applies the waiting operations on top of the loaded drawing. */
  #rebase(drawing: Drawing, sent: InFlight | undefined): void {
    // An erased stroke that was brought back would double one that others have moved.
    if (this.unsaved && this.#isIdle) this.#waiting = this.#waiting.filter(({ kind }) => kind === 'thumb');
    const strokes = reuseStrokes(drawing.strokes, [...this.#base.strokes, ...this.#content.strokes]);
    const taken = sent?.doubtful ? sent.taken : 0;
    const mayBeThere = (operation: Operation, i: number) =>
      i < taken || (operation.kind === 'insert' && operation.again === true);
    const open = new Set(notLanded(this.#waiting.filter(mayBeThere), this.#base.strokes, strokes));
    this.#waiting = this.#waiting.filter((one, i) => !mayBeThere(one, i) || open.has(one));
    const known = this.#base;
    this.#base = { ...contentOf(drawing), strokes };
    this.#rev = drawing.rev;
    this.#sent = undefined;
    this.#stale = this.#announced > drawing.rev;
    this.#failures = 0;
    const seen = this.#content.strokes;
    const come = withoutCome(distinct(this.#waiting, strokes), seen, this.#base);
    const finding = new Set(findingSome(come, strokes));
    const dropped = come.filter((operation) => !finding.has(operation));
    if (missesEdit(dropped, strokes, [...known.strokes, ...seen])) this.#events.onNotice('edit-elsewhere');
    const room = parted(this.#base, belowUnseen([...finding], seen, this.#base));
    this.#waiting = [...room.fitting];
    this.#gone = drawing.trashed ? 'trashed' : undefined;
    const before = this.#content;
    const placing = this.#waiting.find(({ kind }) => kind === 'underlay');
    if (placing && losesPhoto(placing, drawing.underlay)) this.#events.onNotice('photo-elsewhere');
    this.#content = apply(this.#base, this.#waiting);
    const lost = lostLayer(before, known, this.#base, this.#content);
    if (lost === 'new') this.#events.onNotice('layers-elsewhere');
    // That keeps all that was seen.
    if (lost === 'drawn-on') this.#events.onLayerLost(before);
    else this.#tellBeyond(room, before);
    if (sameContent(before, this.#content)) return;
    this.#events.onContent(this.#content, drawing.updatedAt);
    this.#events.onNotice('changed-elsewhere');
  }

  #tellBeyond({ beyond, isWhole }: Parted, seen: Content): void {
    if (beyond.length > 0) this.#events.onBeyond(beyond, seen);
    if (isWhole) this.#events.onNotice('no-room');
  }

  /** True if nothing would be lost with what waits: thumbnails, and changes that cancel each other out. */
  get #isIdle(): boolean {
    // A try in doubt may have stored some of the changes.
    return this.#changesNothing && (!this.unsaved || !this.#sent?.doubtful);
  }

  /** True if the drawing that the page knows would be the same after what waits. */
  get #changesNothing(): boolean {
    return !this.unsaved || (!this.#restoring && sameContent(this.#base, this.#content));
  }

  /** Drops what waits: it must not restore a drawing that was deleted or trashed. */
  #drop(gone: Gone): true {
    this.#gone = gone;
    this.#waiting = [];
    this.#sent = undefined;
    this.#stale = this.#announced > this.#rev;
    return true;
  }

  /**
   * The drawing no longer exists. It is created again from the content that the person sees, unless it comes back from
   * another device first: then it gets what it lacks.
   */
  #recreate(): void {
    const { title, strokes, ...content } = this.#content;
    if (this.#rev > 0) this.#events.onNotice('recreated');
    this.#base = { ...EMPTY, title, ...optionalMembers(content) };
    this.#rev = 0;
    this.#gone = undefined;
    this.#restoring = false;
    this.#sent = undefined;
    this.#stale = false;
    this.#announced = 0;
    const inserts = strokes.map(
      (stroke): Operation => ({ kind: 'insert', stroke, place: 'top', again: true }),
    );
    // Without a stroke its title is what is stored.
    const first: Operation[] = strokes.length > 0 ? inserts : [{ kind: 'title', title }];
    this.#waiting = [...first, ...this.#waiting.filter(isWhole)];
  }

  /** The result, or undefined if there was no response. */
  async #ask<T>(request: () => Promise<PortResult<T>>): Promise<PortResult<T> | undefined> {
    try {
      return await request();
    } catch {
      return undefined;
    }
  }

  async #later(trouble: Trouble, retryAfter = 0): Promise<true> {
    // Waiting thumbnails are no reason for a warning.
    if (this.unsaved) this.#tell({ kind: 'trying', trouble });
    const most = Math.min(BACKOFF.most, BACKOFF.first * 2 ** this.#failures++);
    const wait = Math.max(retryAfter, BACKOFF.least + this.#host.random() * most);
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
    return this.unsaved ? { kind: 'saving' } : this.#atRest;
  }

  /** The state when nothing is unsaved. */
  get #atRest(): SaveState {
    return { kind: this.#gone ?? (this.#rev === 0 ? 'blank' : 'saved') };
  }
}
