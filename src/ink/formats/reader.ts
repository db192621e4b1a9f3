/**
 * Reads a file in a worker of its own. The worker is ended, and its memory freed, when the person stops it or
 * it takes too long. Without such a worker, the file is read in the page.
 *
 * Strokes come back as text, a few hundred at a time, so that the page parses them between other work. One
 * message with all of them would block it for a second.
 */

import type { GivenDates } from '../../core/drawing/dates.ts';
import type { OptionalMembers } from '../../core/drawing/types.ts';
import { checkSize } from './common/check-size.ts';
import type { LeftOut } from './common/left-out.ts';
import { Refused } from './common/refused.ts';
import type { FormatMessage } from './format-worker.ts';

export interface FileReading {
  readonly title: string | undefined;
  /** Undefined for white. */
  readonly members: OptionalMembers;
  /** Each stroke as JSON, in order. */
  readonly strokes: readonly string[];
  /** When the drawing was made and changed, as far as the file says. */
  readonly dates: GivenDates;
  readonly leftOut: LeftOut;
}

/** Longest time without progress, ms. */
const TIMEOUT = 60_000;

/** @throws Refused for a file that is not accepted; the signal's reason if it was stopped */
export async function readFile(
  file: Blob,
  signal: AbortSignal,
  onProgress: (done: number) => void,
): Promise<FileReading> {
  checkSize(file.size);
  signal.throwIfAborted();
  const worker = startWorker();
  if (!worker) return readHere(file, onProgress);
  const strokes: string[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stop = () => {};
  try {
    return await new Promise<FileReading>((resolve, reject) => {
      const wait = () => {
        clearTimeout(timer);
        timer = setTimeout(() => reject(new Refused({ code: 'too_slow' })), TIMEOUT);
      };
      stop = () => reject(signal.reason);
      signal.addEventListener('abort', stop);
      worker.addEventListener('error', (event) => {
        event.preventDefault();
        reject(new Refused({ code: 'no_memory' }));
      });
      worker.addEventListener('message', ({ data }: MessageEvent<FormatMessage>) => {
        wait();
        if (data.kind === 'progress') onProgress(data.done);
        else if (data.kind === 'strokes') strokes.push(...data.strokes);
        else if (data.kind === 'done') {
          const { title, members, dates, leftOut } = data;
          resolve({ title, members, strokes, dates, leftOut });
        } else reject(new Refused(data.refusal));
      });
      wait();
      worker.postMessage(file);
    });
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
    worker.terminate();
  }
}

function startWorker(): Worker | undefined {
  try {
    return new Worker(new URL('./format-worker.ts', import.meta.url), { type: 'module', name: 'formats' });
  } catch {
    return undefined;
  }
}

async function readHere(file: Blob, onProgress: (done: number) => void): Promise<FileReading> {
  const [{ readText }, { strokeJson }] = await Promise.all([
    import('./read.ts'),
    import('../../core/drawing/strokes/stroke-json.ts'),
  ]);
  const { title, members, strokes, dates, leftOut } = readText(await file.text(), onProgress);
  return { title, members, strokes: strokes.map(strokeJson), dates, leftOut };
}
