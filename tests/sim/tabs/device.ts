/** Devices on which tabs have the drawing open, and the server between them. */
import { ONE_LAYER } from '../../../src/core/drawing/members/layers.ts';
import { merge } from '../../../src/core/drawing/merge.ts';
import { strokesJson } from '../../../src/core/drawing/strokes/stroke-json.ts';
import type { Drawing, Layer, Stroke } from '../../../src/core/drawing/types.ts';
import { SaveServer } from '../../support/drawing/save-queue.ts';
import { KeptSteps } from './kept-steps.ts';
import type { Known, Ledger } from './ledger.ts';

export interface Server {
  drawing: Drawing;
  /** Counts the changes of the drawing. */
  version: number;
  readonly known: Known;
}

interface Drawn {
  readonly strokes: readonly Stroke[];
  readonly layers?: readonly Layer[] | undefined;
}

/** Two drawings are equal if their texts are: strokes, their order, and layers. */
export function textOf({ strokes, layers = ONE_LAYER }: Drawn): string {
  return strokesJson(strokes) + JSON.stringify(layers);
}

export class Device {
  readonly name: string;
  /** Answers the requests of its tabs. */
  readonly store = new SaveServer();
  readonly steps = new KeptSteps();
  readonly known: Known;
  /** What a tab knew when it made a request, by the key of the request. */
  readonly sent = new Map<string, ReadonlySet<number>>();
  readonly #server: Server;
  /** What this device and the server last agreed on. */
  #base: Pick<Server, 'drawing' | 'version'>;

  constructor(name: string, server: Server) {
    this.name = name;
    this.store.drawing = server.drawing;
    this.known = new Set(server.known);
    this.#server = server;
    this.#base = { ...server };
  }

  get drawing(): Drawing {
    if (!this.store.drawing) throw new Error('the drawing is gone, and nobody deletes it');
    return this.store.drawing;
  }

  /** Merges what the server has into the drawing. */
  pull(ledger: Ledger): void {
    const { drawing: base, version } = this.#base;
    if (version === this.#server.version) return;
    const { drawing } = this;
    const isOld = textOf(drawing) === textOf(base);
    const { strokes, layers } = isOld ? this.#server.drawing : merge(base, drawing, this.#server.drawing);
    if (textOf({ strokes, layers }) !== textOf(drawing)) {
      this.store.drawing = { ...drawing, rev: drawing.rev + 1, strokes: structuredClone(strokes), layers };
    }
    this.#base = { ...this.#server };
    for (const deed of this.#server.known) this.known.add(deed);
    ledger.keeps(this.name, this.known, strokes);
  }

  /** Sends the drawing to the server, unless others have changed it there since the last pull. */
  push(): void {
    if (this.#base.version !== this.#server.version) return;
    for (const deed of this.known) this.#server.known.add(deed);
    if (textOf(this.drawing) === textOf(this.#base.drawing)) return;
    this.#server.drawing = this.drawing;
    this.#server.version++;
    this.#base = { ...this.#server };
  }
}
