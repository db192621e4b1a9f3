/**
 * The worker that draws tiles. It gets each stroke once, or reads the first ones from the drawing's JSON, and
 * is told which strokes are removed. It draws the tiles that the page requests.
 */
import { ONE_LAYER } from '../../../core/drawing/members/layers.ts';
import type { Drawing } from '../../../core/drawing/types.ts';
import { paintCoats } from '../../brush/field/paint-coats.ts';
import { wholeOf } from '../../brush/field/pixels.ts';
import { flatWashOf } from '../../brush/wet-wash.ts';
import { grow } from '../../geometry/bounds.ts';
import { FlatScene } from '../../scene/flat-scene.ts';
import { hasLost } from '../../view/lost-canvas.ts';
import { partPixels, showPart } from '../rasteriser.ts';
import { cellBounds, INK_EDGE, TILE } from '../tile-grid.ts';
import { type FlatSceneStroke, pack, unpack } from './packed-strokes.ts';
import { type ScannedDocument, scanDocument } from './scan-document.ts';
import type { TileReply, TileRequest } from './worker-rasteriser.ts';

const pieces = new FlatScene<FlatSceneStroke>(flatWashOf);
/** They are numbers already. */
const asItIs = (piece: FlatSceneStroke) => piece;
let layers = ONE_LAYER;
let context: OffscreenCanvasRenderingContext2D | null = null;

addEventListener('message', ({ data }: MessageEvent<TileRequest>) => {
  if (data.kind === 'strokes') {
    pieces.change(data.gone, unpack(data.come));
    return;
  }
  if (data.kind === 'layers') {
    layers = data.layers;
    return;
  }
  if (data.kind === 'document') {
    const bytes = new Uint8Array(data.document);
    const document = scanDocument(bytes) ?? parseDocument(bytes);
    pieces.change([], unpack(document.strokes));
    layers = document.layers ?? ONE_LAYER;
    answer({ kind: 'read', strokes: pieces.size });
    return;
  }
  if (!context || hasLost(context)) context = canvas();
  if (!context) {
    answer({ kind: 'unable' });
    return;
  }
  const { cell, veil } = data;
  const coats = pieces.coats(grow(cellBounds(cell), INK_EDGE / cell.scale));
  if (coats.length > 0) {
    const pixels = partPixels(cell);
    paintCoats(pixels, cell.scale, coats, asItIs, layers, veil);
    showPart(context, pixels, wholeOf(pixels));
  }
  const image = context.canvas.transferToImageBitmap();
  answer({ kind: 'tile', order: data.order, image }, [image]);
});

function canvas(): OffscreenCanvasRenderingContext2D | null {
  const fresh = new OffscreenCanvas(TILE, TILE);
  // Tiles drawn between the loss and this event are blank.
  fresh.addEventListener('contextlost', () => answer({ kind: 'lost' }));
  return fresh.getContext('2d', { willReadFrequently: true });
}

/** Parses JSON in whatever form it is. */
function parseDocument(bytes: Uint8Array): ScannedDocument {
  const { strokes, layers }: Pick<Drawing, 'strokes' | 'layers'> = JSON.parse(
    new TextDecoder().decode(bytes),
  );
  return { strokes: pack(strokes.map((stroke, i) => ({ stroke, place: i + 1 }))), layers };
}

function answer(message: TileReply, transfer: Transferable[] = []): void {
  postMessage(message, { transfer });
}
