/** What is drawn while a drawing opens: kept on the device meanwhile, and put on top of the drawing once it is there. */
import type { Signal } from '@preact/signals';
import { STROKES_MAX } from '../../../../core/drawing/limits.ts';
import { onLayer } from '../../../../core/drawing/members/change-layers.ts';
import type { Stroke } from '../../../../core/drawing/types.ts';
import { type Edit, landed, landingTime, onTopOf, type Transform } from '../../../../ink/index.ts';
import type { EarlyPage } from '../../../early/early-moves.ts';
import { toast } from '../../../ui/toasts.ts';
import { studio as words } from '../../../words/en/studio/studio.ts';
import { apply, type Operation } from '../../document/content.ts';
import type { EarlyRecord } from '../../document/drawing-memory.ts';
import { changeEarly, type EarlyEdits, isBlank, transformEarly } from '../../document/early-edits.ts';
import { stepOf } from '../../document/history.ts';
import type { ActiveLayer } from '../../layers/active-layer.ts';
import type { HistoryManager } from '../history-manager.ts';
import { both, type DrawLeft, EarlyKeeper, forgetPage, NOTHING_LEFT } from './early-keeper.ts';
import { missingFrom } from './missing.ts';

/** What it needs of the drawing. */
export interface EarlyHost<Apart> {
  readonly id: string;
  readonly title: Signal<string>;
  readonly strokes: Signal<readonly Stroke[]>;
  readonly history: HistoryManager;
  readonly active: ActiveLayer;
  /** Changes and saves the open drawing, without a step of undo. */
  push(operations: readonly Operation[]): void;
  edit(edit: Edit): void;
  rename(title: string): void;
  /** Makes a new drawing of strokes. */
  keepApart(title: string, strokes: readonly Stroke[]): Apart;
  /** True while something of the open drawing is not saved. */
  unsaved(): boolean;
}

export class EarlyStrokes<Apart extends { readonly isStored: Signal<boolean> }> {
  /** True while the drawing is open, and what an ended page has left is not read yet. */
  awaitsLeft = false;
  readonly #host: EarlyHost<Apart>;
  readonly #drawLeft: DrawLeft;
  /** Edits made while the drawing opened, until they are applied. */
  #landing: EarlyEdits | undefined;
  /** Keeps them on the device until they are saved. */
  #keeper: EarlyKeeper | undefined;
  /** The page that keeps what was drawn before the app came, if the drawing was there then. */
  #page: EarlyPage | undefined;
  /** New drawings of strokes for which this one has no room. */
  readonly #beyond: Apart[] = [];

  constructor(host: EarlyHost<Apart>, drawLeft: DrawLeft) {
    this.#host = host;
    this.#drawLeft = drawLeft;
  }

