/** Makes a picture fit in a worker of its own, until the person stops it. Without such a worker it is done in the page. */

import { doJob, startWorker } from '../../../../ink/job/worker-job.ts';
import { type Decoded, decodeBitmap, type Fitted, fitInCanvas, type Surface } from './fit-in-canvas.ts';
import type { FitAnswer, FitRequest } from './fit-worker.ts';
import type { PhotoHead } from './photo-head.ts';
import { checkedHead } from './photo-limits.ts';
import { drawUpright } from './turn.ts';
import { Unfit } from './unfit.ts';

export type { Fitted };

/** Longest time that a picture may take, ms. */
const TIMEOUT = 60_000;

/** @throws Unfit for a picture that is not accepted; the signal's reason if it was stopped */
export async function fitPhoto(file: File, signal: AbortSignal): Promise<Fitted> {
  const head = await checkedHead(file);
  signal.throwIfAborted();
  const answer = await inWorker({ file, head }, signal);
  if (answer.kind === 'done') return answer;
  const isUnknown = answer.kind === 'refused' && answer.reason.code === 'unknown_here';
  // A browser may show a picture that it does not decode for a canvas.
  if (answer.kind === 'unable' || isUnknown) return inPage(file, head, signal);
  throw new Unfit(answer.reason);
}

async function inWorker(request: FitRequest, signal: AbortSignal): Promise<FitAnswer> {
  const worker = startWorker(
    () => new Worker(new URL('./fit-worker.ts', import.meta.url), { type: 'module', name: 'photo' }),
  );
  if (!worker) return { kind: 'unable' };
  return doJob<FitAnswer, FitAnswer>(worker, {
    begin: () => worker.postMessage(request),
    hear: (answer) => answer,
    ended: () => ({ kind: 'unable' }),
    signal,
    limit: { ms: TIMEOUT, tooSlow: () => new Unfit({ code: 'too_slow' }) },
  });
}

async function inPage(file: Blob, head: PhotoHead, signal: AbortSignal): Promise<Fitted> {
  const decode = (blob: Blob) => decodeBitmap(blob).catch(() => decodeImage(blob));
  const fitted = await fitInCanvas(file, head, decode, canvasOf);
  signal.throwIfAborted();
  return fitted;
}

/** Decodes as the browser shows pictures. */
async function decodeImage(file: Blob): Promise<Decoded> {
  const image = new Image();
  image.src = URL.createObjectURL(file);
  const free = () => URL.revokeObjectURL(image.src);
  try {
    await image.decode();
  } catch (error) {
    free();
    throw error;
  }
  return { picture: image, width: image.naturalWidth, height: image.naturalHeight, free };
}

function canvasOf(width: number, height: number): Surface | undefined {
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const context = canvas.getContext('2d');
  if (!context) return undefined;
  context.imageSmoothingQuality = 'high';
  return {
    draw: (...how) => drawUpright(context, ...how),
    write: (type, quality) => new Promise((resolve) => canvas.toBlob(resolve, type, quality)),
    free: () => {
      canvas.width = 0;
    },
  };
}
