/**
 * The veils of the view: pictures, in cells as tiles are, of what the layers make of ink that is drawn or carried below
 * others. They are painted by whoever draws tiles, once a person could need them, and kept until something in
 * them changes. A drawing with nothing above the active layer has none.
 */
import { layerOf } from '../../../core/drawing/members/layers.ts';
import type { Layer, Stroke } from '../../../core/drawing/types.ts';
import { isOverIn, type Veil } from '../../brush/field/paint-coats.ts';
import type { Part } from '../../brush/field/pixels.ts';
import { veilFor } from '../../canvas/veil-for.ts';
import { grow, strokeBounds } from '../../geometry/bounds.ts';
import type { ZOrder } from '../../scene/z-order.ts';
import type { Viewport } from '../../view/viewport.ts';
import type { Rasteriser, TileImage } from '../rasteriser.ts';
import { type Nearby, Tile } from '../tile.ts';
import { TileCache } from '../tile-cache.ts';
import { type Cell, cellBounds, cellsTouched, INK_EDGE, inSpan, nearestFirst } from '../tile-grid.ts';
import { Painter } from '../tile-painter.ts';
import type { TileView } from '../tile-view.ts';

export interface VeilsHost {
  readonly view: TileView;
  readonly zOrder: ZOrder;
  rasteriser(): Rasteriser;
  /** All of the view are there, or up to date again. */
  onNews(): void;
  /** The rasteriser takes other requests: tiles come first. */
  onFree(): void;
}

/** Nothing is painted on a veil. */
const NOTHING: Nearby = { coats: () => undefined, layers: [] };

export class Veils {
  readonly #host: VeilsHost;
  readonly #cache = new TileCache<Tile>();
  #veil: Veil | undefined;
  #layers: readonly Layer[] = [];
  /** The layers that it shows. */
  #ids: ReadonlySet<string> = new Set();
  /** The view in which some are to come. Once it moves, none is painted until it rests. */
  #wantedIn: Viewport | undefined;
  /** True if some have come, or are to come, since that was reported. */
  #isNew = false;

  constructor(host: VeilsHost) {
    this.#host = host;
  }

  /** Has the veils of the view painted that are missing. */
  want(veil: Veil, layers: readonly Layer[]): void {
    if (this.#layers !== layers || !isSameVeil(this.#veil, veil)) {
      this.clear();
      this.#veil = veil;
      this.#layers = layers;
      const shown = layers.filter((layer, i) => layer.visible && (i < veil.below || isOverIn(veil, i)));
      this.#ids = new Set(shown.map(({ id }) => id));
    }
    const seen = this.#host.view.seen();
    for (const tile of this.#cache) {
      if (tile.scale === this.#host.view.look.scale && inSpan(seen, tile)) continue;
      this.#cache.delete(tile);
      tile.release();
    }
    this.#wantedIn = this.#host.view.look;
    this.order();
  }

  clear(): void {
    this.#veil = undefined;
    this.#wantedIn = undefined;
    for (const tile of this.#cache) tile.release();
    this.#cache.clear();
  }

  /** These strokes came, went or look different. */
  note(strokes: readonly Stroke[]): void {
    if (!this.#veil) return;
    for (const stroke of strokes) {
      if (!this.#shows(stroke)) continue;
      for (const scale of this.#cache.scales) {
        const span = cellsTouched(strokeBounds(stroke), scale);
        for (const tile of this.#cache.within(scale, span)) tile.outdate();
      }
    }
  }

  /** True if all of the view are there, even old ones. */
  get isThere(): boolean {
    return this.#veil !== undefined && this.#cells().every((cell) => this.#at(cell)?.drawn);
  }

  /** Paints them onto a canvas, in this part of the view. Device px. */
  paint(surface: CanvasRenderingContext2D, part: Part): void {
    const { look } = this.#host.view;
    new Painter({ surface, cache: this.#cache, look, nearby: NOTHING, updateBudget: 0 }).fill(part);
  }

  /** The picture in this cell, if it is for such a stroke. */
  under(cell: Cell, stroke: Stroke): TileImage | undefined {
    const image = this.#veil && this.#at(cell)?.image;
    const id = image && layerOf(stroke, this.#layers);
    const at = this.#layers.findIndex((layer) => layer.id === id);
    return isSameVeil(this.#veil, veilFor(this.#layers, at, stroke)) ? image : undefined;
  }

  #shows(stroke: Stroke): boolean {
    return this.#ids.has(layerOf(stroke, this.#layers));
  }

  #at({ scale, x, y }: Cell): Tile | undefined {
    return this.#cache.get(scale, x, y);
  }

  #cells(): Cell[] {
    const { view } = this.#host;
    return nearestFirst(view.seen(), view.look.scale);
  }

  /** Requests those that are missing or old, as many as the rasteriser takes, and reports once all are there. */
  order(): void {
    const veil = this.#veil;
    const { view, zOrder, onNews } = this.#host;
    if (!veil || this.#wantedIn !== view.look) return;
    const rasteriser = this.#host.rasteriser();
    let isWhole = true;
    for (const cell of this.#cells()) {
      const tile = this.#at(cell) ?? new Tile(cell);
      if (tile.fresh) continue;
      const area = grow(cellBounds(cell), INK_EDGE / cell.scale);
      const isBlank = !tile.ordered && !zOrder.some(area, ({ stroke }) => this.#shows(stroke));
      this.#isNew = true;
      isWhole &&= isBlank;
      if (tile.ordered || !(isBlank || rasteriser.free)) continue;
      this.#cache.put(tile);
      tile.order();
      if (isBlank) tile.take(undefined);
      else
        rasteriser.order(
          cell,
          () => zOrder.coats(area),
          (image) => this.#arrived(tile, image),
          veil,
        );
    }
    if (!isWhole) return;
    this.#wantedIn = undefined;
    if (this.#isNew) onNews();
    this.#isNew = false;
  }

  #arrived(tile: Tile, image: TileImage): void {
    if (this.#cache.has(tile) && tile.ordered) tile.take(image);
    else if (image instanceof ImageBitmap) image.close();
    this.#host.onFree();
  }
}

function isSameVeil(one: Veil | undefined, other: Veil | undefined): boolean {
  return (
    one?.below === other?.below &&
    one?.above === other?.above &&
    one?.until === other?.until &&
    one?.color === other?.color
  );
}
