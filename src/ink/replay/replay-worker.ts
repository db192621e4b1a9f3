/**
 * The worker that paints a replay while it is played. It also makes single pictures of it, where no script that makes a film can
 * be had: this one is there, since the replay is played.
 */
import type { Stroke } from '../../core/drawing/types.ts';
import type { Box } from '../brush/field/pixels.ts';
import { holdLife } from '../job/worker-life.ts';
import { pictures } from './film/pictures.ts';
import { answerFilm, type FilmRequest } from './film/serve-film.ts';
import { onPaper } from './on-paper.ts';
import { type Replay, type Replayed, replayOf } from './replay-job.ts';

export type ReplayRequest =
  /** After the last of the strokes (`FilmRequest`). */
  | { readonly kind: 'open'; readonly drawing: Omit<Replayed, 'strokes'> }
  | { readonly kind: 'show'; readonly time: number }
  | FilmRequest;

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

holdLife();
addEventListener('message', ({ data }: MessageEvent<ReplayRequest>) => {
  if (data.kind === 'strokes') strokes.push(...data.strokes);
  else if (data.kind === 'open') open(data.drawing);
  else if (data.kind === 'make') void answerFilm({ ...data.drawing, strokes }, [{ make: pictures }]);
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
