import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ONE_LAYER } from '../../core/drawing/members/layers.ts';
import type { Stroke } from '../../core/drawing/types.ts';
import { coatsOf } from '../brush/wet-wash.ts';
import { grow } from '../geometry/bounds.ts';
import { ZOrder } from '../scene/z-order.ts';
import { paintOnTile, partPixels, showPart, tileCanvas } from './rasteriser.ts';
import { Tile } from './tile.ts';
import { TileCache } from './tile-cache.ts';
import { TileChanges } from './tile-changes.ts';
import { cellBounds, INK_EDGE, TILE } from './tile-grid.ts';

/** A canvas that keeps its pixels, as far as tiles ask for it. */
class Canvas {
  width = 0;
  height = 0;
  readonly bytes = new Uint8ClampedArray(TILE * TILE * 4);
  getContext = () => this;
  canvas = this;

  createImageData(width: number, height: number): { width: number; height: number; data: Uint8ClampedArray } {
    return { width, height, data: new Uint8ClampedArray(4 * width * height) };
  }

  getImageData(): { data: Uint8ClampedArray } {
    return { data: this.bytes.slice() };
  }

  putImageData(image: ReturnType<Canvas['createImageData']>, left: number, top: number): void {
    const { width, height, data } = image;
    for (let y = 0; y < height; y++) {
      this.bytes.set(data.subarray(4 * y * width, 4 * (y + 1) * width), 4 * ((top + y) * TILE + left));
    }
  }
}

beforeEach(() => {
  vi.stubGlobal('document', { createElement: () => new Canvas() });
  vi.stubGlobal('HTMLCanvasElement', Canvas);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

function bytesOf(image: unknown): Buffer {
  const { bytes } = image instanceof Canvas ? image : new Canvas();
  return Buffer.from(bytes.buffer);
}

/** What a tile that is painted anew shows. */
function anew(tile: Tile, coats: readonly (readonly Stroke[])[]): HTMLCanvasElement {
  const pixels = partPixels(tile);
  paintOnTile(pixels, tile, coats, ONE_LAYER);
  const context = tileCanvas();
  showPart(context, pixels, { left: 0, top: 0, right: TILE, bottom: TILE });
  return context.canvas;
}

/** A drawing and the tiles that show it. */
class Shown {
  readonly #zOrder = new ZOrder();
  readonly #cache = new TileCache<Tile>();
  readonly #changes = new TileChanges(this.#cache);
  list: readonly Stroke[] = [];

  constructor() {
    for (const x of [0, 1]) {
      const tile = new Tile({ scale: 0.5, x, y: 0 });
      this.#cache.put(tile);
      tile.order();
      tile.take(undefined);
    }
  }

  set(list: readonly Stroke[]): void {
    this.list = list;
    this.#changes.note(this.#zOrder.set(list));
  }

  /** Takes strokes away before the list says so, as the erasers do. */
  hide(strokes: readonly Stroke[], how: 'remove' | 'swap'): void {
    if (how === 'remove') this.#changes.note(this.#zOrder.remove(strokes));
    else this.#changes.noteCut(this.#zOrder.swap(strokes.map((stroke) => ({ stroke, by: [] }))));
  }

  update(): void {
    this.#changes.tell();
    const coats = this.#zOrder.coats.bind(this.#zOrder);
    for (const tile of this.#cache) {
      tile.update({ coats, layers: ONE_LAYER });
      if (!tile.stale) continue;
      tile.order();
      tile.take(anew(tile, coats(grow(cellBounds(tile), INK_EDGE / tile.scale))));
    }
  }

  /** Expects each tile to look as if it were painted anew. */
  check(): void {
    this.update();
    for (const tile of this.#cache) {
      expect(tile.fresh).toBe(true);
      const [is, due] = [bytesOf(tile.image), bytesOf(anew(tile, coatsOf(this.list)))];
      expect(Buffer.compare(is, due), `tile ${tile.x} with ${this.list.length} strokes`).toBe(0);
    }
  }
}

const band = (n: number, at: number, tool = 'wash'): Stroke => ({
  tool,
  color: '#3a76b0',
  size: 60,
  opacity: 0.8,
  points: [
    [60 + 20 * (n % 3), 80 + 45 * (n % 8)],
    [640, 90 + 45 * (n % 8)],
  ],
  at,
});
const bands = [0, 1, 2, 3].map((n) => band(n, 3_000 * n));

test('tiles: washes that come back together, or arrive together, are one coat as before', () => {
  const shown = new Shown();
  for (const [i] of bands.entries()) {
    shown.set(bands.slice(0, i + 1));
    shown.check();
  }
  shown.set([]);
  shown.check();
  shown.set(bands);
  shown.check();
  // From another device, onto one that is there.
  const other = new Shown();
  other.set(bands.slice(0, 1));
  other.check();
  other.set(bands);
  other.check();
});

test('tiles: washes that were hidden for a gesture that ended in nothing are one coat again', () => {
  for (const how of ['remove', 'swap'] as const) {
    const shown = new Shown();
    shown.set(bands);
    shown.check();
    shown.hide(bands.slice(2), how);
    shown.update();
    shown.set(bands);
    shown.check();
  }
});

test('tiles: whatever strokes are added, at once or one by one, or taken away, they look as if painted anew', () => {
  const drawn = fc.record({ tool: fc.constantFrom('wash', 'wash', 'wash', 'pen'), gap: fc.nat(20_000) });
  const step = fc.record({
    what: fc.constantFrom('add', 'add', 'insert', 'take', 'remove', 'swap', 'back'),
    count: fc.integer({ min: 1, max: 4 }),
    which: fc.nat(),
    isShown: fc.boolean(),
  });
  fc.assert(
    fc.property(
      fc.array(drawn, { minLength: 4, maxLength: 10 }),
      fc.array(step, { minLength: 2, maxLength: 7 }),
      (all, steps) => {
        const shown = new Shown();
        let at = 0;
        const left = all.map(({ tool, gap }, n) => {
          at += gap;
          return band(n, at, tool);
        });
        const lists: (readonly Stroke[])[] = [[]];
        for (const { what, count, which, isShown } of steps) {
          const { list } = shown;
          const place = which % (list.length + 1);
          const rest = list.filter((_, i) => i < place || i >= place + count);
          if (what === 'add') shown.set([...list, ...left.splice(0, count)]);
          else if (what === 'insert') shown.set(list.toSpliced(place, 0, ...left.splice(0, count)));
          else if (what === 'back') shown.set(lists[which % lists.length]!);
          else {
            if (what !== 'take') shown.hide(list.slice(place, place + count), what);
            if (isShown) shown.update();
            shown.set(rest);
          }
          lists.push(shown.list);
          if (isShown) shown.check();
        }
        shown.check();
      },
    ),
    { numRuns: 60 },
  );
});
