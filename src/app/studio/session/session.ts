/** One open drawing: its content, saving and undo. */
import { batch, computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { STROKES_MAX } from '../../../core/drawing/limits.ts';
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
import type { Camera, Edit, Transform } from '../../../ink/index.ts';
import type { EarlyPage } from '../../early/early-moves.ts';
import { drawingList } from '../../gallery/list/drawings.ts';
import { paperNow } from '../../paper/new-paper.ts';
import { newId } from '../../platform/new-id.ts';
import { drawingAddress, navigate } from '../../router.ts';
import { toast, toastWhile } from '../../ui/toasts.ts';
import { problems } from '../../words/en/problems.ts';
import { layers as layerWords } from '../../words/en/studio/layers.ts';
import { studio as words } from '../../words/en/studio/studio.ts';
import { codeWords } from '../../words/problems.ts';
import { type Content, isWhole, type Operation } from '../document/content.ts';
import {
  type EarlyRecord,
  hurryHistory,
  inTime,
  makeRoom,
  readCamera,
  readHistory,
  readThumbStale,
} from '../document/drawing-memory.ts';
import { type DrawingsPort, drawingsApi } from '../document/drawings-port.ts';
import { NO_HISTORY, operationsOf, stepOf } from '../document/history.ts';
import { InkSize } from '../document/ink-size.ts';
import type { SavedCamera } from '../document/memory-database.ts';
import { warmKeys } from '../document/warm-keys.ts';
import { ActiveLayer } from '../layers/active-layer.ts';
import { nameOf } from '../layers/layer-names.ts';
import { noteUnsaved, penDown, type Unsaved } from '../saving/busy.ts';
import { MadeElsewhere } from '../saving/missed-edit.ts';
import { SAVE_PAGE, type SaveNotice, SaveQueue } from '../saving/save-queue.ts';
import { type Gone, type SaveState, troubleWords } from '../saving/save-state.ts';
import { untilStored } from '../saving/until-stored.ts';
import { askPersistenceWhenIdle } from './ask-when-idle.ts';
import { HistoryManager } from './history-manager.ts';
import type { DrawLeft } from './opening/early-keeper.ts';
import { EarlyStrokes } from './opening/early-strokes.ts';
import type { Phase, Preview, Unopened } from './opening/phase.ts';
import { readDrawing } from './opening/read-drawing.ts';
import { briefly, readPreview } from './opening/read-preview.ts';
import { type Fill, keptCopyTitle, limitWords, noticeWords } from './session-words.ts';
import { ThumbnailManager } from './thumbnail-manager.ts';
import { saysOpening, toastOf } from './toast-with-undo.ts';
import { TypedTitle } from './typed-title.ts';
import { ViewManager } from './view-manager.ts';

/** Creates a new drawing with these strokes. */
export type CreateApart = (title: string, strokes: readonly Stroke[], members: OptionalMembers) => Session;

export class Session implements Unsaved {
  readonly id: string;
  readonly phase: Signal<Phase<Session>> = signal({ kind: 'opening' });
  readonly title = signal('');
  /** Undefined for white. */
  readonly paper: Signal<Paper | undefined> = signal(undefined);
  readonly layers: Signal<readonly Layer[] | undefined> = signal(undefined);
  /** How often something about the drawing was announced: what is kept beside it may have come. */
  readonly heard = signal(0);
  /**
   * Saves the photo again, which went with the drawing when that was deleted for good, and says so. Returns false if there is
   * none. Set by the photo.
   */
  savePhotoAgain = (): boolean => false;
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
  readonly history: HistoryManager;
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
  readonly isShown = signal(false);
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
  /** Takes what is typed in fields whose change is a step of undo. Set while such a field is there. */
  readonly typed = new Set<() => void>();
  readonly #port: DrawingsPort;
  readonly #createApart: CreateApart;
  #queue: SaveQueue;
  /** What is drawn while the drawing opens. */
  readonly #early: EarlyStrokes<Session>;
  /** The last drawing of strokes that found no room in this one. */
  #beyond: Session | undefined;
  readonly #elsewhere = new MadeElsewhere();
  #stopWarming = () => {};
  /** A revision announced while the page was hidden or the drawing loading. */
  #unread = 0;

  constructor(
    id: string | undefined,
    createApart: CreateApart,
    drawLeft: DrawLeft,
    port: DrawingsPort = drawingsApi,
  ) {
    this.id = id ?? newId();
    this.#port = port;
    this.#createApart = createApart;
    // Until the drawing is read, the paper that the gallery knows.
    this.paper.value = id === undefined ? paperNow() : this.listed?.paper;
    this.layers.value = this.listed?.layers;
    this.#queue = this.#queueFor(undefined);
    this.view = new ViewManager(this.id, this.isStored);
    this.active = new ActiveLayer(this.id, this.layers, this.isStored);
    this.history = new HistoryManager(this.id, {
      isOpen: () => this.phase.value.kind === 'open',
      onAwait: () => noteUnsaved(this, this.unsaved),
      room: () => ({
        strokes: this.strokes.value,
        layers: this.layers.value,
        among: (layer) => this.active.among(layer),
        underlay: this.underlay.value,
        paper: this.paper.value,
        size: this.size,
      }),
      onNoStep: () => void saysOpening(this),
      tell: (text) => void toastOf(this, text),
      push: (operations) => this.#push(operations),
      onLayer: (id) => this.active.choose(id),
    });
    const early = {
      id: this.id,
      title: this.title,
      strokes: this.strokes,
      history: this.history,
      active: this.active,
      push: (operations: readonly Operation[]) => this.#push(operations),
      edit: (edit: Edit) => this.#edit(edit),
      rename: (title: string) => this.rename(title),
      keepApart: (title: string, strokes: readonly Stroke[]) => this.#keepApart(title, strokes),
      unsaved: () => this.#queue.unsaved,
    };
    this.#early = new EarlyStrokes(early, drawLeft);
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
    if (this.typedTitle.isPending || this.history.awaitsEdit.value) return true;
    return this.#queue.unsaved || (this.phase.value.kind === 'opening' && !this.#early.isBlank);
  }

  /** True while it is not known what this device remembers of it: until then no other session may open the drawing. */
  get awaitsMemory(): boolean {
    return this.history.awaitsOlder || this.#early.awaitsLeft;
  }

  /** Loads the drawing. Called again after a failure. */
  async open(): Promise<void> {
    this.phase.value = { kind: 'opening' };
    this.documentDrawn = undefined;
    const left$ = this.#early.begin();
    try {
      const camera$ = readCamera(this.id);
      // First, because the database works in order, and the strokes of a large drawing take long.
      await briefly(this.#showPreview(camera$));
      const reading = readDrawing(this.#port, this.id, {
        show: async (document) => {
          // Usually known by now, since it was requested first.
          this.view.camera ??= await inTime(camera$);
          this.document.value = document;
        },
        drawn: () => this.documentDrawn,
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
        this.#giveUp(result.status === 404 ? { kind: 'missing' } : failed, await left$);
        return;
      }
      const known = [inTime(camera$), inTime(history$), inTime(left$), inTime(active$)] as const;
      const [camera, history, left, active] = await Promise.all(known);
      const { drawing, bytes } = result.value;
      await inTime(this.#early.prepare(drawing.strokes, left));
      this.#early.lift(left);
      this.view.camera = camera;
      this.#queue = this.#queueFor(drawing);
      this.createdAt = drawing.createdAt;
      this.changedAt = drawing.updatedAt;
      this.size.set(bytes - drawing.thumb.length);
      this.thumbs.onLoaded(drawing.thumb);
      batch(() => {
        this.isStored.value = true;
        this.active.remembered(active);
        this.#show();
        this.history.open(history);
        this.save.value = this.#queue.state;
        this.phase.value = { kind: 'open' };
      });
      this.document.value = undefined;
      this.#early.land(left);
      noteUnsaved(this, this.unsaved);
      const title = this.title.value;
      if (!history) void history$.then((older) => this.history.comeOlder(older));
      if (!left) void left$.then((late) => this.#early.landLate(late, title));
      this.#stopWarming();
      this.#stopWarming = warmKeys(this.strokes.value, () => penDown.value);
      void stale$.then((stale) => {
        if (!drawing.trashed) this.thumbs.repair(stale);
        if (!stale) this.thumbs.keepPicture();
      });
      if (document.visibilityState === 'visible') this.onVisible();
    } catch {
      this.#giveUp({ kind: 'failed', words: problems.codes.unavailable }, await left$);
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
    if (phase.kind === 'open' && edit.kind === 'add') this.#early.finish(edit.strokes);
    this.#edit(edit);
  }

  #edit(edit: Edit): void {
    const step = stepOf(this.strokes.value, edit);
    this.#push(operationsOf(edit));
    this.history.record(step);
  }

  /** What the canvas was to do to strokes that others have taken away meanwhile: it has not done it. */
  missed(edit: Edit): void {
    if (this.#elsewhere.isMissed(operationsOf(edit), this.strokes.value)) toast(words.editElsewhere);
  }

  /** Fills a new drawing that continues another one. This is no step of undo. */
  begin(
    title: string,
    strokes: readonly Stroke[],
    { paper = WHITE, layers: to = ONE_LAYER }: OptionalMembers,
    camera?: Camera,
  ): void {
    this.changePaper(() => paper);
    this.view.camera = camera;
    const inserts = strokes.map((stroke): Operation => ({ kind: 'insert', stroke, place: 'top' }));
    this.#push([{ kind: 'title', title }, { kind: 'layers', from: ONE_LAYER, to }, ...inserts]);
  }

  /**
   * What a page has kept on the device before the app came is drawn.
   * @param isDown true if a stroke of it has not ended
   */
  takeOver(page: EarlyPage, isDown: boolean): void {
    this.#early.takeOver(page, isDown, this.phase.value.kind === 'opening');
  }

  /** A gesture has ended, also one that made no stroke. */
  endGesture(): void {
    this.#early.ended();
  }

  /**
   * Transforms the strokes drawn while the drawing opens, so that they stay in place on the screen when the
   * view moves.
   */
  moveEarly(by: Transform): void {
    this.#early.move(by, this.phase.value.kind === 'opening');
  }

  rename(title: string): void {
    if (title === this.title.value) return;
    this.#push([{ kind: 'title', title }]);
  }

  /**
   * Changes the paper: one step of undo. In a drawing that is not begun it is none, and the drawing stays so: paper alone
   * is no drawing.
   */
  changePaper(change: (paper: Paper) => Paper): void {
    this.history.inTurn(() => {
      const from = this.paper.value ?? WHITE;
      const to = change(from);
      if (this.phase.value.kind !== 'open' || samePaper(from, to)) return;
      if (this.isStored.value || this.isBegun.value) {
        this.history.make({ kind: 'paper', from, to, items: [] });
        return;
      }
      this.paper.value = samePaper(to) ? undefined : to;
      this.#queue = this.#queueFor(undefined);
    });
  }

  /** Puts a photo under the ink, changes how it lies there, or takes it away: one step of undo. */
  setUnderlay(to: Underlay | null): void {
    this.history.inTurn(() => {
      const from = this.underlay.value ?? null;
      if (this.phase.value.kind !== 'open' || sameUnderlay(from, to)) return;
      this.history.make({ kind: 'underlay', from, to, items: [] });
    });
  }

  /** Puts the photo of the drawing that this one continues where it lay there. This is no step of undo. */
  continuePhoto(underlay: Underlay): void {
    this.#push([{ kind: 'underlay', from: null, underlay }]);
  }

  /** Stores a new drawing as it is: what is kept beside it needs it. @throws the signal's reason, or why it is not stored */
  async untilStored(stop: AbortSignal): Promise<void> {
    if (!this.isBegun.value && !this.isStored.value) this.#push([{ kind: 'title', title: this.title.value }]);
    await untilStored(this, stop);
  }

  /** A page has announced a revision. */
  onRevision(rev: number): void {
    this.heard.value += 1;
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

  /** Takes what is being typed. */
  settle(): void {
    this.typedTitle.settle();
    for (const take of this.typed) take();
  }

  /** The page is left or hidden: stores what waits, steps and view, and makes the thumbnail now. */
  async flush(): Promise<void> {
    this.settle();
    // Before the change of its newest step.
    hurryHistory(this.id);
    this.#queue.hurry();
    this.#stopWarming();
    void this.view.write();
    await this.thumbs.make();
  }

  #queueFor(drawing: Drawing | undefined): SaveQueue {
    const events = {
      onState: (state: SaveState) => this.#saved(state),
      onContent: ({ strokes }: Content, updatedAt: string) => {
        this.#elsewhere.came(this.strokes.value, strokes);
        if (updatedAt > this.changedAt) this.changedAt = updatedAt;
        const left = this.active.through(() => this.#show());
        if (left) this.#sayLayerGone(left.gone, left.among);
        this.history.onContent();
        void this.size.count(this.strokes.value);
      },
      onNotice: (notice: SaveNotice) => {
        if (notice === 'recreated') {
          this.thumbs.onDeleted();
          if (this.savePhotoAgain()) return;
        }
        const told = noticeWords(notice);
        if (told) toast(told);
      },
      onLayerLost: (seen: Content) => void this.#keepCopy(seen.strokes, seen, layerWords.drawnElsewhere),
      onBeyond: (strokes: readonly Stroke[], seen: Content) => {
        // What was drawn in one go stays together.
        if (this.#beyond?.unsaved) this.#beyond.edit({ kind: 'add', strokes });
        else {
          this.#beyond = this.#keepCopy(strokes, seen, words.latestApart);
          this.#early.awaits(this.#beyond);
        }
      },
      onThumb: () => this.thumbs.note(),
    };
    return new SaveQueue(this.id, drawing, { port: this.#port, ...SAVE_PAGE }, events, this.paper.value);
  }

  /** Opening failed: strokes drawn meanwhile, now or before, become a new drawing. */
  #giveUp(phase: Unopened<Session>, left: EarlyRecord): void {
    this.typedTitle.settle();
    const apart = this.#early.giveUp(left);
    batch(() => {
      this.title.value = '';
      this.strokes.value = [];
      this.history.now.value = NO_HISTORY;
      this.save.value = { kind: 'blank' };
      this.phase.value = { ...phase, apart };
    });
    this.document.value = undefined;
    noteUnsaved(this, false);
    if (apart && !this.isShown.peek()) {
      toast(words.keptApartToast);
    }
  }

  /** Makes a new drawing of strokes that would be lost, and says so. */
  #keepCopy(strokes: readonly Stroke[], { title, ...members }: Content, text: string): Session {
    const copy = this.#createApart(keptCopyTitle(title), strokes, members);
    const run = () => navigate(drawingAddress(copy.id));
    toast(text, { label: layerWords.openCopy, run }, true);
    return copy;
  }

  #keepApart(title: string, strokes: readonly Stroke[]): Session {
    const named = title || this.listed?.title;
    return this.#createApart(
      named ? words.drawnWhileOpening(named) : words.drawnWhileOpeningUntitled,
      strokes,
      { paper: this.paper.value },
    );
  }

  /** The drawing in the gallery's list, if that has been read. */
  get listed(): DrawingEntry | undefined {
    return drawingList('all').value.entries.find(({ id }) => id === this.id);
  }

  #push(operations: readonly Operation[]): void {
    if (this.phase.value.kind === 'opening') {
      this.changedAt = new Date().toISOString();
      this.#early.push(operations);
      this.save.value = { kind: this.unsaved ? 'saving' : 'blank' };
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
    for (const told of limitWords(before, this.#fill)) toastOf(this, told);
    // A thumbnail shows neither.
    if (operations.every((operation) => isWhole(operation))) return;
    this.thumbs.onEdited();
  }

  get #fill(): Fill {
    return { strokes: this.strokes.value.length, bytes: this.size.bytes.value };
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

  /** Others took away the layer that was drawn on. */
  #sayLayerGone(gone: Layer, among: readonly Layer[]): void {
    const now = this.active.now.value;
    const words = layerWords.gone(nameOf(gone, among), nameOf(now, this.layers.value ?? ONE_LAYER));
    toastWhile(() => this.isShown.value && this.active.now.value.id === now.id, words);
  }

  #saved(state: SaveState): void {
    noteUnsaved(this, this.unsaved);
    if (state.kind === 'saved') this.#early.forget();
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
    const [camera, preview] = await Promise.all([reading, readPreview(this.id, this.listed?.thumb)]);
    if (!preview || this.phase.value.kind !== 'opening') return;
    this.view.camera ??= camera;
    this.preview.value = preview;
  }
}
