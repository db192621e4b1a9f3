/** The size of an element, and the pixel density of its screen. */
import type { Size } from '../view/camera.ts';

/** Reports both, now and at each change, until `signal` aborts. `ratio` is device pixels per CSS px. */
export function watchSize(
  host: HTMLElement,
  signal: AbortSignal,
  tell: (size: Size, ratio: number) => void,
): void {
  let size: Size = { width: 0, height: 0 };
  let ratio = 1;
  const measure = () => {
    const { clientWidth: width, clientHeight: height } = host;
    const now = globalThis.devicePixelRatio || 1;
    if (width === size.width && height === size.height && now === ratio) return;
    size = { width, height };
    ratio = now;
    tell(size, ratio);
  };
  const observer = new ResizeObserver(measure);
  observer.observe(host);
  signal.addEventListener('abort', () => observer.disconnect());
  // Changes when the window moves to another screen, or with the browser's zoom.
  const watchRatio = () => {
    const changed = () => {
      measure();
      if (!signal.aborted) watchRatio();
    };
    matchMedia(`(resolution: ${globalThis.devicePixelRatio}dppx)`).addEventListener('change', changed, {
      once: true,
      signal,
    });
  };
  watchRatio();
  measure();
}
