/** The lines of a perspective in a view. */
import { type Camera, type Guide, horizonOf, raysIn, toScreen, withinBox } from '../../ink/index.ts';

/** Widths of the lines, CSS px, and how much of their colour rays have. */
export const RAY_WIDTH = 1;
export const RAY_OPACITY = 0.4;
export const HORIZON_WIDTH = 1.5;

/**
 * The rays and the horizon in a box, as four numbers for each line: from x, y to x, y.
 * @param box CSS px; so are the results, from its corner
 * @param beyond how far the box lies beyond the view to the left and to the top, CSS px
 */
export function guideLines(
  guide: Guide,
  camera: Camera,
  box: { readonly width: number; readonly height: number },
  beyond = 0,
): { readonly rays: readonly number[]; readonly horizon: readonly number[] } {
  const place = (x: number, y: number) => {
    const at = toScreen(camera, x, y);
    return { x: at.x + beyond, y: at.y + beyond };
  };
  const rays = guide.flatMap(([x, y]) => {
    const at = place(x, y);
    return raysIn(at.x, at.y, box);
  });
  const { at, along } = horizonOf(guide);
  const { x, y } = place(at.x, at.y);
  const seen = withinBox({ x, y }, along, box);
  const horizon = seen
    ? [x + seen.from * along.x, y + seen.from * along.y, x + seen.to * along.x, y + seen.to * along.y]
    : [];
  return { rays, horizon };
}
