/** What one sees of the ink at some places, in every frame. */
import type { Page } from 'playwright/test';
import type { Point } from '../../../../src/core/drawing/types.ts';

declare global {
  /** What `watchInk` has seen: of each frame, the opacity of the ink at each place. */
  var inkFrames: number[][] | undefined;
}

/** Begins to look at these places of the window, CSS px, in each frame that is shown. */
export async function watchInk(page: Page, places: readonly Point[]): Promise<void> {
  await page.evaluate(lookAt, places);
}

/** The opacity of the ink at each place so far, 0 to 255: a list for each frame. */
export async function inkSeen(page: Page): Promise<readonly (readonly number[])[]> {
  return (await page.evaluate(() => globalThis.inkFrames)) ?? [];
}

/** Runs in the page, and uses nothing from outside. */
function lookAt(places: readonly Point[]): void {
  const seen: number[][] = [];
  globalThis.inkFrames = seen;
  const all = Object.assign(document.createElement('canvas'), { width: places.length, height: 1 });
  const context = all.getContext('2d', { willReadFrequently: true })!;
  const look = () => {
    context.clearRect(0, 0, all.width, 1);
    for (const layer of document.querySelectorAll<HTMLCanvasElement>('.kept-view, .canvas canvas')) {
      if (layer.width === 0 || !layer.checkVisibility({ visibilityProperty: true })) continue;
      const box = layer.getBoundingClientRect();
      const ratio = layer.width / box.width;
      for (const [i, [x, y]] of places.entries()) {
        const [left, top] = [(x - box.left) * ratio, (y - box.top) * ratio].map(Math.floor);
        context.drawImage(layer, left!, top!, 1, 1, i, 0, 1, 1);
      }
    }
    const { data } = context.getImageData(0, 0, all.width, 1);
    seen.push(places.map((_, i) => data[4 * i + 3]!));
  };
  const frame = () => {
    // One that is new is called last in this frame: after all that paints, and before it is shown.
    const last = new ResizeObserver(() => {
      last.disconnect();
      look();
    });
    last.observe(document.documentElement);
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}
