/** Run in a page: when the pen was lifted, and when there is ink at a place. Times are of the machine's clock. */

/** Resolves with the time at which the pen is lifted next, ms since the epoch. */
export function whenLifted(): Promise<number> {
  return new Promise((resolve) => {
    addEventListener('pointerup', () => resolve(performance.timeOrigin + performance.now()), {
      once: true,
      capture: true,
    });
  });
}

/**
 * Resolves with the time of the first frame that has ink at a place of the canvas, ms since the epoch.
 * @param at in CSS px, from the corner of the canvas
 */
export function whenInked(given: {
  readonly at: readonly [x: number, y: number];
  readonly patience: number;
}): Promise<number> {
  const { at, patience } = given;
  const [x, y] = at;
  const reach = 4;
  return new Promise((resolve, reject) => {
    const end = performance.now() + patience;
    const look = () => {
      const isInked = [...document.querySelectorAll<HTMLCanvasElement>('.canvas canvas')].some((layer) => {
        const ratio = layer.width / layer.clientWidth;
        const size = Math.round(2 * reach * ratio);
        const [left, top] = [Math.round((x - reach) * ratio), Math.round((y - reach) * ratio)];
        const data = layer.getContext('2d')?.getImageData(left, top, size, size).data;
        return data?.some((value, i) => i % 4 === 3 && value > 0) ?? false;
      });
      if (isInked) resolve(performance.timeOrigin + performance.now());
      else if (performance.now() > end) reject(new Error(`no ink at ${x}, ${y}`));
      else requestAnimationFrame(look);
    };
    look();
  });
}

/**
 * The part of the canvas that has ink, in CSS px from its corner; undefined while there is none, and until everything
 * is sharp: strokes that have just come are on the canvas before its view is fitted to them, for no frame to show.
 */
export function inkBounds(): { left: number; top: number; width: number; height: number } | undefined {
  if (document.querySelector('.canvas [data-settled=false]')) return undefined;
  const at = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (const layer of document.querySelectorAll<HTMLCanvasElement>('.canvas canvas')) {
    const { width, height } = layer;
    const ratio = width / layer.clientWidth;
    const data = layer.getContext('2d')?.getImageData(0, 0, width, height).data;
    for (let i = 3; data !== undefined && i < data.length; i += 4) {
      if (data[i] === 0) continue;
      const pixel = (i - 3) / 4;
      const [x, y] = [(pixel % width) / ratio, Math.floor(pixel / width) / ratio];
      at.left = Math.min(at.left, x);
      at.top = Math.min(at.top, y);
      at.right = Math.max(at.right, x);
      at.bottom = Math.max(at.bottom, y);
    }
  }
  if (at.right === -Infinity) return undefined;
  return { left: at.left, top: at.top, width: at.right - at.left, height: at.bottom - at.top };
}
