/** The worker that makes one picture fit. Whatever the picture does to it, the page keeps running. */
import { decodeBitmap, type Fitted, fitInCanvas, type Surface } from './fit-in-canvas.ts';
import type { PhotoHead } from './photo-head.ts';
import { drawUpright } from './turn.ts';
import { type Reason, Unfit } from './unfit.ts';

export interface FitRequest {
  readonly file: Blob;
  readonly head: PhotoHead;
}

export type FitAnswer =
  | ({ readonly kind: 'done' } & Fitted)
  | { readonly kind: 'refused'; readonly reason: Reason }
  /** The browser has no canvas here. */
  | { readonly kind: 'unable' };

addEventListener('message', ({ data }: MessageEvent<FitRequest>) => {
  void answerTo(data).then((answer) => postMessage(answer));
});

async function answerTo({ file, head }: FitRequest): Promise<FitAnswer> {
  if (!offscreen(1, 1)) return { kind: 'unable' };
  try {
    return { kind: 'done', ...(await fitInCanvas(file, head, decodeBitmap, offscreen)) };
  } catch (error) {
    return { kind: 'refused', reason: error instanceof Unfit ? error.reason : { code: 'no_memory' } };
  }
}

function offscreen(width: number, height: number): Surface | undefined {
  if (typeof OffscreenCanvas === 'undefined') return undefined;
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (!context) return undefined;
  context.imageSmoothingQuality = 'high';
  return {
    draw: (...how) => drawUpright(context, ...how),
    write: (type, quality) => canvas.convertToBlob({ type, quality }),
    free: () => {
      canvas.width = 0;
    },
  };
}
