/** The worker that draws tiles. It is told of strokes once, and of those that go; then it draws what is ordered. */

import { grow } from './bounds.ts';
import { paintFlat } from './flat-stroke.ts';
import { type Piece, unpack } from './pack.ts';
import { Pile } from './pile.ts';
import { beginTile } from './rasteriser.ts';
import { cellBounds, INK_EDGE, TILE } from './tile-grid.ts';
import type { TileAnswer, ToTileWorker } from './worker-rasteriser.ts';

const pile = new Pile<Piece>();
const pieces = new Map<number, Piece>();
let context: OffscreenCanvasRenderingContext2D | null = null;

addEventListener('message', ({ data }: MessageEvent<ToTileWorker>) => {
  if (data.kind === 'strokes') {
    for (const place of data.gone) {
      const piece = pieces.get(place);
      if (piece) pile.remove(piece);
      pieces.delete(place);
    }
    for (const piece of unpack(data.come)) {
      pieces.set(piece.place, piece);
      pile.add(piece, piece.bounds);
    }
    return;
  }
  context ??= new OffscreenCanvas(TILE, TILE).getContext('2d');
  if (!context) {
    answer({ kind: 'unable' });
    return;
  }
  const bounds = cellBounds(data.cell);
  beginTile(context, data.cell.scale);
  for (const piece of pile.near(grow(bounds, INK_EDGE / data.cell.scale))) {
    paintFlat(context, piece, bounds.minX, bounds.minY);
  }
  const image = context.canvas.transferToImageBitmap();
  answer({ kind: 'tile', order: data.order, image }, [image]);
});

function answer(message: TileAnswer, transfer: Transferable[] = []): void {
  postMessage(message, { transfer });
}
