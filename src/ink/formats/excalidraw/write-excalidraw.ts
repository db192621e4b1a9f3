/** Writes a drawing as an `.excalidraw` scene of freehand strokes. */
import { BASE, layerOf } from '../../../core/drawing/members/layers.ts';
import type { Layer, Stroke } from '../../../core/drawing/types.ts';
import { groupBy } from '../../../core/group-by.ts';
import { leavesInk } from '../../brush/brushes.ts';
import { strokeBounds } from '../../geometry/bounds.ts';
import { fromHex } from '../common/colors.ts';
import { CONSTANT_WIDTH, CUSTOM_KEY, MARKER_OPACITY, VARIABLE_WIDTH } from './excalidraw-format.ts';

/** Precision of coordinate differences: fine enough that their sums are exact again. */
const SCALE = 1e6;

interface SceneHead {
  /** URL of the page that made the file. */
  readonly source: string;
  readonly title: string;
  /** CSS colour. */
  readonly paper: string;
  readonly layers?: readonly Layer[] | undefined;
}

/**
 * The file in parts, one for each stroke, so that the caller can pause between them. Strokes that erase have no
 * counterpart and are skipped: the caller reports how many there were. Layers follow each other, the lowest first. What is
 * on a hidden one is written invisible.
 * @param random returns 0..1; used for the seeds of Excalidraw's roughness and for element ids
 */
export function* excalidrawParts(
  strokes: readonly Stroke[],
  { source, title, paper, layers }: SceneHead,
  random: () => number = Math.random,
): Generator<string> {
  yield `{"type":"excalidraw","version":2,"source":${JSON.stringify(source)},"elements":[`;
  let first = true;
  const inked = strokes.filter(({ tool }) => leavesInk(tool));
  const on = layers && groupBy(inked, (stroke) => layerOf(stroke, layers));
  const orders = new Map(strokes.map((stroke, i) => [stroke, i]));
  for (const layer of layers ?? [BASE]) {
    let list = layers;
    for (const stroke of on ? (on.get(layer.id) ?? []) : inked) {
      const place = layers && { layer: layer.id, order: orders.get(stroke), layers: list };
      const element = { ...elementOf(stroke, random, place), ...(layer.locked && { locked: true }) };
      yield (first ? '\n' : ',\n') + JSON.stringify(layer.visible ? element : hidden(element));
      list = undefined;
      first = false;
    }
  }
  const name = title === '' ? {} : { name: title };
  yield `\n],"appState":${JSON.stringify({ viewBackgroundColor: paper, ...name })},"files":{}}\n`;
}

/** An element that Excalidraw does not show, and that gets in nobody's way. */
function hidden(element: ReturnType<typeof elementOf>) {
  const { opacity, customData } = element;
  const custom = { ...customData[CUSTOM_KEY], shown: opacity };
  return { ...element, opacity: 0, locked: true, customData: { [CUSTOM_KEY]: custom } };
}

/** @param place what `customData` says of the stroke's layer */
function elementOf(stroke: Stroke, random: () => number, place: object | undefined) {
  const { tool, size, opacity = 1, at, points, pressure, tilt } = stroke;
  const { minX, minY, maxX, maxY } = strokeBounds({ ...stroke, size: Number.MIN_VALUE });
  const [x, y] = points[0] ?? [0, 0];
  const { hex, alpha } = fromHex(stroke.color);
  const marked = tool === 'marker' && alpha === 1;
  const relative = points.map(([px, py]) => [near(px - x), near(py - y)] as const);
  const whole = () => Math.floor(random() * 2 ** 31);
  return {
    id: `${whole().toString(36)}${whole().toString(36)}`,
    type: 'freedraw',
    x,
    y,
    width: near(maxX - minX),
    height: near(maxY - minY),
    angle: 0,
    strokeColor: hex,
    backgroundColor: 'transparent',
    fillStyle: 'solid',
    strokeWidth: near(size / (pressure ? VARIABLE_WIDTH : CONSTANT_WIDTH)),
    strokeStyle: 'solid',
    roughness: 0,
    opacity: near((marked ? MARKER_OPACITY : alpha * 100) * opacity),
    groupIds: [],
    frameId: null,
    index: null,
    roundness: null,
    seed: whole(),
    version: 1,
    versionNonce: whole(),
    isDeleted: false,
    boundElements: null,
    updated: 1,
    link: null,
    locked: false,
    customData: {
      [CUSTOM_KEY]: {
        tool,
        ...(tilt && { tilt }),
        ...(opacity < 1 && { opacity }),
        ...(at !== undefined && { at }),
        ...place,
      },
    },
    // Excalidraw needs two points for a dot.
    points: relative.length === 1 ? [...relative, [0.0001, 0.0001]] : relative,
    pressures: pressure ? (relative.length === 1 ? [...pressure, ...pressure] : pressure) : [],
    simulatePressure: !pressure,
    ...(pressure ? {} : { strokeOptions: { variability: 'constant', streamline: 0 } }),
  };
}

function near(v: number): number {
  return Math.round(v * SCALE) / SCALE + 0;
}
