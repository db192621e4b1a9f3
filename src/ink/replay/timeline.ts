/** When each stroke of a drawing appears in its replay. */
import { layerOf, ONE_LAYER } from '../../core/drawing/members/layers.ts';
import type { Layer, Stroke } from '../../core/drawing/types.ts';
import { coatsOf } from '../brush/wet-wash.ts';

/** A stroke, and when it is drawn: ms of the replay. */
export interface Mark {
  readonly stroke: Stroke;
  /** Index of its coat. */
  readonly coat: number;
  readonly begin: number;
  readonly end: number;
}

export interface Timeline {
  /** What is painted as one, the lowest first: a stroke, or the strokes of one wash. */
  readonly coats: readonly (readonly Stroke[])[];
  /** In the order in which they are drawn, those of one coat together. None begins before the one before it ends. */
  readonly marks: readonly Mark[];
  /** ms. The last of them show the finished drawing. */
  readonly length: number;
}

/** What a stroke takes that does not say when it was drawn, ms. */
const UNTIMED = 300;
/** How fast a hand is thought to draw, drawing units per ms: a stroke says when it began alone. */
const HAND = 0.4;
const BRIEFEST = 60;
const LONGEST = 4_000;
/** The longest pause that is shown, ms. Who looked at a tree for a minute is not waited for. */
const PAUSE = 1_000;
/** A replay up to this is as long as the drawing took, ms. */
export const AS_DRAWN = 15_000;
/** The longest replay, ms. */
export const MOST = 60_000;
/** How many times faster than drawn a longer one is. */
const FASTER = 8;
/** For how long the finished drawing stands at the end, ms. */
export const STANDS = 1_500;

/**
 * @param strokes of the drawing, the lowest first
 * @param layers of the drawing; strokes on hidden ones are left out
 */
export function timelineOf(strokes: readonly Stroke[], layers: readonly Layer[] = ONE_LAYER): Timeline {
  const hidden = new Set(layers.filter(({ visible }) => !visible).map(({ id }) => id));
  // Of all strokes, as the drawing is painted: one on another layer parts a wash.
  const coats = coatsOf(strokes).filter(([first]) => !hidden.has(layerOf(first!, layers)));
  const spans: Mark[] = [];
  let clock = 0;
  /** When the stroke before was drawn, in the time that strokes tell; undefined if it did not say. */
  let before: number | undefined;
  for (const coat of inTime(coats)) {
    for (const stroke of coats[coat]!) {
      const { at } = stroke;
      const pause = at === undefined || before === undefined ? 0 : Math.min(PAUSE, Math.max(0, at - before));
      const takes = at === undefined ? UNTIMED : timeOf(stroke);
      const begin = clock + pause;
      clock = begin + takes;
      before = at === undefined ? undefined : at + takes;
      spans.push({ stroke, coat, begin, end: clock });
    }
  }
  const length = clock <= AS_DRAWN ? clock : Math.min(MOST, Math.max(AS_DRAWN, clock / FASTER));
  const factor = clock === 0 ? 1 : length / clock;
  const marks = spans.map((mark) => ({ ...mark, begin: mark.begin * factor, end: mark.end * factor }));
  return { coats, marks, length: marks.length === 0 ? 0 : length + STANDS };
}

/** The coats in the order of their time. One without a time comes after the one that it lies above. */
function inTime(coats: readonly (readonly Stroke[])[]): readonly number[] {
  let last = 0;
  const times = coats.map(([first]) => {
    last = first?.at ?? last;
    return last;
  });
  // Sorting is stable: of those of one time, the lower is first.
  return [...coats.keys()].sort((a, b) => times[a]! - times[b]!);
}

function timeOf({ points }: Stroke): number {
  let way = 0;
  for (let i = 1; i < points.length; i++) {
    way += Math.hypot(points[i]![0] - points[i - 1]![0], points[i]![1] - points[i - 1]![1]);
  }
  return Math.min(LONGEST, Math.max(BRIEFEST, way / HAND));
}

export interface Moment {
  /** How many marks are drawn completely. */
  readonly done: number;
  /** How many points of the next one are drawn. */
  readonly points: number;
}

/** What is drawn at a time of the replay, ms. */
export function momentOf({ marks }: Timeline, time: number): Moment {
  let [low, high] = [0, marks.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (marks[middle]!.end <= time) low = middle + 1;
    else high = middle;
  }
  const next = marks[low];
  if (!next || time <= next.begin) return { done: low, points: 0 };
  const part = (time - next.begin) / (next.end - next.begin);
  return { done: low, points: Math.max(1, Math.floor(part * next.stroke.points.length)) };
}

/** The first points of a stroke. */
export function beginningOf(stroke: Stroke, points: number): Stroke {
  const { pressure, tilt } = stroke;
  return {
    ...stroke,
    points: stroke.points.slice(0, points),
    ...(pressure && { pressure: pressure.slice(0, points) }),
    ...(tilt && { tilt: tilt.slice(0, points) }),
  };
}
