/** Runs in a page: draws tiles by the field and by the path of a canvas, and times both. */

import type { Stroke } from '../../../src/core/drawing/types.ts';
import { paintFlat } from '../../../src/ink/brush/field/paint-stroke.ts';
import { straightBytes } from '../../../src/ink/brush/field/pixels.ts';
import { grow, overlap } from '../../../src/ink/geometry/bounds.ts';
import { beginTile, paintFlatOnTile } from '../../../src/ink/tiles/rasteriser.ts';
import { type Cell, cellBounds, INK_EDGE, TILE } from '../../../src/ink/tiles/tile-grid.ts';
import { type FlatSceneStroke, pack, unpack } from '../../../src/ink/tiles/worker/packed-strokes.ts';

/** Strokes and the tiles to draw of them. */
export interface TileSet {
  readonly strokes: readonly Stroke[];
  readonly cells: readonly Cell[];
}

export interface TileBench {
  take(name: string, set: TileSet): number;
  /** ms for all tiles of the set. */
  field(name: string): number;
  canvas(name: string): number;
  /** ms for one part of 64 px of each tile. */
  part(name: string): number;
  /** Bytes by which parts of the tiles, drawn alone, differ from the tiles. */
  differing(name: string): number;
}

interface Prepared {
  readonly cell: Cell;
  readonly pieces: readonly FlatSceneStroke[];
  readonly inPart: readonly FlatSceneStroke[];
}

const PART = 64;
const sets = new Map<string, readonly Prepared[]>();
const context = new OffscreenCanvas(TILE, TILE).getContext('2d')!;
const small = new OffscreenCanvas(PART, PART).getContext('2d')!;
const probe = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })!;

/** Makes the browser do what it has put off. */
function force(image: ImageBitmap): void {
  probe.drawImage(image, 0, 0, 1, 1, 0, 0, 1, 1);
  probe.getImageData(0, 0, 1, 1);
  image.close();
}

function near(pieces: readonly FlatSceneStroke[], cell: Cell, left: number, top: number, side: number) {
  const { minX, minY } = cellBounds(cell);
  const from = { minX: minX + left / cell.scale, minY: minY + top / cell.scale };
  const area = { ...from, maxX: from.minX + side / cell.scale, maxY: from.minY + side / cell.scale };
  return pieces.filter(({ bounds }) => overlap(bounds, grow(area, INK_EDGE / cell.scale)));
}

const buffers = new Map<number, Uint32Array<ArrayBuffer>>();

function painted(pieces: readonly FlatSceneStroke[], cell: Cell, left: number, top: number, side: number) {
  const words = buffers.get(side) ?? new Uint32Array(side * side);
  buffers.set(side, words.fill(0));
  const pixels = { left: cell.x * TILE + left, top: cell.y * TILE + top, width: side, height: side, words };
  for (const piece of pieces) paintFlat(pixels, cell.scale, piece);
  return pixels;
}

function timed(work: () => void): number {
  const began = performance.now();
  work();
  return performance.now() - began;
}

const images = new Map<number, ImageData>();

function show(target: OffscreenCanvasRenderingContext2D, pixels: ReturnType<typeof painted>): void {
  const image = images.get(pixels.width) ?? new ImageData(pixels.width, pixels.height);
  images.set(pixels.width, image);
  straightBytes(pixels, image.data);
  target.putImageData(image, 0, 0);
  force(target.canvas.transferToImageBitmap());
}

const bench: TileBench = {
  take(name, { strokes, cells }) {
    const pieces = unpack(pack(strokes.map((stroke, i) => ({ stroke, place: i + 1 }))));
    const prepared = cells.map((cell) => {
      const inTile = near(pieces, cell, 0, 0, TILE);
      return { cell, pieces: inTile, inPart: near(inTile, cell, PART, PART, PART) };
    });
    sets.set(name, prepared);
    return prepared.reduce((sum, one) => sum + one.pieces.length, 0);
  },
  field(name) {
    return timed(() => {
      for (const { cell, pieces } of sets.get(name) ?? []) show(context, painted(pieces, cell, 0, 0, TILE));
    });
  },
  canvas(name) {
    return timed(() => {
      for (const { cell, pieces } of sets.get(name) ?? []) {
        beginTile(context, cell.scale);
        for (const piece of pieces) paintFlatOnTile(context, cell, piece);
        force(context.canvas.transferToImageBitmap());
      }
    });
  },
  part(name) {
    return timed(() => {
      for (const { cell, inPart } of sets.get(name) ?? [])
        show(small, painted(inPart, cell, PART, PART, PART));
    });
  },
  differing(name) {
    let bytes = 0;
    for (const { cell, pieces } of sets.get(name) ?? []) {
      const whole = new Uint8Array(painted(pieces, cell, 0, 0, TILE).words.slice().buffer);
      for (let top = 0; top < TILE; top += PART) {
        for (let left = 0; left < TILE; left += PART) {
          const here = near(pieces, cell, left, top, PART);
          const part = new Uint8Array(painted(here, cell, left, top, PART).words.buffer);
          for (let i = 0; i < part.length; i++) {
            const y = Math.floor(i / (4 * PART));
            if (part[i] !== whole[((top + y) * TILE + left) * 4 + (i % (4 * PART))]) bytes += 1;
          }
        }
      }
    }
    return bytes;
  },
};
Object.assign(globalThis, { tileBench: bench });
