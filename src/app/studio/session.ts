/** One open drawing: what is on it, whether it is saved, and what can be undone. */
import { computed, type Signal, signal } from '@preact/signals';
import { STROKES_MAX } from '../../core/drawing/limits.ts';
import type { Drawing, Stroke } from '../../core/drawing/types.ts';
import { type Bounds, type Camera, type Edit, strokesBounds, thumbnail } from '../../ink/index.ts';
import { drawingList } from '../gallery/drawings.ts';
import { newId } from '../new-id.ts';
import { codeWords } from '../problem-words.ts';
import { askPersistence } from '../storage.ts';
import { toast } from '../ui/toasts.ts';
import { noteUnsaved, penDown } from './busy.ts';
import type { Operation } from './content.ts';
import { type DrawingsPort, drawingsApi } from './drawings-port.ts';
import {
  type History,
  NO_HISTORY,
  operationsOf,
  record,
  redo,
  stepOf,
  type Turned,
  undo,
} from './history.ts';
import {
  readCamera,
  readHistory,
  readPicture,
  readThumbStale,
  writeCamera,
  writeHistory,
  writePicture,
  writeThumbStale,
} from './notebook.ts';
import { type SaveNotice, SaveQueue } from './save-queue.ts';
import { type SaveState, troubleWords } from './save-state.ts';
import { warmKeys } from './warm-keys.ts';

export type Phase =
  | { readonly kind: 'opening' }
  | { readonly kind: 'open' }
  /** There is no such drawing here. */
  | { readonly kind: 'missing' }
  | { readonly kind: 'failed'; readonly words: string };

/** A picture of the drawing as it was. */
export interface Preview {
  /** Data URL. */
  readonly thumb: string;
  /** What its strokes covered; undefined where this device has not opened it yet. */
  readonly bounds: Bounds | undefined;
}

/** Bytes of a drawing that is shown before its strokes are read here: both at once would take the processor from each other. */
const SHOWN_FIRST = 1_000_000;
/** ms that this waits at most. */
const SHOWN_WITHIN = 1_000;
/** ms that the strokes wait, at most, for the picture that is shown until they come. */
const PREVIEW_FIRST = 60;
/** ms without an edit until the thumbnail is made. */
const THUMB_REST = 2_500;
/** ms without a movement until the place of the view is written down. */
const CAMERA_REST = 300;
/** Strokes left, at which the limit is said. */
const LEFT_SAID = [4_000, 1_000];

const NOTICES: Readonly<Record<SaveNotice, string | undefined>> = {
  restored: 'This drawing was in the trash. It is back among your drawings, with what you drew.',
  remade: 'This drawing was no longer there. It was made again, with everything you see.',
  trashed: 'This drawing was moved to the trash elsewhere. Draw on it to bring it back.',
  'changed-elsewhere': undefined,
};

const NOT_ANSWERED = 'The storage of this device did not answer. Nothing was lost; try again.';

/** What is said of a step whose strokes were erased elsewhere. */
function missingWords(verb: 'undo' | 'redo', missing: number, all: number): string {
  if (missing === all) {
    return `Nothing to ${verb} there: ${all === 1 ? 'that stroke is' : 'those strokes are'} no longer on the drawing.`;
  }
  return `${missing} of ${all} strokes were no longer on the drawing; the others were ${verb === 'undo' ? 'undone' : 'redone'}.`;
}

export class Session {
  readonly id: string;
  readonly phase: Signal<Phase> = signal({ kind: 'opening' });
  readonly title = signal('');
  readonly strokes: Signal<readonly Stroke[]> = signal([]);
  readonly save: Signal<SaveState> = signal({ kind: 'blank' });
  readonly trouble = computed(() => troubleWords(this.save.value));
  readonly history: Signal<History> = signal(NO_HISTORY);
  readonly canUndo = computed(() => this.history.value.done > 0);
  readonly canRedo = computed(() => this.history.value.done < this.history.value.steps.length);
  /** Has it a place among the drawings? A new one gets it with its first stroke or title. */
  readonly made = signal(false);
  /** What it looked like the last time, until its strokes are seen. */
  readonly preview: Signal<Preview | undefined> = signal(undefined);
  /** Its JSON, from when that has come until its strokes are there: to be drawn already. */
  readonly document: Signal<ArrayBuffer | undefined> = signal(undefined);
  /** Resolves when the drawing is seen that its document shows. Set by who shows it. */
  seen: Promise<void> | undefined;
  /** Its thumbnail, and what of the paper that shows: for the map. */
  readonly picture: Signal<{ readonly thumb: string; readonly bounds: Bounds } | undefined> =
    signal(undefined);
  /** Is it on the screen? Set by who shows it. */
  shown = false;
  /** Where the view stood the last time. */
  camera: Camera | undefined;
  /** Has the view come to rest, and is its place written down? */
  readonly atRest = signal(true);
  readonly #port: DrawingsPort;
  #queue: SaveQueue;
  #thumbTimer: ReturnType<typeof setTimeout> | undefined;
  /** Edits since the thumbnail was made. */
  #thumbStale = false;
  /** The notebook knows of them: whoever opens the drawing next makes the thumbnail if this page does not come to it. */
  #thumbNoted = false;
  /** The one that is stored, or on its way. */
  #thumb = '';
  #cameraTimer: ReturnType<typeof setTimeout> | undefined;
  #stopWarming = () => {};
  /** A rev that was announced while nobody looked, or while the drawing was read. */
  #unread = 0;

