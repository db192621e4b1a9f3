/** An encoder that stops without an error would keep a film waiting for ever, and the next way untried. */
import { NotMade } from './make-film.ts';

/** Longest time for one step of an encoder, ms. A picture takes some 15. */
export const STEP_MAX = 20_000;

/**
 * Longest time without a word from a worker that makes a film, ms: longer than all codecs take to fail one after the other. Only
 * for an end that nothing tells, before the worker holds its lock or where there are none (worker-life.ts).
 */
export const SILENT_MAX = 9 * STEP_MAX;

/** @throws NotMade if the work does not end in time, or what the work throws */
export async function inTime<T>(work: Promise<T>, most: number = STEP_MAX): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new NotMade('the encoder has stopped')), most);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
