/** The worker that paints a replay while it is played. */
import type { Stroke } from '../../core/drawing/types.ts';
import type { Box } from '../brush/field/pixels.ts';
import { onPaper } from './on-paper.ts';
import { type Replay, type Replayed, replayOf } from './replay-job.ts';

export type ReplayRequest =
  /** Some of the strokes; `open` comes after the last of them. */
  | { readonly kind: 'strokes'; readonly strokes: readonly Stroke[] }
  | { readonly kind: 'open'; readonly drawing: Omit<Replayed, 'strokes'> }
  | { readonly kind: 'show'; readonly time: number };

export type ReplayMessage =
  /** `length`: ms; 0 if nothing is visible. */
  | { readonly kind: 'opened'; readonly length: number; readonly width: number; readonly height: number }
  /** What changed, from the corner of the frame; undefined if nothing did. */
  | {
      readonly kind: 'shown';
      readonly part?: { readonly box: Box; readonly bytes: Uint8ClampedArray<ArrayBuffer> };
    };

const strokes: Stroke[] = [];
let replay: Replay | undefined;
let isBlank = true;

addEventListener('message', ({ data }: MessageEvent<ReplayRequest>) => {
  if (data.kind === 'strokes') strokes.push(...data.strokes);
  else if (data.kind === 'open') open(data.drawing);
  else show(data.time);
});

function open(drawing: Omit<Replayed, 'strokes'>): void {
  replay = replayOf({ ...drawing, strokes });
  const { width = 0, height = 0 } = replay?.picture.frame ?? {};
  answer({ kind: 'opened', length: replay?.timeline.length ?? 0, width, height });
}

function show(time: number): void {
  const changed = replay?.picture.show(time);
  // The first one brings the paper.
  const part = isBlank ? replay?.picture.pixels : changed;
  isBlank = false;
  if (!replay || !part) {
    answer({ kind: 'shown' });
    return;
  }
  const { picture, paper } = replay;
  const { left, top, width, height } = part;
  const box = { left: left - picture.frame.left, top: top - picture.frame.top, width, height };
  const bytes = onPaper(picture.pixels, part, paper);
  answer({ kind: 'shown', part: { box, bytes } }, [bytes.buffer]);
}

function answer(message: ReplayMessage, moved: Transferable[] = []): void {
  postMessage(message, { transfer: moved });
}
