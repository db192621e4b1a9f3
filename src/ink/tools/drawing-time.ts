/**
 * The drawing time, from which strokes get their `at`: how long somebody has drawn. Long pauses count little, so
 * that a drawing made over days can be played in minutes, and no stroke tells when somebody was where.
 */
import { AT_MAX } from '../../core/drawing/limits.ts';
import type { Stroke } from '../../core/drawing/types.ts';
import { brushOf } from '../brush/brushes.ts';
import { dry } from '../brush/kinds/dry.ts';
import { allDryAfter, dryAfter, WET } from '../brush/wet-wash.ts';

/** The most that a pause counts, ms. */
const PAUSE_MAX = 5_000;

/**
 * How much later what was drawn while a drawing opened is, whose time began at 0, once that is known: it goes on after the
 * latest of the drawing's strokes, and a wash on top of them is dry.
 * @param own the drawing's own strokes
 */
export function landingTime(own: readonly Stroke[]): number {
  let latest = -1;
  for (const { at = -1 } of own) if (at > latest) latest = at;
  return Math.max(latest < 0 ? 0 : latest + PAUSE_MAX, dryAfter(own) ?? 0);
}

/** Strokes that were drawn while a drawing opened, at the times that they have on top of these. */
export function onTopOf(under: readonly Stroke[], strokes: readonly Stroke[]): readonly Stroke[] {
  const by = landingTime(under);
  return strokes.map((stroke) => landed(stroke, by));
}

/** A stroke that was drawn while a drawing opened, later by so much. One without a time stays without. */
export function landed(stroke: Stroke, by: number): Stroke {
  const { at: early, ...rest } = stroke;
  if (early === undefined || by === 0) return stroke;
  const at = atOf(early + by);
  return at === undefined ? rest : { ...rest, at };
}

export class DrawingTime {
  #time = 0;
  /** When the time was last asked for, ms of the caller's clock. */
  #asked: number | undefined;
  /** When the last stroke ended, ms of that clock; undefined until one has been drawn here. */
  #ended: number | undefined;

  /** Goes on after the latest of these strokes. */
  goOnAfter(strokes: readonly Stroke[]): void {
    let latest = -1;
    for (const { at = -1 } of strokes) if (at > latest) latest = at;
    if (latest >= this.#time) this.#time = latest + PAUSE_MAX;
  }

  /** Time goes on by this much: what was drawn so far is put on top of a drawing. */
  later(by: number): void {
    this.#time += by;
  }

  /**
   * The drawing time in whole ms; undefined beyond what a stroke may say. Ask at every sample: a time in which nobody
   * asks is a pause.
   * @param now ms of a clock that never goes back
   */
  at(now: number): number | undefined {
    this.#goOn(now);
    return atOf(Math.floor(this.#time));
  }

  /** A stroke ended. */
  ended(now: number): void {
    this.#ended = now;
  }

  /**
   * The same as `at`, for a stroke that begins. A pause counts little, but a wash dries in it: after one that is long
   * enough the time has gone on until it is dry. Nobody knows how long a drawing was closed: then it is dry too.
   * @param dryAt when what lies on top is dry, ms of drawing time; undefined if it is no wash
   */
  atBegin(now: number, dryAt: number | undefined): number | undefined {
    this.#goOn(now);
    const isDry = this.#ended === undefined || now - this.#ended >= WET;
    if (dryAt !== undefined && isDry) this.#time = Math.max(this.#time, dryAt);
    return atOf(Math.floor(this.#time));
  }

  /**
   * The strokes as new ink of this drawing: as if drawn now, with the same time between them. In another drawing their
   * old times would say nothing, and beside their originals they would become one wash with them: washes begin when all
   * below them are dry, and what is drawn next begins when they are. Strokes without a time stay without.
   * @param below all strokes of the drawing
   * @param now ms of the same clock
   */
  renewed(strokes: readonly Stroke[], below: readonly Stroke[], now: number): readonly Stroke[] {
    let [first, last] = [Infinity, -Infinity];
    for (const stroke of strokes) {
      if (stroke.at === undefined || !isRenewable(stroke)) continue;
      first = Math.min(first, stroke.at);
      last = Math.max(last, stroke.at);
    }
    if (last < first) return strokes;
    this.#goOn(now);
    // The topmost alone is not enough: what parts it from the others may be erased.
    const dryAt = strokes.some(({ tool }) => brushOf(tool).isWet) ? allDryAfter(below) : 0;
    const by = Math.max(Math.floor(this.#time), dryAt) - first;
    const renewed = strokes.map((stroke) => {
      if (stroke.at === undefined || !isRenewable(stroke)) return stroke;
      const { at: before, ...rest } = stroke;
      const at = atOf(before + by);
      return at === undefined ? rest : { ...rest, at };
    });
    this.#time = Math.max(last + by, allDryAfter(renewed));
    return renewed;
  }

  #goOn(now: number): void {
    const passed = now - (this.#asked ?? now);
    this.#asked = now;
    this.#time += Math.min(PAUSE_MAX, Math.max(0, passed));
  }
}

/**
 * The time as a stroke says it; undefined if it is too large. Strokes that all said the largest would seem to be drawn at
 * once, and washes would run together by it.
 */
function atOf(time: number): number | undefined {
  return time <= AT_MAX ? time : undefined;
}

/** False where the time makes the look, as it makes the streaks of the dry brush, and for brushes of a newer app. */
function isRenewable({ tool }: Stroke): boolean {
  return tool !== dry.tool && brushOf(tool).tool === tool;
}
