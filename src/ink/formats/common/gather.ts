/**
 * Collects the strokes of a file and its layers: counts them against the limits, rounds them, and cuts them to the size a
 * stroke may have.
 */
import { COORDINATE_MAX, LAYER_NAME_MAX, POINTS_MAX, SIZE_MAX } from '../../../core/drawing/limits.ts';
import { onLayer } from '../../../core/drawing/members/change-layers.ts';
import { BASE, checkLayers, layerOf, ONE_LAYER } from '../../../core/drawing/members/layers.ts';
import { textProblem } from '../../../core/drawing/text.ts';
import type { Layer, Point, Stroke } from '../../../core/drawing/types.ts';
import { groupBy } from '../../../core/group-by.ts';
import { brushOf } from '../../brush/brushes.ts';
import { ALL_POINTS_MAX, ALL_STROKES_MAX, DECIMALS } from './limits.ts';
import { Refused } from './refused.ts';

/** A stroke as the file has it, before the limits are applied. */
export interface RawStroke {
  readonly tool: string;
  readonly color: string;
  readonly size: number;
  readonly points: readonly Point[];
  readonly pressure?: readonly number[] | undefined;
  readonly tilt?: readonly number[] | undefined;
  readonly opacity?: number | undefined;
  readonly at?: number | undefined;
  /** Id of the layer that it is on, of which the file may turn out to say nothing. */
  readonly layer?: string | undefined;
  /** Its number in the drawing, where the file has layers one after the other. */
  readonly order?: number | undefined;
}

const SCALE = 10 ** DECIMALS;
const SIZE_MIN = 0.01;

export class Gathering {
  readonly strokes: Stroke[] = [];
  /** The lowest first; empty if the file names none. */
  readonly layers: Layer[] = [];
  #points = 0;
  readonly #orders = new Map<Stroke, number>();

  /**
   * Counts points as they are read.
   * @throws Refused when the file has too many
   */
  count(points: number): void {
    this.#points += points;
    if (this.#points > ALL_POINTS_MAX) throw tooMany('points', ALL_POINTS_MAX);
  }

  /**
   * Adds a layer above those before it. What a layer cannot have is left out: the end of a name, an opacity of nothing,
   * which hides it instead.
   * @returns false, adding none, if a drawing cannot have this one too
   */
  addLayer({ name, opacity, visible, ...layer }: Layer): boolean {
    const isSeen = opacity > 0;
    const sound: Layer = {
      ...layer,
      name: textProblem(name) === undefined ? [...name].slice(0, LAYER_NAME_MAX).join('') : '',
      opacity: isSeen ? Math.min(1, opacity) : 1,
      visible: visible && isSeen,
    };
    if (!checkLayers([...this.layers, sound], '', [])) return false;
    this.layers.push(sound);
    return true;
  }

  /**
   * Sorts strokes that came bottom first, layer by layer, into the order in which they were drawn, or would have been. A
   * marker goes under everything before it, other markers too: so the lowest marker comes last.
   */
  putInDrawnOrder(): void {
    const isUnder = ({ tool }: Stroke) => brushOf(tool).blend === 'under';
    const runs = this.#layerByLayer();
    this.#takeInTurn([
      ...runs.map((run) => run.filter(isUnder).reverse()),
      ...runs.map((run) => run.filter((stroke) => !isUnder(stroke))),
    ]);
  }

  /** Sorts strokes that came layer by layer, within each as they were drawn. */
  putLayersTogether(): void {
    this.#takeInTurn(this.#layerByLayer());
  }

  /** The strokes of each layer: of one that the file does not have, they go onto the lowest (`layerOf`). */
  #layerByLayer(): Stroke[][] {
    const layers = this.layers.length > 0 ? this.layers : ONE_LAYER;
    const runs = groupBy(this.strokes, (stroke) => layerOf(stroke, layers));
    return [...runs].map(([layer, run]) =>
      run.map((stroke) => {
        const there = onLayer(stroke, layer);
        const order = this.#orders.get(stroke);
        if (order !== undefined) this.#orders.set(there, order);
        return there;
      }),
    );
  }

  /**
   * Puts runs of strokes into one, each time from the run whose next stroke was drawn first. The order within a run stays,
   * whatever a file says of it: it is what was seen. A stroke of which nothing is said follows the one before it.
   */
  #takeInTurn(runs: readonly (readonly Stroke[])[]): void {
    this.strokes.length = 0;
    const places = runs.map(() => 0);
    for (;;) {
      let [next, first] = [-1, Infinity];
      for (const [i, run] of runs.entries()) {
        const stroke = run[places[i]!];
        const order = stroke && (this.#orders.get(stroke) ?? -1);
        if (order !== undefined && order < first) [next, first] = [i, order];
      }
      const stroke = runs[next]?.[places[next]!];
      if (!stroke) return;
      this.strokes.push(stroke);
      places[next]! += 1;
    }
  }

  /**
   * Adds a stroke whose points were counted.
   * @throws Refused for one that no drawing can hold
   */
  add({ tool, color, size, points, pressure, tilt, opacity, at, layer, order }: RawStroke): void {
    const width = Math.min(SIZE_MAX, Math.max(SIZE_MIN, rounded(size)));
    // A stroke with too many points becomes several, which share the point where they meet.
    for (let from = 0; from < points.length; from += POINTS_MAX - 1) {
      if (from > 0 && from === points.length - 1) break;
      if (this.strokes.length >= ALL_STROKES_MAX) throw tooMany('strokes', ALL_STROKES_MAX);
      const part = points.slice(from, from + POINTS_MAX).map(placed);
      const stroke: Stroke = {
        tool,
        color,
        size: width,
        points: part,
        ...(pressure && { pressure: pressure.slice(from, from + POINTS_MAX) }),
        ...(tilt && { tilt: tilt.slice(from, from + POINTS_MAX) }),
        ...(opacity !== undefined && { opacity }),
        ...(at !== undefined && { at }),
        ...(layer !== undefined && layer !== BASE.id && { layer }),
      };
      this.strokes.push(stroke);
      if (order !== undefined) this.#orders.set(stroke, order);
    }
  }
}

function tooMany(what: 'points' | 'strokes', most: number): Refused {
  return new Refused({ code: 'too_many', what, most });
}

function placed([x, y]: Point): Point {
  const at: Point = [rounded(x), rounded(y)];
  // Written so that NaN fails too.
  if (!(Math.abs(at[0]) <= COORDINATE_MAX && Math.abs(at[1]) <= COORDINATE_MAX)) {
    throw new Refused({ code: 'too_wide' });
  }
  return at;
}

/** Never -0, which JSON does not keep. */
function rounded(v: number): number {
  return Math.round(v * SCALE) / SCALE + 0;
}

/** One point for a dot that the file writes as two points in one place. */
export function withoutRepeats(points: readonly Point[]): readonly Point[] {
  const [first] = points;
  if (!first) return points;
  const moves = points.some(([x, y]) => Math.hypot(x - first[0], y - first[1]) > 0.5 / SCALE);
  return moves ? points : [first];
}
