/** The veils that are wanted at the same time, in their order: one for a stroke, or one for each run of layers. */
import type { Layer, Stroke } from '../../../core/drawing/types.ts';
import type { Veil } from '../../brush/field/paint-coats.ts';
import type { ShowVeil } from '../../canvas/wet-ink-layer.ts';
import type { TileImage } from '../rasteriser.ts';
import type { Cell } from '../tile-grid.ts';
import { Veils, type VeilsHost } from './veils.ts';

export class VeilStack {
  readonly #host: VeilsHost;
  #all: readonly Veils[] = [];

  constructor(host: VeilsHost) {
    this.#host = {
      ...host,
      onNews: () => {
        if (this.shown) host.onNews();
      },
    };
  }

  /** Has those painted that are missing. Others go. */
  want(veils: readonly Veil[], layers: readonly Layer[]): void {
    for (const one of this.#all.slice(veils.length)) one.clear();
    this.#all = veils.map((_, i) => this.#all[i] ?? new Veils(this.#host));
    for (const [i, veil] of veils.entries()) this.#all[i]?.want(veil, layers);
  }

  clear(): void {
    for (const one of this.#all) one.clear();
    this.#all = [];
  }

  note(strokes: readonly Stroke[]): void {
    for (const one of this.#all) one.note(strokes);
  }

  order(): void {
    for (const one of this.#all) one.order();
  }

  under(cell: Cell, stroke: Stroke): TileImage | undefined {
    for (const one of this.#all) {
      const image = one.under(cell, stroke);
      if (image) return image;
    }
    return undefined;
  }

  /** What paints each of them; undefined until all of the view are there. */
  get shown(): readonly ShowVeil[] | undefined {
    if (this.#all.length === 0 || !this.#all.every(({ isThere }) => isThere)) return undefined;
    return this.#all.map((one) => (onto, part) => one.paint(onto, part));
  }
}
