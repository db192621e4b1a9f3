/** One open drawing: its content, saving and undo. */
import { batch, computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { DRAWING_MAX, LAYERS_MAX, STROKES_MAX } from '../../../core/drawing/limits.ts';
import { onLayer } from '../../../core/drawing/members/change-layers.ts';
import { ONE_LAYER } from '../../../core/drawing/members/layers.ts';
import { samePaper, WHITE } from '../../../core/drawing/members/paper.ts';
import { sameUnderlay } from '../../../core/drawing/members/underlay.ts';
import type {
  Drawing,
  DrawingEntry,
  Layer,
  OptionalMembers,
  Paper,
  Stroke,
  Underlay,
} from '../../../core/drawing/types.ts';
import { type Camera, type Edit, strokesBounds, type Transform } from '../../../ink/index.ts';
import { drawingList } from '../../gallery/list/drawings.ts';
import { paperNow } from '../../paper/new-paper.ts';
import { newId } from '../../platform/new-id.ts';
import { toast } from '../../ui/toasts.ts';
import { problems } from '../../words/en/problems.ts';
import { layers } from '../../words/en/studio/layers.ts';
import { studio as words } from '../../words/en/studio/studio.ts';
import { limitSize } from '../../words/format.ts';
import { codeWords } from '../../words/problems.ts';
import { apply, isWhole, type Operation } from '../document/content.ts';
import {
  type EarlyRecord,
  inTime,
  makeRoom,
  readCamera,
  readHistory,
  readPicture,
  readThumbStale,
  writeHistory,
} from '../document/drawing-memory.ts';
import { type DrawingsPort, drawingsApi } from '../document/drawings-port.ts';
import {
  changeEarly,
  continueHistory,
  type EarlyEdits,
  isBlank,
  transformEarly,
} from '../document/early-edits.ts';
import {
  type History,
  type HistoryChange,
  NO_HISTORY,
  operationsOf,
  record,
  redo,
  redoing,
  stepOf,
  undo,
} from '../document/history.ts';
import { InkSize } from '../document/ink-size.ts';
import type { SavedCamera } from '../document/memory-database.ts';
import { warmKeys } from '../document/warm-keys.ts';
import { ActiveLayer } from '../layers/active-layer.ts';
import { isIdle, type Layered, type LayersStep } from '../layers/layer-steps.ts';
import { noteUnsaved, penDown, type Unsaved } from '../saving/busy.ts';
import { type SaveNotice, SaveQueue } from '../saving/save-queue.ts';
import { type Gone, type SaveState, troubleWords } from '../saving/save-state.ts';
import { untilStored } from '../saving/until-stored.ts';
import { askPersistenceWhenIdle } from './ask-when-idle.ts';
import { EarlyKeeper, missingFrom, NOTHING_LEFT } from './early-keeper.ts';
import type { Phase, Preview, Unopened } from './phase.ts';
import { type Fill, limitWords, missingWords, noticeWords } from './session-words.ts';
import { ThumbnailManager } from './thumbnail-manager.ts';
import { TypedTitle } from './typed-title.ts';
import { ViewManager } from './view-manager.ts';

/** A document of more bytes is drawn before its strokes are parsed here, since both at once would be slow. */
const DRAW_FIRST_SIZE = 1_000_000;
/** Most ms to wait for that. */
const DRAW_FIRST_MS = 1_000;
/** Most ms to wait for the preview before the strokes are requested. */
const PREVIEW_MS = 60;

/** Creates a new drawing with these strokes. */
export type CreateApart = (title: string, strokes: readonly Stroke[], paper: Paper) => Session;

export class Session implements Unsaved {
  readonly id: string;
  readonly phase: Signal<Phase<Session>> = signal({ kind: 'opening' });
  readonly title = signal('');
  /** Undefined for white. */
  readonly paper: Signal<Paper | undefined> = signal(undefined);
  readonly layers: Signal<readonly Layer[] | undefined> = signal(undefined);
  /** Where a photo lies under the ink; undefined without one. */
  readonly underlay: Signal<Underlay | undefined> = signal(undefined);
  readonly strokes: Signal<readonly Stroke[]> = signal([]);
  readonly size = new InkSize();
  /** The limit that the drawing has reached; undefined if it is not full. */
  readonly full = computed((): 'strokes' | 'size' | undefined => {
    if (this.strokes.value.length >= STROKES_MAX) return 'strokes';
    return this.size.isFull.value ? 'size' : undefined;
  });
  readonly save: Signal<SaveState> = signal({ kind: 'blank' });
  readonly trouble = computed(() => troubleWords(this.save.value));
  /** Set while the drawing is in the trash, or was deleted for good, and nothing has restored it. */
  readonly gone = computed((): Gone | undefined => {
    const { kind } = this.save.value;
    return kind === 'trashed' || kind === 'deleted' ? kind : undefined;
  });
  readonly history: Signal<History> = signal(NO_HISTORY);
  /** True while the canvas works out an edit whose gesture is over. */
  readonly #awaitsEdit = signal(false);
  /** What is undone or redone after it. */
  #turns: (() => void)[] = [];
  readonly canUndo = computed(() => this.#awaitsEdit.value || this.history.value.done > 0);
  readonly canRedo = computed(() => this.history.value.done < this.history.value.steps.length);
  /** True if the drawing is stored. A new one is created with its first stroke or title. */
  readonly isStored = signal(false);
  /** True once the drawing has a stroke or title, stored or not. From then on it has an address. */
  readonly isBegun = signal(false);
  /** A picture from the last time, shown until the strokes are drawn. */
  readonly preview: Signal<Preview | undefined> = signal(undefined);
  /** The JSON of the drawing, until its strokes are parsed. The canvas can already draw it. */
  readonly document: Signal<ArrayBuffer | undefined> = signal(undefined);
  /** Resolves when the canvas has drawn the document. Set by the canvas. */
  documentDrawn: Promise<void> | undefined;
  readonly thumbs: ThumbnailManager;
  createdAt = new Date().toISOString();
  changedAt = this.createdAt;
  /** True while the drawing is visible. Set by the view. */
  shown = false;
  readonly view: ViewManager;
  /** The layer that is drawn on. */
  readonly active: ActiveLayer;
  /** The title while it is typed. */
  readonly typedTitle = new TypedTitle({
    save: (title) => this.rename(title),
    changed: () => {
      noteUnsaved(this, this.unsaved);
      this.#showState();
    },
  });
  readonly #port: DrawingsPort;
  readonly #createApart: CreateApart;
  #queue: SaveQueue;
  /** Edits made while the drawing opened, until they are applied. */
  #landing: EarlyEdits | undefined;
  /** Keeps them on the device until they are saved. */
  #keeper: EarlyKeeper | undefined;
  /** True while the drawing is open, and the stored steps of undo or what an ended page has left are not read yet. */
  #awaitsOlder = false;
  #awaitsLeft = false;
  #stopWarming = () => {};
  /** A revision announced while the page was hidden or the drawing loading. */
  #unread = 0;

  constructor(id: string | undefined, createApart: CreateApart, port: DrawingsPort = drawingsApi) {
    this.id = id ?? newId();
    this.#port = port;
    this.#createApart = createApart;
    // Until the drawing is read, the paper that the gallery knows.
    this.paper.value = id === undefined ? paperNow() : this.#listed?.paper;
    this.layers.value = this.#listed?.layers;
    this.#queue = this.#queueFor(undefined);
    this.view = new ViewManager(this.id, this.isStored);
    this.active = new ActiveLayer(this.id, this.layers, this.isStored);
    this.thumbs = new ThumbnailManager({
      id: this.id,
      strokes: this.strokes,
      layers: this.layers,
      isStored: this.isStored,
      store: (thumb) => this.#queue.push([{ kind: 'thumb', thumb }]),
    });
    if (id === undefined) this.phase.value = { kind: 'open' };
    else void this.open();
  }

  get isRead(): boolean {
    return this.phase.value.kind === 'open';
  }

  /** The last thumbnail, for the gallery's card of an unsaved drawing. */
  get thumb(): ReadonlySignal<string> {
    return this.thumbs.thumb;
  }

  get unsaved(): boolean {
    if (this.typedTitle.isPending || this.#awaitsEdit.value) return true;
    return this.#queue.unsaved || (this.phase.value.kind === 'opening' && !isBlank(this.#early));
  }

  /** True while it is not known what this device remembers of it: until then no other session may open the drawing. */
  get awaitsMemory(): boolean {
    return this.#awaitsOlder || this.#awaitsLeft;
  }

  /** Loads the drawing. Called again after a failure. */
  async open(): Promise<void> {
    this.phase.value = { kind: 'opening' };
    this.documentDrawn = undefined;
    const keeper = new EarlyKeeper(this.id);
    this.#keeper = keeper;
    try {
      const camera$ = readCamera(this.id);
      // First, because the database works in order, and the strokes of a large drawing take long.
      await Promise.race([
        this.#showPreview(camera$),
        new Promise((resolve) => setTimeout(resolve, PREVIEW_MS)),
      ]);
      let bytes = 0;
      const reading = this.#port.read(this.id, {
        onDocument: async (document) => {
          const { byteLength } = document;
          bytes = byteLength;
          // Usually known by now, since it was requested first.
          this.view.camera ??= await inTime(camera$);
          this.document.value = document;
          if (byteLength < DRAW_FIRST_SIZE || !this.documentDrawn) return;
          await Promise.race([
            this.documentDrawn,
            new Promise((resolve) => setTimeout(resolve, DRAW_FIRST_MS)),
          ]);
        },
        // Computes the bounds of each part now, instead of all at once later.
        onStrokes: (strokes) => void strokesBounds(strokes),
      });
      const history$ = readHistory(this.id);
      const stale$ = readThumbStale(this.id);
      const active$ = this.active.read();
      const result = await reading;
      if (!result.ok) {
        const failed = {
          kind: 'failed',
          words: codeWords(result.code) ?? problems.codes.unavailable,
        } as const;
        this.#giveUp(result.status === 404 ? { kind: 'missing' } : failed, await keeper.left);
        return;
      }
      const known = [inTime(camera$), inTime(history$), inTime(keeper.left), inTime(active$)] as const;
      const [camera, history, left, active] = await Promise.all(known);
      this.#landing = this.#early;
      this.view.camera = camera;
      this.#queue = this.#queueFor(result.value);
      this.createdAt = result.value.createdAt;
      this.changedAt = result.value.updatedAt;
      this.size.set(bytes - result.value.thumb.length);
      this.thumbs.onLoaded(result.value.thumb);
      this.#awaitsOlder = history === undefined;
      this.#awaitsLeft = left === undefined;
      batch(() => {
        this.history.value = history ?? NO_HISTORY;
        this.isStored.value = true;
        this.active.remembered(active);
        this.#show();
        this.save.value = this.#queue.state;
        this.phase.value = { kind: 'open' };
      });
      this.document.value = undefined;
      this.#land(left ?? NOTHING_LEFT);
      const title = this.title.value;
      if (!history) void history$.then((older) => this.#comeOlder(older));
      if (!left) void keeper.left.then((late) => this.#landLate(late, title));
      this.#stopWarming();
      this.#stopWarming = warmKeys(this.strokes.value, () => penDown.value);
      void stale$.then((stale) => {
        if (!result.value.trashed) this.thumbs.repair(stale);
        if (!stale) this.thumbs.keepPicture();
      });
      if (document.visibilityState === 'visible') this.onVisible();
    } catch {
      this.#giveUp({ kind: 'failed', words: problems.codes.unavailable }, await keeper.left);
    }
  }

  /** Applies and saves an edit from the canvas. */
  edit(edit: Edit): void {
    const phase = this.phase.value;
    if (phase.kind === 'missing' || phase.kind === 'failed') {
      // A stroke that was being drawn when opening failed.
      const apart = phase.apart ?? this.#keepApart('', []);
      this.phase.value = { ...phase, apart };
      apart.edit(edit);
      return;
    }
    const before = this.strokes.value;
    const step = stepOf(before, edit);
    this.#push(operationsOf(edit));
    this.#remember(record(this.history.value, step), true);
  }

  /** Fills a new drawing that continues another one. This is no step of undo. */
  begin(
    title: string,
    strokes: readonly Stroke[],
    { paper = WHITE, layers: to = ONE_LAYER }: OptionalMembers,
    camera?: Camera,
  ): void {
    this.setPaper(paper);
    this.view.camera = camera;
    const inserts = strokes.map((stroke): Operation => ({ kind: 'insert', stroke, place: 'top' }));
    this.#push([{ kind: 'title', title }, { kind: 'layers', from: ONE_LAYER, to }, ...inserts]);
  }

  /** The canvas works out an edit that comes before what is done from now on, or has none left. */
  awaitEdit(isAwaited: boolean): void {
    this.#awaitsEdit.value = isAwaited;
    noteUnsaved(this, this.unsaved);
    if (isAwaited) return;
    for (const turn of this.#turns.splice(0)) turn();
  }

  /** Strokes that nobody drew by hand, as they lie on the layer for such. */
  onActive(strokes: readonly Stroke[]): readonly Stroke[] {
    const layer = this.active.forNew;
    return strokes.map((stroke) => onLayer(stroke, layer));
  }

  /**
   * Changes the layers, once the edits are there that were made before.
   * @param make gets the drawing as it is then; undefined if there is nothing to change
   * @param done called afterwards
   */
  changeLayers(make: (drawing: Layered) => LayersStep | undefined, done = () => {}): void {
    this.#inTurn(() => {
      if (this.phase.value.kind !== 'open') return;
      const step = make({ strokes: this.strokes.value, layers: this.layers.value ?? ONE_LAYER });
      if (!step || isIdle(step)) return;
      // It stays the active one, also hidden.
      const active = this.active.now.value.id;
      if (step.to.some(({ id }) => id === active)) this.active.choose(active);
      this.#push(redoing(step));
      this.#remember(record(this.history.value, step), true);
      done();
    });
  }

  undo(): void {
    this.#inTurn(() => this.#turn('undo', undo(this.history.value, this.strokes.value)));
  }

  redo(): void {
    this.#inTurn(() => this.#turn('redo', redo(this.history.value, this.strokes.value)));
  }

  /** Undoes or redoes once the edits are there that were made before. */
  #inTurn(turn: () => void): void {
    if (this.#awaitsEdit.value) this.#turns.push(turn);
    else turn();
  }

  /**
   * Transforms the strokes drawn while the drawing opens, so that they stay in place on the screen when the
   * view moves.
   */
  moveEarly(by: Transform): void {
    if (this.#landing) {
      this.#landing = transformEarly(this.#landing, by);
    } else if (this.phase.value.kind === 'opening') {
      const { strokes, history } = transformEarly(this.#early, by);
      this.history.value = history;
      if (strokes.length > 0) {
        this.strokes.value = strokes;
        this.#keeper?.keep(this.#early);
      }
    }
  }

  rename(title: string): void {
    if (title === this.title.value) return;
    this.#push([{ kind: 'title', title }]);
  }

  /** Puts the drawing on another paper. One that is not begun stays so: paper alone is no drawing. */
  setPaper(paper: Paper): void {
    if (this.phase.value.kind !== 'open' || samePaper(paper, this.paper.value)) return;
    if (this.isStored.value || this.isBegun.value) {
      this.#push([{ kind: 'paper', paper }]);
      return;
    }
    this.paper.value = samePaper(paper) ? undefined : paper;
    this.#queue = this.#queueFor(undefined);
  }

  /** Puts a photo under the ink, changes how it lies there, or takes it away: one step of undo. */
  setUnderlay(to: Underlay | null): void {
    this.#inTurn(() => {
      const from = this.underlay.value ?? null;
      if (this.phase.value.kind !== 'open' || sameUnderlay(from, to)) return;
      this.#push([{ kind: 'underlay', underlay: to }]);
      this.#remember(record(this.history.value, { kind: 'underlay', from, to, items: [] }), true);
    });
  }

  /** Stores a new drawing as it is: what is kept beside it needs it. @throws the signal's reason, or why it is not stored */
  async untilStored(stop: AbortSignal): Promise<void> {
    if (!this.isBegun.value && !this.isStored.value) this.#push([{ kind: 'title', title: this.title.value }]);
    await untilStored(this, stop);
  }

  /** A page has announced a revision. */
  onRevision(rev: number): void {
    const isRead = this.phase.value.kind !== 'opening';
    if (isRead && document.visibilityState === 'visible') this.#queue.onRevision(rev);
    else this.#unread = Math.max(this.#unread, rev);
  }

  /** The page is visible again. */
  onVisible(): void {
    if (this.phase.value.kind === 'opening') return;
    if (this.#unread > 0) this.#queue.onRevision(this.#unread);
    this.#unread = 0;
    this.retry();
  }

  /** Tries to save at once. */
  retry(): void {
    if (this.#queue.unsaved) this.#queue.retry();
  }

  /** Restores the drawing from the trash, or saves it again after it was deleted for good. */
  keep(): void {
    this.#queue.keep();
  }

  /** The page is left or hidden: stores what waits and the view, and makes the thumbnail now. */
  async flush(): Promise<void> {
    this.typedTitle.settle();
    this.#queue.hurry();
    this.#stopWarming();
    void this.view.write();
    await this.thumbs.make();
  }

  #queueFor(drawing: Drawing | undefined): SaveQueue {
    const host = {
      port: this.#port,
      newKey: newId,
      timer(ms: number, run: () => void) {
        const timer = setTimeout(run, ms);
        return () => clearTimeout(timer);
      },
      random: Math.random,
    };
    const events = {
      onState: (state: SaveState) => this.#saved(state),
      onContent: (_content: unknown, updatedAt: string) => {
        if (updatedAt > this.changedAt) this.changedAt = updatedAt;
        this.#show();
        void this.size.count(this.strokes.value);
      },
      onNotice: (notice: SaveNotice) => {
        if (notice === 'recreated') this.thumbs.onDeleted();
        const told = noticeWords(notice);
        if (told) toast(told);
      },
      onThumb: () => this.thumbs.note(),
    };
    return new SaveQueue(this.id, drawing, host, events, this.paper.value);
  }

  /** The edits made so far, while the drawing opens. */
  get #early(): EarlyEdits {
    return { title: this.title.value, strokes: this.strokes.value, history: this.history.value };
  }

  /**
   * Applies the edits made while the drawing opened.
   * @param left what a page made that was ended before it could save it
   */
  #land(left: EarlyRecord): void {
    if (!this.#landing) return;
    // Now its layers are known, and which of them takes ink.
    const layer = this.active.forNew;
    const early = changeEarly(this.#landing, (stroke) => onLayer(stroke, layer));
    this.#landing = undefined;
    const own = this.strokes.value;
    this.#continue(this.history.value, early.history, own);
    const strokes = [...this.onActive(missingFrom(own, left.strokes)), ...early.strokes];
    const title = early.title || left.title;
    const room = this.#room;
    const inserts = strokes
      .slice(0, room)
      .map((stroke): Operation => ({ kind: 'insert', stroke, place: 'top' }));
    const operations: Operation[] = title === '' ? inserts : [{ kind: 'title', title }, ...inserts];
    if (operations.length === 0) this.#forgetEarly();
    this.#push(operations);
    this.#keepBeyond(strokes.slice(room));
    noteUnsaved(this, this.unsaved);
  }

  /**
   * What an ended page has left comes when the drawing is open: an edit that can be undone.
   * @param title when it opened
   */
  #landLate(left: EarlyRecord, title: string): void {
    this.#awaitsLeft = false;
    const strokes = this.onActive(missingFrom(this.strokes.value, left.strokes));
    const room = this.#room;
    if (strokes.length > 0) this.edit({ kind: 'add', strokes: strokes.slice(0, room) });
    this.#keepBeyond(strokes.slice(room));
    // Unless another was typed since.
    if (left.title !== '' && this.title.value === title) this.rename(left.title);
    if (!this.#queue.unsaved) this.#forgetEarly();
  }

  /** The stored steps come when the drawing is open: under those made since. */
  #comeOlder(older: History): void {
    this.#awaitsOlder = false;
    this.#continue(older, this.history.value, []);
  }

  /** Sets the history to these steps with later ones after them, and writes those. */
  #continue(history: History, later: History, under: readonly Stroke[]): void {
    const all = continueHistory(history, later, under);
    this.history.value = all.at(-1) ?? history;
    if (this.#awaitsOlder) return;
    for (const [i, history] of all.entries()) void writeHistory(this.id, history, i < later.steps.length);
  }

  /** How many strokes the drawing still takes. */
  get #room(): number {
    return Math.max(0, STROKES_MAX - this.strokes.value.length);
  }

  /** Strokes beyond those become a new drawing. */
  #keepBeyond(strokes: readonly Stroke[]): void {
    if (strokes.length === 0) return;
    this.#keepApart('', strokes);
    toast(words.fullWhileOpening);
  }

  /** All that was made while the drawing opened is saved, also what an ended page has left, if that is known. */
  #forgetEarly(): void {
    if (this.#awaitsLeft) return;
    this.#keeper?.forget();
    this.#keeper = undefined;
  }

  /** Opening failed: strokes drawn meanwhile, now or before, become a new drawing. */
  #giveUp(phase: Unopened<Session>, left: EarlyRecord): void {
    this.typedTitle.settle();
    const { title, strokes } = this.#early;
    const early = { title: title || left.title, strokes: [...left.strokes, ...strokes] };
    const apart = isBlank(early) ? undefined : this.#keepApart(early.title, early.strokes);
    const keeper = this.#keeper;
    if (!apart) keeper?.forget();
    else apart.isStored.subscribe((isStored) => isStored && keeper?.forget());
    batch(() => {
      this.title.value = '';
      this.strokes.value = [];
      this.history.value = NO_HISTORY;
      this.save.value = { kind: 'blank' };
      this.phase.value = { ...phase, apart };
    });
    this.document.value = undefined;
    noteUnsaved(this, false);
    if (apart && !this.shown) {
      toast(words.keptApartToast);
    }
  }

  #keepApart(title: string, strokes: readonly Stroke[]): Session {
    const named = title || this.#listed?.title;
    return this.#createApart(
      named ? words.drawnWhileOpening(named) : words.drawnWhileOpeningUntitled,
      strokes,
      this.paper.value ?? WHITE,
    );
  }

  /** The drawing in the gallery's list. */
  get #listed(): DrawingEntry | undefined {
    return drawingList('all').value.entries.find(({ id }) => id === this.id);
  }

  #remember(history: History, newest: boolean): void {
    this.history.value = history;
    // Else it would be written over the stored steps.
    if (this.phase.value.kind === 'open' && !this.#awaitsOlder) void writeHistory(this.id, history, newest);
  }

  #push(operations: readonly Operation[]): void {
    if (this.phase.value.kind === 'opening') {
      const { title, strokes } = apply(this.#early, operations);
      this.changedAt = new Date().toISOString();
      this.title.value = title;
      this.strokes.value = strokes;
      this.save.value = { kind: this.unsaved ? 'saving' : 'blank' };
      this.#keeper?.keep(this.#early);
      noteUnsaved(this, this.unsaved);
      return;
    }
    const before = this.#fill;
    if (operations.length > 0) {
      this.changedAt = new Date().toISOString();
      this.isBegun.value = true;
    }
    this.#queue.push(operations);
    // What an eraser has left comes when the page is hidden: it may not get another turn.
    if (document.visibilityState === 'hidden') this.#queue.hurry();
    this.#show();
    this.size.change(operations, this.strokes.value);
    for (const told of limitWords(before, this.#fill)) toast(told);
    // A thumbnail shows neither.
    if (operations.every((operation) => isWhole(operation))) return;
    this.thumbs.onEdited();
  }

  get #fill(): Fill {
    return { strokes: this.strokes.value.length, bytes: this.size.bytes.value };
  }

  #turn(verb: 'undo' | 'redo', turned: HistoryChange | undefined): void {
    if (!turned) return;
    const { step } = turned;
    const all = step.items.length + (step.kind === 'layers' ? (step.come?.length ?? 0) : 0);
    if (turned.growth > 0 && this.strokes.value.length + turned.growth > STROKES_MAX) {
      toast(words.mostStrokes(STROKES_MAX));
      return;
    }
    if (turned.operations.some((operation) => this.#addsTooMany(operation))) {
      toast(layers.most(LAYERS_MAX));
      return;
    }
    if (!this.size.fits(turned.operations)) {
      toast(words.mostSize(limitSize(DRAWING_MAX)));
      return;
    }
    if (turned.missing > 0) toast(missingWords(verb, turned.missing, all));
    this.#remember(turned.history, false);
    this.#push(turned.operations);
  }

  /** True if the operation brings a layer for which the drawing has no room, since others have added theirs. */
  #addsTooMany(operation: Operation): boolean {
    if (operation.kind !== 'layers') return false;
    const { from, to } = operation;
    const now = this.layers.value ?? ONE_LAYER;
    const come = to.filter(({ id }) => ![...from, ...now].some((one) => one.id === id)).length;
    return come > 0 && now.length + come > LAYERS_MAX;
  }

  #show(): void {
    const { title, paper, layers, underlay, strokes } = this.#queue.content;
    this.title.value = title;
    this.paper.value = paper;
    this.layers.value = layers;
    // The same object, so that a photo that stays is not shown anew.
    if (!sameUnderlay(this.underlay.value, underlay)) this.underlay.value = underlay ?? undefined;
    this.strokes.value = strokes;
  }

  #saved(state: SaveState): void {
    noteUnsaved(this, this.unsaved);
    if (state.kind === 'saved') this.#forgetEarly();
    if (state.kind === 'saved' && !this.isStored.value) {
      this.isStored.value = true;
      this.createdAt = this.changedAt;
      void this.view.write();
      this.active.write();
      this.thumbs.onCreated();
      askPersistenceWhenIdle();
    }
    this.#showState();
    if (state.kind === 'trying' && state.trouble === 'full') {
      void makeRoom(this.id).then((made) => made && this.retry());
    }
  }

  /** The state of saving, of which a title that is being typed is a part. */
  #showState(): void {
    const opening = this.phase.value.kind === 'opening';
    const state: SaveState = opening ? { kind: this.unsaved ? 'saving' : 'blank' } : this.#queue.state;
    const isDone = !this.#queue.unsaved;
    this.save.value = isDone && this.typedTitle.isPending ? { kind: 'saving' } : state;
  }

  /** Shows the thumbnail at the saved view, while the strokes load. */
  async #showPreview(reading: Promise<SavedCamera | undefined>): Promise<void> {
    const [camera, kept] = await Promise.all([reading, readPicture(this.id)]);
    const thumb = this.#listed?.thumb || kept?.thumb;
    if (!thumb || this.phase.value.kind !== 'opening') return;
    this.view.camera ??= camera;
    this.preview.value = { thumb, bounds: kept?.bounds };
  }
}
