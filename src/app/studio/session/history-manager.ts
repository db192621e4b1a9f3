/** The steps of undo of one open drawing: stored with each change, in the order in which they are made. */
import { computed, type Signal, signal } from '@preact/signals';
import { ONE_LAYER } from '../../../core/drawing/members/layers.ts';
import type { Stroke } from '../../../core/drawing/types.ts';
import type { Operation } from '../document/content.ts';
import { type Written, writeHistory } from '../document/drawing-memory.ts';
import { continueHistory } from '../document/early-edits.ts';
import { type History, NO_HISTORY, record, redo, redoing, type Step, undo } from '../document/history.ts';
import { resettled } from '../layers/no-room.ts';
import { asStored } from '../layers/stored-steps.ts';
import { missingWords, noRoomWords, type Room, resettledWords } from './session-words.ts';

export interface HistoryHost {
  /** True once the drawing is open: before, its steps are not stored. */
  isOpen(): boolean;
  /** An edit is awaited, or no longer. */
  onAwait(): void;
  /** There is no step to undo or redo. */
  onNoStep?(): void;
  /** What an undo or redo changes, and must have room in. */
  room(): Room;
  /** Tells the person something about the drawing. */
  tell(text: string): void;
  /** Changes and saves the drawing. */
  push(operations: readonly Operation[]): void;
  /** A layer came or came back. */
  onLayer(id: string): void;
}

export class HistoryManager {
  readonly now: Signal<History> = signal(NO_HISTORY);
  /** True while the canvas works out an edit whose gesture is over. */
  readonly awaitsEdit = signal(false);
  readonly canUndo = computed(() => this.awaitsEdit.value || this.now.value.done > 0);
  readonly canRedo = computed(() => this.now.value.done < this.now.value.steps.length);
  /** True while the drawing is open, and its stored steps are not read yet. */
  awaitsOlder = false;
  readonly #id: string;
  readonly #host: HistoryHost;
  /** The stored steps that this page has not turned yet. */
  #older: WeakSet<Step> = new WeakSet();
  /** The stored history, if it did not fit the drawing as it was read, and what was made of it. */
  #refitted: { readonly stored: History; readonly as: History } | undefined;
  /** What is done after the edit that is awaited. */
  #turns: (() => void)[] = [];

  constructor(id: string, host: HistoryHost) {
    this.#id = id;
    this.#host = host;
  }

  /** The canvas works out an edit that comes before what is done from now on, or has none left. */
  awaitEdit(isAwaited: boolean): void {
    this.awaitsEdit.value = isAwaited;
    this.#host.onAwait();
    if (isAwaited) return;
    for (const turn of this.#turns.splice(0)) turn();
  }

  /** Does something once the edits are there that were made before. */
  inTurn(turn: () => void): void {
    if (this.awaitsEdit.value) this.#turns.push(turn);
    else turn();
  }

  /** Makes a step. */
  make(step: Step): void {
    this.#host.push(redoing(step));
    this.record(step);
  }

  undo(): void {
    this.inTurn(() => this.#turn('undo', undo));
  }

  redo(): void {
    this.inTurn(() => this.#turn('redo', redo));
  }

  #turn(verb: 'undo' | 'redo', turn: typeof undo): void {
    const room = this.#host.room();
    const { steps, done } = this.now.value;
    const at = verb === 'undo' ? done - 1 : done;
    const isOlder = this.#isOlder(steps[at]);
    // Where a layer is not there any more, what was drawn on it comes to another one, and the step is done.
    const other = resettled(this.now.value, verb, room, isOlder);
    const now = other?.history ?? this.now.value;
    const turned = turn(now, room.strokes, room.underlay, room.paper, isOlder);
    if (!turned) {
      this.#host.onNoStep?.();
      return;
    }
    const { step, missing, history, operations } = turned;
    const noRoom = noRoomWords(turned, room);
    if (noRoom !== undefined) {
      this.#host.tell(noRoom);
      return;
    }
    const all = step.items.length + (step.kind === 'layers' ? (step.come?.length ?? 0) : 0);
    if (missing > 0) this.#host.tell(missingWords(verb, missing, all, step.kind));
    if (other) this.#host.tell(resettledWords(other, room.layers));
    if (other) this.#older = new WeakSet(now.steps.filter((_, i) => this.#isOlder(steps[i])));
    this.#older.delete(step);
    this.#take(history, other ? 'all' : 'none');
    this.#host.push(operations);
    const [come, ...more] = (this.#host.room().layers ?? []).filter(
      ({ id }) => !(room.layers ?? ONE_LAYER).some((one) => one.id === id),
    );
    if (come && more.length === 0) this.#host.onLayer(come.id);
  }

  #isOlder(step: Step | undefined): boolean {
    return step !== undefined && this.#older.has(step);
  }

  /** Adds a step that was made. */
  record(step: Step): void {
    this.#take(record(this.now.value, step), 'newest');
  }

  /** @param steps those that are to be written */
  #take(history: History, steps: Written): void {
    this.now.value = history;
    // Else it would be written over the stored steps.
    if (this.#host.isOpen() && !this.awaitsOlder) void writeHistory(this.#id, history, steps);
  }

  /** The drawing opens, with its stored steps if they are read. Its content is there. */
  open(stored: History | undefined): void {
    this.awaitsOlder = stored === undefined;
    this.#older = new WeakSet(stored?.steps);
    this.now.value = stored ? this.#fit(stored) : NO_HISTORY;
  }

  #fit(stored: History): History {
    const as = asStored(stored, this.#host.room());
    this.#refitted = as === stored ? undefined : { stored, as };
    return as;
  }

  /**
   * The drawing was changed elsewhere. Perhaps the page before this one ended with a change that was saved only after this one
   * had read the drawing: its step fits then, unless steps were made or turned here meanwhile.
   */
  onContent(): void {
    if (this.#refitted?.as === this.now.value) this.now.value = this.#fit(this.#refitted.stored);
  }

  /** The stored steps come when the drawing is open: under those made since. */
  comeOlder(older: History): void {
    this.awaitsOlder = false;
    this.#older = new WeakSet(older.steps);
    this.continue(this.#fit(older), this.now.value, []);
  }

  /**
   * Sets the history to these steps with later ones after them, and writes those.
   * @param under the strokes that the later ones lie on
   */
  continue(history: History, later: History, under: readonly Stroke[]): void {
    const all = continueHistory(history, later, under);
    this.now.value = all.at(-1) ?? history;
    if (this.awaitsOlder) return;
    for (const [i, history] of all.entries()) {
      void writeHistory(this.#id, history, i < later.steps.length ? 'newest' : 'none');
    }
  }
}
