/** The visible part of the paper, in drawing units. */
import { type Bounds, type Camera, toWorld, visibleBounds } from '../../../ink/index.ts';
import { coveredEdges } from './covered.ts';

/** The part of the paper under an element; undefined if it is not shown. */
export function paperUnder(camera: Camera, selector: string): Bounds | undefined {
  const canvas = document.querySelector('.canvas')?.getBoundingClientRect();
  const box = document.querySelector(selector)?.getBoundingClientRect();
  if (!canvas || !box || box.width === 0) return undefined;
  const { x: minX, y: minY } = toWorld(camera, box.left - canvas.left, box.top - canvas.top);
  const { x: maxX, y: maxY } = toWorld(camera, box.right - canvas.left, box.bottom - canvas.top);
  return { minX, minY, maxX, maxY };
}

/** The part of the paper that is not covered by header and dock; undefined without a canvas. */
export function visiblePaper(camera: Camera): Bounds | undefined {
  const canvas = document.querySelector('.canvas');
  if (!canvas) return undefined;
  const { top, right, bottom, left } = coveredEdges();
  const all = visibleBounds(camera, { width: canvas.clientWidth, height: canvas.clientHeight });
  return {
    minX: all.minX + left / camera.zoom,
    minY: all.minY + top / camera.zoom,
    maxX: all.maxX - right / camera.zoom,
    maxY: all.maxY - bottom / camera.zoom,
  };
}
