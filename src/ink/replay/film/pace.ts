/** Which pictures a film has: fewer where making all of them would take longer than it lasts. */
import { STANDS } from '../timeline.ts';

/** The part of a film's length in which its pictures are to be made. The rest is for its last one, and for the file. */
const BUDGET = 0.7;
/** How much the picture made last tells about those that come: one slow picture alone says little. */
const NEWEST = 0.1;

export interface Shown {
  /** Number of the picture, counted at the full rate. */
  readonly index: number;
  /** For how many pictures of the full rate it stands. */
  readonly pictures: number;
}

/**
 * The pictures to make, one after the other. How long each takes is measured between asking for it and for the next. The first
 * picture of the finished drawing and the last one are never left out.
 * @param length of the film, ms
 * @param rate pictures a second
 * @param now the clock, ms
 */
export function paceOf(length: number, rate: number, now = () => performance.now()) {
  const began = now();
  const count = Math.ceil((length / 1000) * rate);
  const finished = Math.max(0, Math.min(count - 1, Math.ceil(((length - STANDS) / 1000) * rate)));
  function* shown(): Generator<Shown, void> {
    let cost = 0;
    for (let index = 0; index < count; ) {
      const asked = now();
      const left = BUDGET * length - (asked - began);
      const wanted = left > 0 ? Math.ceil((cost * (count - index)) / left) : count;
      const next = index < finished ? finished : index < count - 1 ? count - 1 : count;
      const pictures = Math.min(Math.max(1, wanted), next - index);
      yield { index, pictures };
      cost += NEWEST * (now() - asked - cost);
      index += pictures;
    }
  }
  return { count, shown };
}