  /** The edits made so far, while the drawing opens. */
  get #edits(): EarlyEdits {
    const { title, strokes, history } = this.#host;
    return { title: title.value, strokes: strokes.value, history: history.now.value };
  }

  /** True while nothing is drawn or typed. */
  get isBlank(): boolean {
    return isBlank(this.#edits);
  }

  /** The drawing begins to open. Resolves with what a page has left that was ended before it could save it. */
  begin(): Promise<EarlyRecord> {
    this.#keeper = new EarlyKeeper(this.#host.id, this.#drawLeft);
    return this.#keeper.left;
  }

  /**
   * What a page has kept on the device before the app came is drawn.
   * @param isDown true if a stroke of it has not ended
   * @param isOpening false if the drawing is there already
   */
  takeOver(page: EarlyPage, isDown: boolean, isOpening: boolean): void {
    if (isOpening) {
      this.#keeper?.takeOver(page, isDown);
      return;
    }
    this.#page = page;
    if (!this.#host.unsaved()) this.forget();
  }

  /** Strokes are about to be added to the open drawing. One of them may have begun before the app came. */
  finish(strokes: readonly Stroke[]): void {
    this.#keeper?.finish(strokes);
  }

  /** A gesture has ended, also one that made no stroke. */
  ended(): void {
    this.#keeper?.ended();
  }

  /** Something is drawn or typed while the drawing opens. */
  push(operations: readonly Operation[]): void {
    const { title, strokes } = apply(this.#edits, operations);
    this.#host.title.value = title;
    this.#host.strokes.value = strokes;
    this.#keeper?.keep(
      this.#edits,
      operations.some(({ kind }) => kind === 'insert'),
    );
  }

  /**
   * Transforms the strokes, so that they stay in place on the screen when the view moves.
   * @param isOpening false once the drawing is there
   */
  move(by: Transform, isOpening: boolean): void {
    if (this.#landing) {
      this.#landing = transformEarly(this.#landing, by);
    } else if (isOpening) {
      const { strokes, history } = transformEarly(this.#edits, by);
      this.#host.history.now.value = history;
      if (strokes.length === 0) return;
      this.#host.strokes.value = strokes;
      this.#keeper?.keep(this.#edits, false);
    }
  }

  /**
   * What was drawn is about to be put on top of the drawing's own strokes. Resolves when the device knows that, if it is
   * known what an ended page has left, and there is anything.
   */
  async prepare(own: readonly Stroke[], left: EarlyRecord | undefined): Promise<void> {
    const isKnown = this.#keeper?.land(own);
    if (left && !(this.isBlank && left.strokes.length === 0)) await isKnown;
  }

  /**
   * The drawing is read, and is about to take the place of what was drawn.
   * @param left what an ended page has left; undefined if that is not read yet: then `landLate` takes it
   */
  lift(left: EarlyRecord | undefined): void {
    this.awaitsLeft = left === undefined;
    this.#landing = this.#edits;
  }

  /** Applies the edits made while the drawing opened, on what an ended page has left. Undo takes back each stroke. */
  land(left = NOTHING_LEFT): void {
    if (!this.#landing) return;
    const { strokes, history, active } = this.#host;
    // Now its layers are known, and which of them takes ink.
    const layer = active.forNew;
    const own = strokes.value;
    const late = onTopOf(own, active.ofNew(missingFrom(own, left)));
    const by = landingTime([...own, ...late]);
    const early = changeEarly(this.#landing, (stroke) => landed(onLayer(stroke, layer), by));
    this.#landing = undefined;
    const room = this.#room;
    const under = [...own];
    for (const stroke of late.slice(0, room)) {
      history.record(stepOf(under, { kind: 'add', strokes: [stroke] }));
      under.push(stroke);
    }
    history.continue(history.now.value, early.history, under);
    const all = [...late, ...early.strokes];
    const title = early.title || left.title;
    const inserts = all.slice(0, room).map((stroke): Operation => ({ kind: 'insert', stroke, place: 'top' }));
    const operations: Operation[] = title === '' ? inserts : [{ kind: 'title', title }, ...inserts];
    // First: what has no room is forgotten here once that drawing is stored, and not before.
    this.#keepBeyond(all.slice(room));
    if (operations.length === 0) this.forget();
    this.#host.push(operations);
  }

  /**
   * What an ended page has left comes when the drawing is open: each stroke is an edit that can be undone.
   * @param title when it opened
   */
  async landLate(left: EarlyRecord, title: string): Promise<void> {
    await this.#keeper?.land(this.#host.strokes.value);
    this.awaitsLeft = false;
    const own = this.#host.strokes.value;
    const strokes = onTopOf(own, this.#host.active.ofNew(missingFrom(own, left)));
    const room = this.#room;
    this.#keepBeyond(strokes.slice(room));
    for (const stroke of strokes.slice(0, room)) this.#host.edit({ kind: 'add', strokes: [stroke] });
    // Unless another was typed since.
    if (left.title !== '' && this.#host.title.value === title) this.#host.rename(left.title);
    if (!this.#host.unsaved()) this.forget();
  }

  /** All that was made while the drawing opened is saved, also what an ended page has left, if that is known. */
  forget(): void {
    if (this.awaitsLeft || this.#beyond.some(({ isStored }) => !isStored.value)) return;
    this.#keeper?.forget();
    this.#keeper = undefined;
    if (this.#page) void forgetPage(this.#page);
    this.#page = undefined;
  }

  /** Opening failed. Makes a new drawing of what was drawn meanwhile, now or before; undefined if that is nothing. */
  giveUp(left: EarlyRecord): Apart | undefined {
    const { title, strokes } = this.#edits;
    const early = both(left, { title, strokes });
    const apart = isBlank(early) ? undefined : this.#host.keepApart(early.title, early.strokes);
    const keeper = this.#keeper;
    if (!apart) keeper?.forget();
    else apart.isStored.subscribe((isStored) => isStored && keeper?.forget());
    return apart;
  }

  /** Strokes for which the drawing has no room become a new one. */
  #keepBeyond(strokes: readonly Stroke[]): void {
    if (strokes.length === 0) return;
    this.awaits(this.#host.keepApart('', strokes));
    toast(words.latestApart);
  }

  /** Nothing is forgotten before this drawing is stored, which has strokes for which the own one has no room. */
  awaits(beyond: Apart): void {
    this.#beyond.push(beyond);
    beyond.isStored.subscribe((isStored) => {
      if (isStored && !this.#host.unsaved()) this.forget();
    });
  }

  /** How many strokes the drawing still takes. */
  get #room(): number {
    return Math.max(0, STROKES_MAX - this.#host.strokes.value.length);
  }
}
