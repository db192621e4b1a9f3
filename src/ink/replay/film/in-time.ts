/** An encoder that stops without an error would keep a film waiting for ever, and the next way untried. */
import { NotMade } from './make-film.ts';

/** Longest time for one step of an encoder, ms. A picture takes some 15. */
export const STEP_MAX = 20_000;

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