  constructor(id: string | undefined, port: DrawingsPort = drawingsApi) {
    this.id = id ?? newId();
    this.#port = port;
    this.#queue = this.#queueFor(undefined);
    if (id === undefined) this.phase.value = { kind: 'open' };
    else void this.open();
  }

  get unsaved(): boolean {
    return this.#queue.unsaved;
  }

  /** Reads the drawing. Called again after a failure. */
  async open(): Promise<void> {
    this.phase.value = { kind: 'opening' };
    this.seen = undefined;
    try {
      const camera$ = readCamera(this.id);
      // First, since the database answers in turn, and the strokes of a large drawing take it a while.
      await Promise.race([
        this.#showPreview(camera$),
        new Promise((resolve) => setTimeout(resolve, PREVIEW_FIRST)),
      ]);
      const [answer, camera, history, stale] = await Promise.all([
        this.#port.read(this.id, {
          onDocument: async (document) => {
            const { byteLength } = document;
            // Nearly always known by now: it was asked for first.
            this.camera ??= await camera$;
            this.document.value = document;
            if (byteLength < SHOWN_FIRST || !this.seen) return;
            await Promise.race([this.seen, new Promise((resolve) => setTimeout(resolve, SHOWN_WITHIN))]);
          },
          // What each covers is reckoned now, rather than of all at once when they are shown.
          onStrokes: (strokes) => void strokesBounds(strokes),
        }),
        camera$,
        readHistory(this.id),
        readThumbStale(this.id),
      ]);
      if (answer.ok) {
        this.camera = camera;
        this.history.value = history;
        this.#queue = this.#queueFor(answer.value);
        this.#thumb = answer.value.thumb;
        this.made.value = true;
        this.#show();
        this.save.value = this.#queue.state;
        this.phase.value = { kind: 'open' };
        this.document.value = undefined;
        this.#stopWarming();
        this.#stopWarming = warmKeys(this.strokes.value, () => penDown.value);
        if (answer.value.trashed) toast('This drawing is in the trash. Draw on it to bring it back.');
        else this.#repairThumb(stale);
        if (!stale) this.#keepPicture();
        if (document.visibilityState === 'visible') this.returned();
      } else if (answer.status === 404) {
        this.phase.value = { kind: 'missing' };
      } else {
        this.phase.value = { kind: 'failed', words: codeWords(answer.code) ?? NOT_ANSWERED };
      }
    } catch {
      this.phase.value = { kind: 'failed', words: NOT_ANSWERED };
    }
  }

  /** What a hand did on the canvas, saved at once. */
  edit(edit: Edit): void {
    const before = this.strokes.value;
    const step = stepOf(before, edit);
    this.#push(operationsOf(edit));
    this.history.value = record(this.history.value, step);
    void writeHistory(this.id, this.history.value, true);
  }

  /** Makes a new sheet the continuation of another drawing. There is nothing to undo in that. */
  begin(title: string, strokes: readonly Stroke[], camera: Camera): void {
    this.camera = camera;
    const inserts = strokes.map((stroke): Operation => ({ kind: 'insert', stroke, place: 'top' }));
    this.#push([{ kind: 'title', title }, ...inserts]);
  }

  undo(): void {
    this.#turn('undo', undo(this.history.value, this.strokes.value));
  }

  redo(): void {
    this.#turn('redo', redo(this.history.value, this.strokes.value));
  }

  rename(title: string): void {
    if (title === this.title.value) return;
    this.#push([{ kind: 'title', title }]);
  }

  /** The view moved; remembered when it rests. */
  look(camera: Camera): void {
    this.camera = camera;
    this.atRest.value = false;
    clearTimeout(this.#cameraTimer);
    this.#cameraTimer = setTimeout(() => void this.#writeCamera(), CAMERA_REST);
  }

  /** Another page, or this one, announced a commit. */
  heard(rev: number): void {
    const isRead = this.phase.value.kind !== 'opening';
    if (isRead && document.visibilityState === 'visible') this.#queue.heard(rev);
    else this.#unread = Math.max(this.#unread, rev);
  }

  /** The page is looked at again. */
  returned(): void {
    if (this.phase.value.kind === 'opening') return;
    if (this.#unread > 0) this.#queue.heard(this.#unread);
    this.#unread = 0;
    this.retry();
  }

  /** Tries again at once what could not be saved. */
  retry(): void {
    if (this.#queue.unsaved) this.#queue.retry();
  }

  /** The page is left or hidden: what is only remembered for later is done now. */
  async rest(): Promise<void> {
    this.#stopWarming();
    void this.#writeCamera();
    await this.#makeThumb();
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
    return new SaveQueue(this.id, drawing, host, {
      onState: (state) => this.#saved(state),
      onContent: () => this.#show(),
      onNotice: (notice) => {
        const words = NOTICES[notice];
        if (words) toast(words);
      },
      onThumb: () => this.#noteThumb(),
    });
  }

  #push(operations: readonly Operation[]): void {
    const before = this.strokes.value.length;
    this.#queue.push(operations);
    this.#show();
    this.#warnOfLimit(before);
    if (operations.every(({ kind }) => kind === 'title')) return;
    this.#thumbStale = true;
    this.#noteThumb();
    this.#thumbSoon();
  }

  #turn(verb: 'undo' | 'redo', turned: Turned | undefined): void {
    if (!turned) return;
    const all = turned.step.items.length;
    if (turned.growth > 0 && this.strokes.value.length + turned.growth > STROKES_MAX) {
      toast(`A drawing holds at most ${STROKES_MAX.toLocaleString('en-SG')} strokes. Erase some first.`);
      return;
    }
    if (turned.missing > 0) toast(missingWords(verb, turned.missing, all));
    this.history.value = turned.history;
    void writeHistory(this.id, turned.history, false);
    this.#push(turned.operations);
  }

  #show(): void {
    this.title.value = this.#queue.content.title;
    this.strokes.value = this.#queue.content.strokes;
  }

  #saved(state: SaveState): void {
    noteUnsaved(this.id, this.#queue.unsaved);
    if (state.kind === 'saved' && !this.made.value) {
      this.made.value = true;
      void this.#writeCamera();
      if (this.#thumbStale) this.#thumbSoon();
      void askPersistence();
    }
    this.save.value = state;
  }

  #warnOfLimit(before: number): void {
    const left = STROKES_MAX - this.strokes.value.length;
    const passed = LEFT_SAID.find((mark) => left <= mark && STROKES_MAX - before > mark);
    if (passed) toast(`${left.toLocaleString('en-SG')} strokes are left on this drawing.`);
  }

  /** Shows what the lists show of it, where it will be seen, while its strokes are read. */
  async #showPreview(reading: Promise<Camera | undefined>): Promise<void> {
    const listed = drawingList('all').value.entries.find(({ id }) => id === this.id)?.thumb;
    const [camera, kept] = await Promise.all([reading, readPicture(this.id)]);
    const thumb = listed || kept?.thumb;
    if (!thumb || this.phase.value.kind !== 'opening') return;
    this.camera ??= camera;
    this.preview.value = { thumb, bounds: kept?.bounds };
  }

  #keepPicture(): void {
    const bounds = strokesBounds(this.strokes.value);
    if (this.#thumb === '' || !bounds) return;
    this.picture.value = { thumb: this.#thumb, bounds };
    void writePicture(this.id, this.picture.value);
  }

  /**
   * A drawing that came through the API has no picture for the lists, and one whose page ended too soon has an old
   * one: whoever opens it makes it.
   */
  #repairThumb(stale: boolean): void {
    if (!stale && (this.#thumb !== '' || this.strokes.value.length === 0)) return;
    this.#thumbNoted = stale;
    this.#thumbStale = true;
    this.#thumbSoon();
  }

  /** Writes down whether the thumbnail that is stored is older than the drawing, when that changes. */
  #noteThumb(): void {
    if (this.#thumbNoted === this.#thumbStale) return;
    this.#thumbNoted = this.#thumbStale;
    void writeThumbStale(this.id, this.#thumbStale);
  }

  #thumbSoon(): void {
    clearTimeout(this.#thumbTimer);
    this.#thumbTimer = setTimeout(() => {
      if (penDown.value) this.#thumbSoon();
      else void this.#makeThumb();
    }, THUMB_REST);
  }

  async #makeThumb(): Promise<void> {
    clearTimeout(this.#thumbTimer);
    if (!this.#thumbStale) return;
    this.#thumbStale = false;
    const strokes = this.strokes.value;
    const thumb = await thumbnail(strokes);
    if (this.strokes.value !== strokes) {
      this.#thumbStale = true;
      this.#thumbSoon();
    } else if (!this.made.value) {
      // When it is made, so is its picture.
      this.#thumbStale = true;
    } else if (thumb !== undefined) {
      if (thumb === this.#thumb) this.#noteThumb();
      else this.#queue.push([{ kind: 'thumb', thumb }]);
      this.#thumb = thumb;
      if (thumb === '') this.picture.value = undefined;
      this.#keepPicture();
    }
  }

  async #writeCamera(): Promise<void> {
    clearTimeout(this.#cameraTimer);
    const { camera } = this;
    if (camera && this.made.value) await writeCamera(this.id, camera);
    if (this.camera === camera) this.atRest.value = true;
  }
}
