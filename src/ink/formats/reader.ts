/**
 * Reads a file in a worker of its own, until the person stops it. Without such a worker, the file is read in the page.
 *
 * Strokes come back as text, a few hundred at a time, so that the page parses them between other work. One
 * message with all of them would block it for a second.
 */

import type { GivenDates } from '../../core/drawing/dates.ts';
import type { OptionalMembers } from '../../core/drawing/types.ts';
import { doJob, startWorker } from '../job/worker-job.ts';
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
  const worker = startWorker(
    () => new Worker(new URL('./format-worker.ts', import.meta.url), { type: 'module', name: 'formats' }),
  );
  if (!worker) return readHere(file, onProgress);
  const strokes: string[] = [];
  return doJob<FormatMessage, FileReading>(worker, {
    begin: () => worker.postMessage(file),
    hear(message) {
      if (message.kind === 'refused') throw new Refused(message.refusal);
      if (message.kind === 'progress') onProgress(message.done);
      else if (message.kind === 'strokes') strokes.push(...message.strokes);
      else {
        const { title, members, dates, leftOut } = message;
        return { title, members, strokes, dates, leftOut };
      }
      return undefined;
    },
    ended() {
      throw new Refused({ code: 'no_memory' });
    },
    signal,
    limit: { ms: TIMEOUT, tooSlow: () => new Refused({ code: 'too_slow' }) },
  });
}

async function readHere(file: Blob, onProgress: (done: number) => void): Promise<FileReading> {
  const [{ readText }, { strokeJson }] = await Promise.all([
    import('./read.ts'),
    import('../../core/drawing/strokes/stroke-json.ts'),
  ]);
  const { title, members, strokes, dates, leftOut } = readText(await file.text(), onProgress);
  return { title, members, strokes: strokes.map(strokeJson), dates, leftOut };
}
