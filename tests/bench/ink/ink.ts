/** The drawings for the measurements. */
import { strokesJson } from '../../../src/core/drawing/strokes/stroke-json.ts';
import type { Stroke } from '../../../src/core/drawing/types.ts';
import { type Ink, ink } from '../../support/drawing/strokes.ts';

/** Bytes of a drawing of ordinary size. */
const ORDINARY = 57 * 1024;

export interface Sample {
  readonly strokes: readonly Stroke[];
  /** Source, count and mean points. */
  readonly label: string;
}

/** The first of the real strokes, until they make 57 KB of JSON. */
export function ordinaryDrawing(): Sample {
  const { strokes, source } = ink(400);
  let bytes = 0;
  const count = strokes.findIndex((stroke) => {
    bytes += strokesJson([stroke]).length + 1;
    return bytes > ORDINARY;
  });
  return sample(strokes.slice(0, count), source);
}

/** `n` real strokes. */
export function drawingOf(n: number): Sample {
  const { strokes, source } = ink(n);
  return sample(strokes, source);
}

function sample(strokes: readonly Stroke[], source: Ink['source']): Sample {
  const points = strokes.reduce((sum, stroke) => sum + stroke.points.length, 0);
  const kilobytes = Math.round(strokesJson(strokes).length / 1024);
  const mean = (points / strokes.length).toFixed(1);
  return { strokes, label: `${source}: ${strokes.length} strokes, mean ${mean} points, ${kilobytes} KB` };
}
