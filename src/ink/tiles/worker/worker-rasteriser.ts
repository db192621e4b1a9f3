/** A rasteriser whose tiles are drawn by a worker. Strokes are sent to it once, packed. */
import type { Layer, Stroke } from '../../../core/drawing/types.ts';
import type { Veil } from '../../brush/field/paint-coats.ts';
import type { ZOrderEntry } from '../../scene/z-order.ts';
import type { Rasteriser, TileImage } from '../rasteriser.ts';
import type { Cell } from '../tile-grid.ts';
import { buffersOf, type PackedStrokes, pack } from './packed-strokes.ts';

export type TileRequest =
  | { readonly kind: 'strokes'; readonly gone: readonly number[]; readonly come: PackedStrokes }
  /** The JSON of a drawing, instead of the first strokes. Their places count from 1. */
  | { readonly kind: 'document'; readonly document: ArrayBuffer }
  | { readonly kind: 'layers'; readonly layers: readonly Layer[] }
  | { readonly kind: 'order'; readonly order: number; readonly cell: Cell; readonly veil: Veil | undefined };

export type TileReply =
  | { readonly kind: 'tile'; readonly order: number; readonly image: ImageBitmap }
  /** Number of strokes in the document. */
  | { readonly kind: 'read'; readonly strokes: number }
  /** The browser lost the canvas context: the last tiles may be blank. */
  | { readonly kind: 'lost' }
  /** The worker has no canvas to draw on. */
  | { readonly kind: 'unable' };

/** Requests in flight: one being drawn, one waiting, so that the worker never idles. */
const ORDERS = 2;
/** Heartbeats without a reply after which the worker counts as dead. A sleeping page counts none. */
const BEATS_MAX = 12;
/** Time between two heartbeats, ms. */
const BEAT = 500;

/** Undefined where the browser cannot run such a worker. */
function startWorker(): Worker | undefined {
  if (typeof Worker === 'undefined' || typeof OffscreenCanvas === 'undefined') return undefined;
  try {
    return new Worker(new URL('./tile-worker.ts', import.meta.url), { type: 'module', name: 'tiles' });
  } catch {
    return undefined;
  }
}

export class WorkerRasteriser implements Rasteriser {
  readonly #worker: Worker;
  readonly #onDead: () => void;
  readonly #onLost: () => void;
  readonly #waiting = new Map<number, { readonly cell: Cell; readonly done: (image: TileImage) => void }>();
  /** Removed places and added strokes that the worker does not know of yet. */
  #gone: number[] = [];
  readonly #come = new Set<ZOrderEntry>();
  /** Stroke counts of the document: what the page found in it, and what the worker did. */
  #document: { page?: number; worker?: number } | undefined;
  #queue = 0;
  #beats = 0;
  #watch: ReturnType<typeof setInterval> | undefined;

  /**
   * Undefined where the browser cannot run such a worker. `onDead`: the worker stopped answering; `onLost`: its
   * pictures may be blank.
   */
  static start(onDead: () => void, onLost: () => void): WorkerRasteriser | undefined {
    const worker = startWorker();
    return worker && new WorkerRasteriser(worker, onDead, onLost);
  }

  constructor(worker: Worker, onDead: () => void, onLost: () => void) {
    this.#worker = worker;
    this.#onDead = onDead;
    this.#onLost = onLost;
    worker.addEventListener('message', ({ data }: MessageEvent<TileReply>) => this.#answered(data));
    worker.addEventListener('error', () => this.#dead());
    worker.addEventListener('messageerror', () => this.#dead());
  }

  get free(): boolean {
    return this.#waiting.size < ORDERS;
  }

  get busyWith(): readonly Cell[] {
    return Array.from(this.#waiting.values(), ({ cell }) => cell);
  }

  read(document: ArrayBuffer): boolean {
    this.#document = {};
    this.#send({ kind: 'document', document }, [document]);
    return true;
  }

  change(gone: readonly ZOrderEntry[], come: readonly ZOrderEntry[]): void {
    if (this.#document && this.#document.page === undefined) {
      // The worker has them already.
      this.#document.page = come.length;
      this.#compare();
      return;
    }
    for (const entry of gone) {
      // Strokes that were added and removed since need not be sent.
      if (!this.#come.delete(entry)) this.#gone.push(entry.place);
    }
    for (const entry of come) this.#come.add(entry);
  }

  layers(layers: readonly Layer[]): void {
    this.#send({ kind: 'layers', layers });
  }

  /** Checks that page and worker read the same number of strokes. A worker that did not is useless. */
  #compare(): void {
    const { page, worker } = this.#document ?? {};
    if (page !== undefined && worker !== undefined && page !== worker) this.#dead();
  }

  /** Sends the worker the changes since the last message. */
  #tell(): void {
    if (this.#gone.length === 0 && this.#come.size === 0) return;
    const packed = pack([...this.#come]);
    this.#send({ kind: 'strokes', gone: this.#gone, come: packed }, buffersOf(packed));
    this.#gone = [];
    this.#come.clear();
  }

  order(
    cell: Cell,
    _coats: () => readonly (readonly Stroke[])[],
    done: (image: TileImage) => void,
    veil?: Veil,
  ): void {
    const order = this.#queue++;
    this.#waiting.set(order, { cell, done });
    this.#beats = 0;
    this.#watch ??= setInterval(() => this.#beat(), BEAT);
    this.#tell();
    this.#send({ kind: 'order', order, cell, veil });
  }

  destroy(): void {
    clearInterval(this.#watch);
    this.#watch = undefined;
    this.#waiting.clear();
    this.#worker.terminate();
  }

  #send(message: TileRequest, transfer: Transferable[] = []): void {
    this.#worker.postMessage(message, transfer);
  }

  #answered(answer: TileReply): void {
    if (answer.kind === 'unable') {
      this.#dead();
      return;
    }
    this.#beats = 0;
    if (answer.kind === 'lost') {
      this.#onLost();
      return;
    }
    if (answer.kind === 'read') {
      if (this.#document) this.#document.worker = answer.strokes;
      this.#compare();
      return;
    }
    const waiting = this.#waiting.get(answer.order);
    this.#waiting.delete(answer.order);
    if (this.#waiting.size === 0) {
      clearInterval(this.#watch);
      this.#watch = undefined;
    }
    if (waiting) waiting.done(answer.image);
    else answer.image.close();
  }

  #beat(): void {
    this.#beats++;
    if (this.#beats > BEATS_MAX) this.#dead();
  }

  #dead(): void {
    // Reported first, so that requests made here go elsewhere.
    this.#onDead();
    this.destroy();
  }
}
