/** Runs in a page: draws tiles by the field and by the path of a canvas, and times both. */

import type { Stroke } from '../../../../src/core/drawing/types.ts';
import { paintPixels } from '../../../../src/ink/brush/field/paint-stroke.ts';
import { type Pixels, wholeOf } from '../../../../src/ink/brush/field/pixels.ts';
import { grow, overlap } from '../../../../src/ink/geometry/bounds.ts';
import { partPixels, showPart } from '../../../../src/ink/tiles/rasteriser.ts';
import { type Cell, cellBounds, INK_EDGE, TILE } from '../../../../src/ink/tiles/tile-grid.ts';
import { type FlatSceneStroke, pack, unpack } from '../../../../src/ink/tiles/worker/packed-strokes.ts';
import { paintOnCanvasTile } from './canvas-tile.ts';

/** Strokes and the tiles to draw of them. */
export interface TileSet {
  readonly strokes: readonly Stroke[];
  readonly cells: readonly Cell[];
}

export interface TileBench {
  take(name: string, set: TileSet): number;
  /** ms for all tiles of the set. */
  field(name: string): number;
  /** The same with plain lines of the pen, or of the marker. */
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
  readonly plain: readonly FlatSceneStroke[];
}

const PART = 64;
const sets = new Map<string, readonly Prepared[]>();
const context = new OffscreenCanvas(TILE, TILE).getContext('2d')!;
const memory = new OffscreenCanvas(TILE, TILE).getContext('2d', { willReadFrequently: true })!;
const small = new OffscreenCanvas(PART, PART).getContext('2d', { willReadFrequently: true })!;
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

function painted(pieces: readonly FlatSceneStroke[], cell: Cell, left: number, top: number, side: number) {
  const pixels = partPixels(cell, { left, top, right: left + side, bottom: top + side });
  for (const piece of pieces) paintPixels(pixels, cell.scale, piece);
  return pixels;
}

function timed(work: () => void): number {
  const began = performance.now();
  work();
  return performance.now() - began;
}

/** As the worker does it. */
function show(target: OffscreenCanvasRenderingContext2D, pixels: Pixels): void {
  showPart(target, pixels, wholeOf(pixels));
  force(target.canvas.transferToImageBitmap());
}

const bench: TileBench = {
  take(name, { strokes, cells }) {
    const pieces = unpack(pack(strokes.map((stroke, i) => ({ stroke, place: i + 1 }))));
    const prepared = cells.map((cell) => {
      const inTile = near(pieces, cell, 0, 0, TILE);
      const plain = inTile.map((piece) => ({ ...piece, tool: piece.tool === 'marker' ? 'marker' : 'pen' }));
      return { cell, pieces: inTile, inPart: near(inTile, cell, PART, PART, PART), plain };
    });
    sets.set(name, prepared);
    return prepared.reduce((sum, one) => sum + one.pieces.length, 0);
  },
  field(name) {
    return timed(() => {
      for (const { cell, pieces } of sets.get(name) ?? []) show(memory, painted(pieces, cell, 0, 0, TILE));
    });
  },
  canvas(name) {
    return timed(() => {
      for (const { cell, plain } of sets.get(name) ?? []) {
        context.setTransform(cell.scale, 0, 0, cell.scale, 0, 0);
        for (const piece of plain) paintOnCanvasTile(context, cell, piece);
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
      const whole = new Uint8Array(painted(pieces, cell, 0, 0, TILE).words.buffer);
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
