/** Runs in a page: draws strokes move by move as a hand does, and compares what the canvas shows with the finished ones. */
import type { Point, Stroke } from '../../../src/core/drawing/types.ts';
import { BRUSHES, brushOf, leavesInk } from '../../../src/ink/brush/brushes.ts';
import { paintPixels } from '../../../src/ink/brush/field/paint-stroke.ts';
import { blankPixels, straightBytes, wholeOf } from '../../../src/ink/brush/field/pixels.ts';
import { asFlatStroke } from '../../../src/ink/brush/flat-stroke.ts';
import { WetInkLayer } from '../../../src/ink/canvas/wet-ink-layer.ts';
import { emptySamples, type StrokeSamples } from '../../../src/ink/geometry/stroke-samples.ts';
import { snap } from '../../../src/ink/view/camera.ts';
import { wanderers } from './goldens.ts';

const VIEW = { width: 320, height: 260 };
const SCALES = [0.45, 1, 2.73] as const;
/** Samples of a move, and what is predicted after it. */
const MOVE = 4;
const AHEAD = 25;

/** Bytes of the canvas that differ from the finished stroke's, by brush and scale, after all moves of some strokes. */
export function wetDifferences(): Record<string, number> {
  const differences: Record<string, number> = {};
  for (const { tool } of BRUSHES.filter(({ tool }) => leavesInk(tool))) {
    for (const zoom of SCALES) differences[`${tool} at ${zoom}`] = differenceOf(tool, zoom);
  }
  return differences;
}

function differenceOf(tool: string, zoom: number): number {
  const layer = new WetInkLayer();
  layer.resize(VIEW, 1);
  const camera = snap({ x: -7.3, y: -4.1, zoom }, 1);
  const strokes = wanderers(tool, [3, 12, 40], 6).filter((stroke) => stroke.tool === tool);
  let bytes = 0;
  for (const stroke of strokes) {
    layer.begin(stroke, camera);
    const settled = emptySamples();
    for (let n = 1; n <= stroke.points.length; n++) {
      push(settled, stroke, n - 1);
      const end = emptySamples();
      if (n % MOVE !== 0 && n < stroke.points.length) continue;
      if (n < stroke.points.length) {
        push(end, stroke, n - 1);
        push(end, stroke, n - 1, AHEAD);
      }
      layer.draw(settled, end);
    }
    bytes += differing(layer.element, stroke, camera);
    layer.clear();
  }
  return bytes + inkOn(layer.element);
}

function push(to: StrokeSamples, { points, pressure, tilt }: Stroke, i: number, off = 0): void {
  const [x, y]: Point = points[i]!;
  to.x.push(x + off);
  to.y.push(y - off);
  if (pressure) to.pressure.push(pressure[i]!);
  if (tilt) to.tilt.push(tilt[i]!);
}

function differing(
  canvas: HTMLCanvasElement,
  stroke: Stroke,
  camera: { x: number; y: number; zoom: number },
) {
  const { width, height } = canvas;
  const { x, y, zoom } = camera;
  const pixels = blankPixels(Math.round(x * zoom), Math.round(y * zoom), width, height);
  paintPixels(pixels, zoom, asFlatStroke(stroke), { ...brushOf(stroke.tool), blend: 'over' });
  const plain = document.createElement('canvas');
  [plain.width, plain.height] = [width, height];
  const context = plain.getContext('2d')!;
  const image = context.createImageData(width, height);
  straightBytes(pixels, wholeOf(pixels), image.data);
  context.putImageData(image, 0, 0);
  const [shown, wanted] = [canvas, plain].map(
    (one) => one.getContext('2d')!.getImageData(0, 0, width, height).data,
  );
  return shown!.reduce((sum, value, i) => sum + (value === wanted![i] ? 0 : 1), 0);
}

function inkOn(canvas: HTMLCanvasElement): number {
  const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
  return data.reduce((sum, value) => sum + (value === 0 ? 0 : 1), 0);
}
