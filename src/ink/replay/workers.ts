/** The page's side of a replay: its workers get the drawing, and give pictures or a film. */
import type { Stroke } from '../../core/drawing/types.ts';
import { doJob, startWorker } from '../job/worker-job.ts';
import { followLife } from '../job/worker-life.ts';
import { SILENT_MAX } from './film/in-time.ts';
import type { FilmMessage, FilmRequest } from './film/serve-film.ts';
import VIDEO_SCRIPT from './film/video-worker.ts?worker&url';
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
  #hasEnded = false;

  private constructor(worker: Worker, { length, width, height }: Extract<ReplayMessage, { kind: 'opened' }>) {
    this.#worker = worker;
    this.length = length;
    this.width = width;
    this.height = height;
    worker.addEventListener('error', () => {
      this.#hasEnded = true;
    });
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
    const worker = started(replayWorker);
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
    if (this.#hasEnded) throw new ReplayFailed('the worker ended');
    const shown = await asked<ReplayRequest, ReplayMessage>(this.#worker, { kind: 'show', time });
    if (shown.kind !== 'shown' || !shown.part) return;
    const { box, bytes } = shown.part;
    context.putImageData(new ImageData(bytes, box.width, box.height), box.left, box.top);
  }

  close(): void {
    this.#worker.terminate();
  }
}

/** The address of the script that makes videos, which few need: the device has it once it was asked for (sw/shell.ts). */
export { VIDEO_SCRIPT };

export interface Film {
  /** A video, a GIF, or pictures in a zip file: its type says which. */
  readonly file: Blob;
  /** True if it is not what was asked for because a script that makes that could not be had. */
  readonly lacksScript: boolean;
}

/** The script of a worker could not be had. */
class ScriptMissing extends ReplayFailed {}

/**
 * Makes a film of a drawing: a video, or a GIF where none can be made or that was asked for, or else its pictures.
 * @throws ReplayFailed; the signal's reason
 */
export async function filmOf(
  drawing: Replayed,
  as: 'video' | 'gif',
  pause: () => Promise<void>,
  onProgress: (done: number) => void,
  signal: AbortSignal,
): Promise<Film> {
  const ways = as === 'video' && makesVideos() ? [videoWorker, gifWorker] : [gifWorker];
  let lacksScript = false;
  for (const start of ways) {
    try {
      const file = await filmBy(started(start), drawing, pause, onProgress, signal);
      return { file, lacksScript };
    } catch (error) {
      signal.throwIfAborted();
      lacksScript ||= error instanceof ScriptMissing;
      onProgress(0);
    }
  }
  // Its script is there in any case.
  const file = await filmBy(started(replayWorker), drawing, pause, onProgress, signal);
  return { file, lacksScript };
}

function videoWorker(): Worker {
  return new Worker(VIDEO_SCRIPT, { type: 'module', name: 'video' });
}

function gifWorker(): Worker {
  return new Worker(new URL('./film/gif-worker.ts', import.meta.url), { type: 'module', name: 'gif' });
}

function replayWorker(): Worker {
  return new Worker(new URL('./replay-worker.ts', import.meta.url), { type: 'module', name: 'replay' });
}

/**
 * True if the browser may have an encoder: whether it works shows only later. One that records no video counts as having none:
 * Debian's WebKitGTK 2.50 ends the whole page when it is asked for one.
 */
export function makesVideos(): boolean {
  const records = (type: string) => globalThis.MediaRecorder?.isTypeSupported(type);
  return 'VideoEncoder' in globalThis && ['video/mp4', 'video/webm'].some(records);
}

function filmBy(
  worker: Worker,
  { strokes, ...drawing }: Replayed,
  pause: () => Promise<void>,
  onProgress: (done: number) => void,
  signal: AbortSignal,
): Promise<Blob> {
  return doJob<FilmMessage, Blob>(worker, {
    async begin() {
      await give(worker, strokes, pause, signal);
      worker.postMessage({ kind: 'make', drawing } satisfies FilmRequest);
    },
    hear(message) {
      if (message.kind === 'made') return message.film;
      if (message.kind === 'failed') throw new ReplayFailed('no film');
      onProgress(message.done);
      return undefined;
    },
    ended(hasSpoken) {
      throw hasSpoken ? new ReplayFailed('the worker ended') : new ScriptMissing('no script');
    },
    signal,
    limit: { ms: SILENT_MAX, tooSlow: () => new ReplayFailed('the worker says nothing') },
  });
}

function started(start: () => Worker): Worker {
  const worker = startWorker(start);
  if (!worker) throw new ReplayFailed('no worker');
  followLife(worker);
  return worker;
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
