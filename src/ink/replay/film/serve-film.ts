/** What the workers that make films share: they get a drawing, and answer with a film. They are ended to cancel. */
import type { Stroke } from '../../../core/drawing/types.ts';
import { holdLife } from '../../job/worker-life.ts';
import { type Replayed, replayOf } from '../replay-job.ts';
import { FilmFrames } from './film-frames.ts';
import { makeFilm, NotMade, type Way } from './make-film.ts';

export type FilmRequest =
  /** Some of the strokes; `make` comes after the last of them. */
  | { readonly kind: 'strokes'; readonly strokes: readonly Stroke[] }
  | { readonly kind: 'make'; readonly drawing: Omit<Replayed, 'strokes'> };

export type FilmMessage =
  | { readonly kind: 'progress'; readonly done: number }
  | { readonly kind: 'made'; readonly film: Blob }
  | { readonly kind: 'failed' };

/** Progress is told in this many steps. */
const STEPS = 200;

/** Answers the page with the first of these ways that works. */
export function serveFilm(ways: readonly Way[]): void {
  const strokes: Stroke[] = [];
  holdLife();
  // The page then knows that this script is there.
  answer({ kind: 'progress', done: 0 });
  addEventListener('message', ({ data }: MessageEvent<FilmRequest>) => {
    if (data.kind === 'strokes') strokes.push(...data.strokes);
    else void answerFilm({ ...data.drawing, strokes }, ways);
  });
}

/** Makes a film of the drawing by the first of these ways that works, and sends it. */
export async function answerFilm(drawing: Replayed, ways: readonly Way[]): Promise<void> {
  const open = (long?: number) => {
    const replay = replayOf(drawing, long);
    if (!replay) throw new NotMade('nothing is visible');
    return new FilmFrames(replay);
  };
  let told = -1;
  const onProgress = (done: number) => {
    const step = Math.floor(done * STEPS);
    if (step === told) return;
    told = step;
    answer({ kind: 'progress', done });
  };
  try {
    answer({ kind: 'made', film: await makeFilm(open, ways, onProgress) });
  } catch {
    answer({ kind: 'failed' });
  }
}

function answer(message: FilmMessage): void {
  postMessage(message);
}
