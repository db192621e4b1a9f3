/** The page's side of a replay: its workers get the drawing, and give pictures or a film. */
import type { Stroke } from '../../core/drawing/types.ts';
import type { FilmMessage, FilmRequest } from './film/serve-film.ts';
import type { Replayed } from './replay-job.ts';
import type { ReplayMessage, ReplayRequest } from './replay-worker.ts';

/** How many strokes one message carries: more at a time would hold up the page. */
const TOGETHER = 500;

/** A worker ended by itself, or there is none. */
export class ReplayFailed extends Error {}

/** @param pause resolves once the page has had time for other work */
async function give(
  worker: Worker,
  strokes: readonly Stroke[],
  pause: () => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  for (let i = 0; i < strokes.length; i += TOGETHER) {
    worker.postMessage({ kind: 'strokes', strokes: strokes.slice(i, i + TOGETHER) });
    await pause();
    signal.throwIfAborted();
  }
}

/** A drawing that is played. */
export class Player {
  /** ms */
  readonly length: number;
  readonly width: number;
  readonly height: number;
  readonly #worker: Worker;

  private constructor(worker: Worker, { length, width, height }: Extract<ReplayMessage, { kind: 'opened' }>) {
    this.#worker = worker;
    this.length = length;
    this.width = width;
    this.height = height;
  }

  /**
   * Opens a replay, which has the length 0 if nothing of the drawing is visible.
   * @throws ReplayFailed; the signal's reason
   */
  static async open(
    { strokes, ...drawing }: Replayed,
    pause: () => Promise<void>,
    signal: AbortSignal,
  ): Promise<Player> {
    const worker = started(
      () => new Worker(new URL('./replay-worker.ts', import.meta.url), { type: 'module', name: 'replay' }),
    );
    try {
      await give(worker, strokes, pause, signal);
      const opened = await asked<ReplayRequest, ReplayMessage>(worker, { kind: 'open', drawing });
      signal.throwIfAborted();
      if (opened.kind !== 'opened') throw new ReplayFailed('no replay');
      return new Player(worker, opened);
    } catch (error) {
      worker.terminate();
      throw error;
    }
  }

  /**
   * Shows a time, ms, on a canvas of the replay's size. One at a time.
   * @throws ReplayFailed
   */
  async show(context: CanvasRenderingContext2D, time: number): Promise<void> {
    const shown = await asked<ReplayRequest, ReplayMessage>(this.#worker, { kind: 'show', time });
    if (shown.kind !== 'shown' || !shown.part) return;
    const { box, bytes } = shown.part;
    context.putImageData(new ImageData(bytes, box.width, box.height), box.left, box.top);
  }

  close(): void {
    this.#worker.terminate();
  }
}

/**
 * Makes a film of a drawing: a video, or a GIF where the browser makes none or that was asked for, or else its pictures
 * in a zip file. Its type says which.
 * @throws ReplayFailed; the signal's reason
 */
export async function filmOf(
  drawing: Replayed,
  as: 'video' | 'gif',
  pause: () => Promise<void>,
  onProgress: (done: number) => void,
  signal: AbortSignal,
): Promise<Blob> {
  const made = (start: () => Worker) => filmBy(started(start), drawing, pause, onProgress, signal);
  if (as === 'video' && 'VideoEncoder' in globalThis) {
    try {
      return await made(
        () =>
          new Worker(new URL('./film/video-worker.ts', import.meta.url), { type: 'module', name: 'video' }),
      );
    } catch {
      signal.throwIfAborted();
      onProgress(0);
    }
  }
  return made(
    () => new Worker(new URL('./film/gif-worker.ts', import.meta.url), { type: 'module', name: 'gif' }),
  );
}

async function filmBy(
  worker: Worker,
  { strokes, ...drawing }: Replayed,
  pause: () => Promise<void>,
  onProgress: (done: number) => void,
  signal: AbortSignal,
): Promise<Blob> {
  let stop = () => {};
  try {
    await give(worker, strokes, pause, signal);
    return await new Promise<Blob>((resolve, reject) => {
      stop = () => reject(signal.reason);
      signal.addEventListener('abort', stop);
      worker.addEventListener('error', (event) => {
        event.preventDefault();
        reject(new ReplayFailed('the worker ended'));
      });
      worker.addEventListener('message', ({ data }: MessageEvent<FilmMessage>) => {
        if (data.kind === 'progress') onProgress(data.done);
        else if (data.kind === 'made') resolve(data.film);
        else reject(new ReplayFailed('no film'));
      });
      worker.postMessage({ kind: 'make', drawing } satisfies FilmRequest);
    });
  } finally {
    signal.removeEventListener('abort', stop);
    worker.terminate();
  }
}

function started(start: () => Worker): Worker {
  try {
    return start();
  } catch {
    throw new ReplayFailed('no worker');
  }
}

/** Sends a request, and resolves with the next message. */
function asked<Request, Message>(worker: Worker, request: Request): Promise<Message> {
  return new Promise((resolve, reject) => {
    const end = () => {
      worker.removeEventListener('message', answer);
      worker.removeEventListener('error', fail);
    };
    const answer = ({ data }: MessageEvent<Message>) => {
      end();
      resolve(data);
    };
    const fail = (event: Event) => {
      event.preventDefault();
      end();
      reject(new ReplayFailed('the worker ended'));
    };
    worker.addEventListener('message', answer);
    worker.addEventListener('error', fail);
    worker.postMessage(request);
  });
}
